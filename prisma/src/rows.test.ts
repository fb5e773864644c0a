import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import { connect, type Connection } from './client.ts'
import * as column from './columns.ts'
import { Prisma } from './generated/client.ts'
import {
  countRows,
  deleteRows,
  findRow,
  findRows,
  insertRow,
  insertRows,
  upsertRow,
  updateRow,
  updateRows,
} from './rows.ts'
import { insertion } from './row-statements.ts'
import { sqlOf } from './sql.ts'
import { narrowed, table } from './table.ts'
import { createBareDatabase, type TestDatabase } from './testing/test-database.ts'
import { inTransaction, PATIENCE } from './transaction.ts'

const visit = table(
  'visit',
  {
    id: column.int,
    clinicId: column.int,
    mood: column.oneOf<'GLAD' | 'SAD'>('mood'),
    price: column.nullable(column.decimal),
    day: column.day,
    startsAt: column.dateTime,
    rooms: column.ints,
    tags: column.texts,
    keys: column.bytesList,
    times: column.dateTimeList,
    seal: column.nullable(column.bytes),
    facts: column.jsonb<unknown>(),
    position: column.bigint,
    weekday: column.smallint,
    isOpen: column.bool,
  },
  ['id', 'facts', 'isOpen'],
)

let database: TestDatabase
let connection: Connection

beforeAll(async () => {
  database = await createBareDatabase()
  connection = connect(database.url, { connections: 2 })
  await connection.pool.query(`
    CREATE TYPE mood AS ENUM ('GLAD', 'SAD');
    CREATE TABLE visit (
      id serial PRIMARY KEY, clinic_id int NOT NULL, mood mood NOT NULL, price numeric(14,2), day date NOT NULL,
      starts_at timestamptz NOT NULL, rooms int[] NOT NULL, tags text[] NOT NULL, keys bytea[] NOT NULL,
      times timestamptz[] NOT NULL, seal bytea, facts jsonb NOT NULL DEFAULT '{}', position bigint NOT NULL,
      weekday smallint NOT NULL, is_open bool NOT NULL DEFAULT true, UNIQUE (clinic_id, day))`)
})

afterAll(async () => {
  await connection.close()
  await database.drop()
})

const startsAt = new Date('2026-11-28T12:34:56.789Z')
const day = new Date('2026-11-28T00:00:00Z')
const values = {
  mood: 'GLAD',
  price: new Prisma.Decimal('120.50'),
  day,
  startsAt,
  rooms: [3, 4],
  tags: ['a "b"', 'c,d', '', 'e\\f', 'NULL', '{g}', 'h\ni'],
  keys: [new Uint8Array([0, 255])],
  times: [startsAt],
  seal: new Uint8Array([1, 2]),
  facts: [{ a: "it's" }],
  position: 9_007_199_254_740_991,
  weekday: 6,
} as const

let clinics = 0
/** Rows of a clinic are those of one test. */
const clinic = () => ({ clinicId: (clinics += 1) })

