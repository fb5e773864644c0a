import { statement, type Sql } from '@scheduling/database'

const joined = statement(
  'notes of the team about two clients joined',
  `INSERT INTO client_team_note (organization_id, client_id, text)
    SELECT organization_id, $3::int, text FROM client_team_note
    WHERE organization_id = $1::int AND client_id = $2::int AND text IS NOT NULL
    ON CONFLICT (organization_id, client_id) DO UPDATE SET text = concat_ws(E'\\n\\n', client_team_note.text, excluded.text)`,
)

/** Adds what the team wrote about one client to what it wrote about another. Both are locked. */
export async function joinNotes(
  sql: Sql,
  organizationId: number,
  clients: { readonly from: number; readonly to: number },
): Promise<void> {
  await joined(sql, [organizationId, clients.from, clients.to])
}
