import { expect, expectTypeOf, it } from 'vitest'
import * as column from './columns.ts'
import { joined, joinedRow, leftJoined } from './joined.ts'
import { selected } from './query.ts'
import { table } from './table.ts'

const visit = table('visit', { id: column.int, startsAt: column.nullable(column.dateTime) }, [])

it('names the columns of a joined table by its alias', () => {
  expect(selected({ id: column.int, ...joined('v', visit) }, 'c')).toBe(
    'c.id AS "id", v.id AS "v.id", v.starts_at AS "v.startsAt"',
  )
  expect(leftJoined('v', visit)['v.id'].isNullable).toBe(true)
})

it('gives the row of each table, and null where a join found none', () => {
  const found = { 'v.id': 7, 'v.startsAt': null, 'w.id': null, 'w.startsAt': null }
  const row = joinedRow(found, 'v', visit)
  expect(row).toEqual({ id: 7, startsAt: null })
  expectTypeOf(row?.startsAt).toEqualTypeOf<Date | null | undefined>()
  expect(joinedRow(found, 'w', visit)).toBeNull()
})
