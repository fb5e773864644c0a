/** Everything that the database holds of an organization, to see that nothing of it changes. */
import type { TestApi } from './api.ts'

/** How far a timer has looked, which every minute moves, and what a read counted and keeps. */
const PROGRESS: ReadonlySet<string> = new Set(['reminder_progress', 'overview_day'])

/** Rows as JSON, by table: of every table with a column that names the organization, and of its webhooks. */
export async function wholeOrganization(
  api: Pick<TestApi, 'connection'>,
  organizationId: number,
): Promise<Record<string, string[]>> {
  const { pool } = api.connection
  const { rows: tables } = await pool.query<{ table: string; column: string }>(
    `SELECT c.table_name AS table, c.column_name AS column FROM information_schema.columns c
     JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
       AND (c.column_name IN ('organization_id', 'webhook_id') OR (c.table_name = 'organization' AND c.column_name = 'id'))
       AND c.table_name !~ '_(?:p?[0-9]{8}|default)$'
     ORDER BY 1, 2`,
  )
  const whole: Record<string, string[]> = {}
  for (const { table, column } of tables) {
    if (PROGRESS.has(table)) continue
    const isWebhook = column === 'webhook_id'
    const condition = isWebhook
      ? 'webhook_id IN (SELECT id FROM webhook WHERE organization_id = $1)'
      : `"${column}" = $1`
    const { rows } = await pool.query<{ row: string }>(
      `SELECT to_jsonb(t)::text AS row FROM "${table}" t WHERE ${condition} ORDER BY 1`,
      [organizationId],
    )
    whole[`${table} by ${column}`] = rows.map(({ row }) => row)
  }
  return whole
}
