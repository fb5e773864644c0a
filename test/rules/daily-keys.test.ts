import { expect, it } from 'vitest'
import { createTestDatabase, onServer } from '../support/database.ts'

/** An index that begins with the day finds nothing in one day, but PostgreSQL may believe that it does. */
it('No index of a table in daily partitions begins with the day', async () => {
  await using database = await createTestDatabase()
  const { rows } = await onServer(database.url, (client) =>
    client.query<{ table: string; index: string; beginsWithDay: boolean }>(`
    SELECT t.relname AS table, i.relname AS index, x.indkey[0] = p.partattrs[0] AS "beginsWithDay"
    FROM pg_partitioned_table p JOIN pg_class t ON t.oid = p.partrelid
    JOIN pg_index x ON x.indrelid = t.oid JOIN pg_class i ON i.oid = x.indexrelid`),
  )
  expect(new Set(rows.map(({ table }) => table))).toEqual(
    new Set(['delivery', 'delivery_attempt', 'event', 'request_log']),
  )
  expect(rows.filter(({ beginsWithDay }) => beginsWithDay)).toEqual([])
})
