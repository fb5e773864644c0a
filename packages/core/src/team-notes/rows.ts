/** Notes of the team, by the record that they are about. */
import { column, query, statement, type Sql } from '@scheduling/database'

const NOTE = { text: column.nullable(column.text) }

/** The statements over the notes of one kind of record. The caller has locked the record before it writes. */
function notesOf(record: 'client' | 'appointment') {
  const read = query({
    name: `note of the team about a ${record}`,
    text: `SELECT text FROM ${record}_team_note WHERE organization_id = $1::int AND ${record}_id = $2::int`,
    row: NOTE,
  })
  return {
    async read(sql: Sql, organizationId: number, id: number): Promise<string | null> {
      const [note] = await read(sql, [organizationId, id])
      return note?.text ?? null
    },
    write: statement(
      `note of the team about a ${record} written`,
      `INSERT INTO ${record}_team_note (organization_id, ${record}_id, text) VALUES ($1::int, $2::int, $3::text)
        ON CONFLICT (organization_id, ${record}_id) DO UPDATE SET text = excluded.text`,
    ),
  }
}

export const CLIENT_NOTES = notesOf('client')
export const APPOINTMENT_NOTES = notesOf('appointment')

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
