import { DatabaseError, escapeIdentifier, escapeLiteral, type Pool } from 'pg'
import { inTransaction } from './migrate/in-transaction.ts'
import { fits, type SessionSettings } from './session.ts'

const NOT_ALLOWED = '42501'
/** Two that set them at once would meet in one row of the catalogue, which is an error. */
const TURN = "hashtextextended('defaults of the role', 0)"

/**
 * Makes settings the defaults of this role in this database, for sessions that a pooler opens. Neither a dump nor a database
 * that is made from a template has them, so they are looked at each time. They hold for sessions that begin later.
 *
 * @returns false where the role may not alter itself: who operates the server has to
 */
export async function setRoleDefaults(pool: Pool, settings: SessionSettings): Promise<boolean> {
  const client = await pool.connect()
  try {
    await inTransaction(client, async () => {
      await client.query(`SELECT pg_advisory_xact_lock(${TURN})`)
      const { rows } = await client.query<{ database: string; defaults: string[] | null }>(
        `SELECT datname AS database, (SELECT s.setconfig FROM pg_db_role_setting s JOIN pg_roles r ON r.oid = s.setrole
           WHERE s.setdatabase = d.oid AND r.rolname = session_user) AS defaults
         FROM pg_database d WHERE datname = current_database()`,
      )
      const { database = '', defaults } = rows[0] ?? {}
      const found = new Map(defaults?.map((one) => one.split(/=(.*)/s, 2) as [string, string]))
      const missing = Object.entries(settings).filter(
        ([name, value]) => !fits(name, value, found.get(name)),
      )
      for (const [name, value] of missing)
        await client.query(
          `ALTER ROLE SESSION_USER IN DATABASE ${escapeIdentifier(database)} SET ${name} TO ${escapeLiteral(value)}`,
        )
    })
    return true
  } catch (error) {
    if (error instanceof DatabaseError && error.code === NOT_ALLOWED) return false
    throw error
  } finally {
    client.release()
  }
}
