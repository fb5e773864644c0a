import {
  column,
  deleteRows,
  insertRow,
  pick,
  query,
  selected,
  sqlOf,
  statement,
  tables,
  type Queryable,
} from '@scheduling/database'
import { LIMITS } from '../contract/limits.ts'
import type { Access, Browser, Caller, Service } from '../context.ts'
import {
  CONNECTED,
  connectedOf,
  joinConnected,
  type ConnectedOrganization,
} from '../ground/connected-organization.ts'
import { isTouchDue, TOUCH_EVERY_MS } from '../ground/last-use.ts'
import { secretTokens } from '../ground/secret-token.ts'

export type SignedIn = ConnectedOrganization & { readonly caller: Caller & { kind: 'user' } }

/** Where a session is used. */
type Place = Pick<Browser, 'address' | 'userAgent'>

const TOKENS = secretTokens({ mark: 'session-token', hash: 'session' })

/** A session before its cookie is set. */
export type OpenedSession = { readonly token: string; readonly expiresAt: Date }

/**
 * Opens a session. `token` goes into the cookie. Only its keyed hash is stored.
 *
 * @param place null: it is not known
 */
export async function openSession(
  service: Service,
  userId: number,
  place: Place | null = null,
  db: Queryable = service.db,
): Promise<OpenedSession> {
  const { token, hash } = TOKENS.create(service)
  const now = service.realNow()
  const [createdAt, expiresAt] = [new Date(now), new Date(now + LIMITS.sessionDays * 86_400_000)]
  const where = { browser: browserText(place?.userAgent), address: place?.address ?? null }
  await insertRow(db, tables.userSession, {
    tokenHash: hash,
    userId,
    createdAt,
    lastUsedAt: createdAt,
    expiresAt,
    ...where,
  })
  return { token, expiresAt }
}

const SESSION = {
  ...pick(tables.userSession, 'userId', 'expiresAt', 'lastUsedAt'),
  ...CONNECTED,
  professionalId: column.by('u.professional_id', column.nullable(column.int)),
  name: column.by('coalesce(p.name, u.name)', column.text),
  access: column.by('u.access', tables.user.columns.access),
  isActive: column.by('p.is_active IS NOT false', column.bool),
}

const readSession = query({
  name: 'session',
  text: `SELECT ${selected(SESSION, 's')} FROM user_session s JOIN user_account u ON u.id = s.user_id
    LEFT JOIN professional p ON p.id = u.professional_id ${joinConnected('u')} WHERE s.token_hash = $1::bytea`,
  row: SESSION,
})

/**
 * Who is signed in with this token; null if no session has it, or if the session has expired. The session of a
 * user who left the team is closed, so that it does not come back if the user does.
 *
 * @param place where it is used now. Left out: this is no use of it
 */
export async function findSession(
  service: Service,
  token: string,
  place: Place | null = null,
): Promise<SignedIn | null> {
  const sessionHash = TOKENS.hashOf(service, token)
  if (sessionHash === null) return null
  const [session] = await readSession(sqlOf(service.db), [sessionHash])
  const now = service.realNow()
  if (session === undefined || session.expiresAt.getTime() <= now) return null
  if (!session.isActive) {
    await closeSession(service, token)
    return null
  }
  if (place !== null && isTouchDue(session.lastUsedAt, now)) {
    await touchSession(service, sessionHash, place)
  }
  return {
    caller: {
      kind: 'user',
      id: session.userId,
      name: session.name,
      access: session.access,
      professionalId: session.professionalId,
      sessionHash,
    },
    ...connectedOf(session),
  }
}

const touched = statement(
  'session touched',
  `UPDATE user_session SET last_used_at = $3::timestamptz, address = $4::text, browser = $5::text
    WHERE token_hash = (SELECT token_hash FROM user_session
      WHERE token_hash = $1::bytea AND last_used_at <= $2::timestamptz FOR NO KEY UPDATE SKIP LOCKED)`,
)

/** Waits for no lock: a session that is being ended is left alone. */
async function touchSession(
  { db, realNow }: Service,
  tokenHash: Uint8Array,
  { address, userAgent }: Place,
): Promise<void> {
  const now = realNow()
  const before = new Date(now - TOUCH_EVERY_MS)
  await touched(sqlOf(db), [tokenHash, before, new Date(now), address, browserText(userAgent)])
}

const rightsOf = query({
  name: 'rights of sessions',
  text: `SELECT encode(s.token_hash, 'base64') AS hash, u.access::text AS access, u.professional_id AS "professionalId"
    FROM user_session s JOIN user_account u ON u.id = s.user_id LEFT JOIN professional p ON p.id = u.professional_id
    WHERE s.token_hash = ANY ($1::bytea[]) AND s.expires_at > $2::timestamptz AND p.is_active IS NOT false`,
  row: {
    hash: column.text,
    access: column.oneOf<Access>('text'),
    professionalId: column.nullable(column.int),
  },
})

export type Rights = { readonly access: Access; readonly professionalId: number | null }

/** What those who are still signed in may do, by the hashes of their sessions in base64. */
export async function rightsOfSessions(
  service: Pick<Service, 'db' | 'realNow'>,
  hashes: readonly Uint8Array[],
): Promise<ReadonlyMap<string, Rights>> {
  const now = new Date(service.realNow())
  const rows = await rightsOf(sqlOf(service.db), [hashes.map((hash) => Buffer.from(hash)), now])
  return new Map(rows.map(({ hash, ...rights }) => [hash, rights]))
}

export async function closeSession(
  service: Service,
  token: string,
  db: Queryable = service.db,
): Promise<void> {
  const tokenHash = TOKENS.hashOf(service, token)
  if (tokenHash !== null) await deleteRows(db, tables.userSession, { tokenHash })
}

/** The beginning of a `User-Agent`. It is a stranger's text: what is not plain ASCII becomes a question mark. */
function browserText(userAgent: string | null | undefined): string | null {
  const text = (userAgent ?? '').slice(0, LIMITS.browserCharacters)
  return text.replaceAll(/[^\x20-\x7e]/g, '?').trim() || null
}