describe('Rows of a table', () => {
  it('are read as they were written, whatever the kind of the column', async () => {
    const of = clinic()
    const written = await insertRow(connection.db, visit, { ...of, ...values })
    expect(written).toEqual({ ...of, ...values, id: written.id, isOpen: true })
    expect(await findRow(connection.db, visit, { id: written.id })).toEqual(written)
    expectTypeOf(written.price).toEqualTypeOf<Prisma.Decimal | null>()
    expectTypeOf(written.mood).toEqualTypeOf<'GLAD' | 'SAD'>()
  })

  it('have no value where null is given, and the default where nothing is', async () => {
    const { price: _, facts: __, ...required } = values
    const written = await insertRow(connection.db, visit, { ...clinic(), ...required, seal: null })
    expect(written).toMatchObject({ price: null, seal: null, facts: {} })
  })

  it('take expressions for values, and for conditions after the column', async () => {
    const of = clinic()
    const tomorrow = Prisma.sql`${day}::date + ${1}::int`
    await insertRow(connection.db, visit, { ...of, ...values, day: tomorrow, price: '7' })
    const later = { ...of, day: Prisma.sql`> ${day}::date`, mood: ['GLAD', 'SAD'] } as const
    expect(await findRows(connection.db, visit, later)).toMatchObject([
      { day: new Date('2026-11-29T00:00:00Z'), price: new Prisma.Decimal(7) },
    ])
    expect(await findRows(connection.db, visit, { ...later, mood: ['SAD'] })).toEqual([])
  })

  it('are inserted together, and left out where they are known', async () => {
    const of = clinic()
    const [first, second] = [0, 1].map((days) => ({
      ...of,
      ...values,
      day: new Date(day.getTime() + days * 86_400_000),
    }))
    if (first === undefined || second === undefined) throw new Error('Two rows.')
    expect(await insertRows(connection.db, visit, [first])).toHaveLength(1)
    const closed = { ...second, isOpen: false }
    expect(await insertRows(connection.db, visit, [first, closed], 'skip')).toMatchObject([
      { day: second.day, isOpen: false },
    ])
    expect(await insertRows(connection.db, visit, [])).toEqual([])
    const latest = { orderBy: Prisma.sql`r.day DESC`, limit: 1 }
    expect(await findRows(connection.db, visit, of, latest)).toMatchObject([{ day: second.day }])
    const byDay = { orderBy: Prisma.sql`r.day` }
    expect(await findRow(connection.db, visit, of, byDay)).toMatchObject({ day })
    expect(await countRows(connection.db, visit, of)).toBe(2)
  })

  it('are those of a whole expression, beside other conditions', async () => {
    const of = clinic()
    await insertRow(connection.db, visit, { ...of, ...values })
    const isEither = Prisma.sql`IS NULL OR r.mood = 'GLAD'`
    expect(await countRows(connection.db, visit, { ...of, price: isEither })).toBe(1)
    expect(await countRows(connection.db, visit, { ...clinic(), price: isEither })).toBe(0)
  })

  it('are locked until the transaction ends', async () => {
    const { id } = await insertRow(connection.db, visit, { ...clinic(), ...values })
    await inTransaction(connection.db, PATIENCE, async (tx) => {
      expect(await findRow(tx, visit, { id }, { lock: 'UPDATE' })).toMatchObject({ id })
      const waiting = connection.pool.query(`SELECT FROM visit WHERE id = ${id} FOR UPDATE NOWAIT`)
      await expect(waiting).rejects.toThrow('could not obtain lock')
    })
  })

  it('are upserted once for a key', async () => {
    const key = { ...clinic(), day }
    const { day: _, ...columns } = values
    const first = await upsertRow(connection.db, visit, key, columns)
    const { price: __, ...others } = columns
    const onInsert = { price: '9.00' }
    const second = await upsertRow(connection.db, visit, key, { ...others, mood: 'SAD' }, onInsert)
    expect(second).toEqual({ ...first, mood: 'SAD' })
    const another = { ...clinic(), day }
    expect(await upsertRow(connection.db, visit, another, others, onInsert)).toMatchObject({
      price: new Prisma.Decimal(9),
    })
  })

  it('are changed and deleted where the conditions hold', async () => {
    const of = clinic()
    const { id } = await insertRow(connection.db, visit, { ...of, ...values })
    expect(await updateRows(connection.db, visit, { id, mood: 'SAD' }, { price: '1' })).toBe(0)
    expect(await updateRows(connection.db, visit, { id }, { price: '1' })).toBe(1)
    const isFree = { price: null, mood: undefined }
    const changed = await updateRow(connection.db, visit, { id, mood: 'GLAD' }, isFree)
    expect(changed).toMatchObject({ price: null, mood: 'GLAD' })
    await expect(
      updateRow(connection.db, visit, { id, price: 'NaN' }, { mood: 'SAD' }),
    ).rejects.toThrow('The row of visit is not there.')
    expect(await updateRow(connection.db, visit, { id }, {})).toEqual(changed)
    expect(await deleteRows(connection.db, visit, { id, price: '1' })).toBe(0)
    expect(await deleteRows(connection.db, visit, { id, price: null })).toBe(1)
    expect(await countRows(connection.db, visit, of)).toBe(0)
  })

  it('are of no table without a condition', async () => {
    await expect(deleteRows(connection.db, visit, {})).rejects.toThrow('without a condition')
    const unset = { ...clinic(), mood: undefined } as object
    await expect(deleteRows(connection.db, visit, unset)).rejects.toThrow('on "mood" has no value')
  })

  it('are written in the transaction, and as part of a larger statement', async () => {
    const of = clinic()
    await expect(
      inTransaction(connection.db, PATIENCE, async (tx) => {
        await insertRow(tx, visit, { ...of, ...values })
        expect(await countRows(tx, visit, of)).toBe(1)
        const { text, values: bound } = insertion(visit, {
          ...of,
          ...values,
          day: Prisma.sql`'2026-12-01'`,
        })
        await sqlOf(tx).query({
          text: `WITH made AS (${text} RETURNING *) SELECT FROM made`,
          values: bound,
        })
        expect(await countRows(tx, visit, of)).toBe(2)
        throw new Error('Roll back.')
      }),
    ).rejects.toThrow('Roll back.')
    expect(await countRows(connection.db, visit, of)).toBe(0)
  })

  it('are read as a noun knows them', async () => {
    const known = narrowed(visit, { day: column.date, facts: column.jsonb<{ a: string }[]>() })
    const of = clinic()
    const written = await insertRow(connection.db, known, { ...of, ...values, day: '2026-11-28' })
    expect(written.day).toBe('2026-11-28')
    expectTypeOf(written.facts).toEqualTypeOf<{ a: string }[]>()
    expect(await findRow(connection.db, visit, { id: written.id })).toMatchObject({ day })
  })
})
