import { column, query, sqlOf, type Queryable } from '@scheduling/database'

const horizon = query({
  name: 'horizon',
  text: `SELECT least(now(), min(xact_start))::text AS horizon FROM pg_stat_activity
    WHERE datname = current_database() AND backend_xid IS NOT NULL AND backend_type <> 'autovacuum worker'`,
  row: { horizon: column.text },
})

/**
 * The instant before which every committed change is visible, as PostgreSQL text (microseconds matter).
 *
 * `updated_at` is set when a row is written, but the row appears at COMMIT. A list that offered rows up to
 * "now" could show a later change while an earlier one is still uncommitted, and a reader that goes on
 * from the last `updated_at` would never see the earlier one. So rows at or after the start of the oldest
 * transaction that writes are held back. Autovacuum workers don't count: they write statistics, never these
 * rows, and can take seconds.
 *
 * Read it in a statement of its own, before the one that lists. In the same statement rows would be lost: a
 * writer may commit between the statement's snapshot and its look at `pg_stat_activity`. All processes must use
 * one database role: the transactions of another role show no start.
 */
export async function syncHorizon(db: Queryable): Promise<string> {
  const [row] = await horizon(sqlOf(db), [])
  if (row === undefined) throw new Error('The horizon query answered no row.')
  return row.horizon
}
