import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import { connect, type Connection } from './client.ts'
import * as column from './columns.ts'
import { Prisma } from './generated/client.ts'
import { composedQuery, query, selected } from './query.ts'
import { sqlOf } from './sql.ts'
import { inTransaction, PATIENCE } from './transaction.ts'
import { createBareDatabase, type TestDatabase } from './testing/test-database.ts'

let database: TestDatabase
let connection: Connection

beforeAll(async () => {
  database = await createBareDatabase()
  connection = connect(database.url, { connections: 2 })
  await connection.pool.query("CREATE TYPE mood AS ENUM ('GLAD', 'SAD')")
})

afterAll(async () => {
  await connection.close()
  await database.drop()
})

const everything = query({
  name: 'everything',
  text: `SELECT true AS bool, 7 AS int, 9007199254740991::int8 AS bigint, 'Zoë'::text AS text, 120.50::numeric AS numeric,
    date '2026-02-28' AS date, timestamptz '2026-11-23 09:00:00.123999-03' AS instant, '{3,4}'::int[] AS ints,
    '{}'::int[] AS no_ints, 'SAD'::mood AS mood, '{"a":[1]}'::json AS json, '{"b":2}'::jsonb AS jsonb, $1::text AS nothing`,
  row: {
    bool: column.bool,
    int: column.int,
    bigint: column.bigint,
    text: column.text,
    numeric: column.numeric,
    date: column.date,
    instant: column.instant,
    ints: column.ints,
    no_ints: column.ints,
    mood: column.oneOf<'GLAD' | 'SAD'>('mood'),
    json: column.json<{ a: number[] }>(),
    jsonb: column.jsonb<{ b: number }>(),
    nothing: column.nullable(column.text),
  },
})

describe('A declared query', () => {
  it('reads each kind of column, on the pool and in a transaction', async () => {
    const expected = {
      bool: true,
      int: 7,
      bigint: 9_007_199_254_740_991,
      text: 'Zoë',
      numeric: '120.50',
      date: '2026-02-28',
      instant: Date.parse('2026-11-23T12:00:00.123Z'),
      ints: [3, 4],
      no_ints: [],
      mood: 'SAD',
      json: { a: [1] },
      jsonb: { b: 2 },
      nothing: null,
    }
    const [row] = await everything(sqlOf(connection.db), [null])
    expect(row).toEqual(expected)
    expectTypeOf(row?.instant).toEqualTypeOf<number | undefined>()
    expectTypeOf(row?.nothing).toEqualTypeOf<string | null | undefined>()
    expectTypeOf(row?.mood).toEqualTypeOf<'GLAD' | 'SAD' | undefined>()
    await inTransaction(connection.db, PATIENCE, async (tx) => {
      expect(await everything(sqlOf(tx), [null])).toEqual([expected])
    })
  })

  it.each([
    ['2026-11-23 12:00:00+00', '2026-11-23T12:00:00Z'],
    ['2026-11-23 12:00:00.5+00', '2026-11-23T12:00:00.500Z'],
    ['2026-11-23 12:00:00.000999+00', '2026-11-23T12:00:00Z'],
    ['1969-12-31 23:59:59.999999+00', '1969-12-31T23:59:59.999Z'],
    ['0099-01-01 00:00:00+00', '0099-01-01T00:00:00Z'],
  ])('reads the time %s as %s: microseconds are cut off', async (text, iso) => {
    const read = query({
      name: `time ${text}`,
      text: 'SELECT $1::timestamptz AS at',
      row: { at: column.instant },
    })
    expect(await read(connection.pool, [text])).toEqual([{ at: Date.parse(iso) }])
  })

  it.each(['infinity', '10000-01-01 00:00:00+00', '0001-01-01 00:00:00+00 BC'])(
    'refuses the time %s, which no record has',
    async (text) => {
      const read = query({
        name: `odd ${text}`,
        text: 'SELECT $1::timestamptz AS at',
        row: { at: column.instant },
      })
      await expect(read(connection.pool, [text])).rejects.toThrow(RangeError)
    },
  )

  it('refuses a number that JavaScript has not exactly', async () => {
    const read = query({
      name: 'large',
      text: 'SELECT 9007199254740992::int8 AS n',
      row: { n: column.bigint },
    })
    await expect(read(connection.pool, [])).rejects.toThrow('9007199254740992')
  })

  it.each([
    ['a column is missing', { a: column.int, b: column.int }, 'b'],
    ['a column is not declared', {}, 'a'],
    ['a column has another type', { a: column.text }, 'a'],
  ])('says so at its first use when %s', async (_what, row, named) => {
    const read = query({ name: `wrong ${named}`, text: 'SELECT 1 AS a', row })
    await expect(read(connection.pool, [])).rejects.toThrow(`columns that it declares: ${named}.`)
  })
})

describe('Columns as Prisma gives them', () => {
  it('are dates, decimals and bytes; expressions stand in the list of columns', async () => {
    const row = {
      startsAt: column.dateTime,
      day: column.day,
      price: column.decimal,
      sealed: column.bytes,
      double: column.by('x.price * 2', column.decimal),
      none: column.by('NULL::bytea', column.nullable(column.bytes)),
    }
    const read = query({
      name: 'as Prisma',
      text: `SELECT ${selected(row, 'x')} FROM (SELECT timestamptz '2026-11-23 09:00:00.5-03' AS starts_at,
        date '0099-02-28' AS day, 10.50::numeric AS price, '\\x00ff'::bytea AS sealed) AS x`,
      row,
    })
    const [found] = await read(connection.pool, [])
    expect(found).toEqual({
      startsAt: new Date('2026-11-23T12:00:00.500Z'),
      day: new Date('0099-02-28T00:00:00Z'),
      price: new Prisma.Decimal('10.5'),
      sealed: new Uint8Array([0, 255]),
      double: new Prisma.Decimal('21'),
      none: null,
    })
  })
})

describe('A composed query', () => {
  it('is planned for its values when they decide the plan, and then has no name', async () => {
    const count = composedQuery({ name: 'by value', row: { n: column.int } })
    const wide = connect(database.url, { connections: 1 })
    try {
      const composed = Prisma.sql`SELECT ${1}::int AS n`
      for (const plan of ['by value', 'by value', undefined] as const)
        expect(await count(sqlOf(wide.db), composed, plan)).toEqual([{ n: 1 }])
      const { rows } = await wide.pool.query('SELECT name FROM pg_prepared_statements')
      expect(rows).toEqual([{ name: 'by value 1' }])
    } finally {
      await wide.close()
    }
  })

  it('has a name for each of the first texts, and works without one', async () => {
    const count = composedQuery({ name: 'composed', row: { n: column.int } })
    const wide = connect(database.url, { connections: 1 })
    try {
      const sql = sqlOf(wide.db)
      for (let length = 1; length <= 70; length += 1) {
        const terms = Array.from({ length }, (_, place) => Prisma.sql`${place}::int`)
        const expected = (length * (length - 1)) / 2
        for (let time = 0; time < 2; time += 1)
          expect(await count(sql, Prisma.sql`SELECT ${Prisma.join(terms, ' + ')} AS n`)).toEqual([
            { n: expected },
          ])
      }
      const { rows } = await wide.pool.query('SELECT name FROM pg_prepared_statements')
      expect(rows).toHaveLength(64)
    } finally {
      await wide.close()
    }
  })
})
