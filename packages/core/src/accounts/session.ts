import { randomBytes } from 'node:crypto'
import {
  column,
  query,
  sqlOf,
  type MessagingConnection,
  type Organization,
} from '@scheduling/database'
import type { Caller, Role, Service } from '../context.ts'
import { sameBytes } from '../ground/crypto.ts'
import { LIMITS } from '../contract/limits.ts'

export type SignedIn = {
  readonly caller: Caller & { kind: 'user' }
  readonly organization: Organization
  readonly messagingConnection: MessagingConnection | null
}

/** A token is a secret and a mark. The mark exposes an invented token without a query. */
const SECRET_BYTES = 24
const MARK_BYTES = 8
/** Secret and mark, in base64url. */
const TOKEN = /^[\w-]{43}$/

/** Opens a session. `token` goes into the cookie. Only its keyed hash is stored. */
export async function openSession(
  service: Service,
  userId: number,
): Promise<{ token: string; expiresAt: Date }> {
  const secret = randomBytes(SECRET_BYTES)
  const token = Buffer.concat([secret, markOf(service, secret)]).toString('base64url')
  const expiresAt = new Date(service.realNow() + LIMITS.sessionDays * 86_400_000)
  await service.db.userSession.create({
    data: { tokenHash: tokenHash(service, token), userId, expiresAt },
  })
  return { token, expiresAt }
}

/**
 * Who is signed in with this token; null if no session has it, or if the session has expired. The session of a
 * user who left the team is closed, so that it does not come back if the user does.
 */
export async function findSession(service: Service, token: string): Promise<SignedIn | null> {
  if (!isOurs(service, token)) return null
  const sessionHash = tokenHash(service, token)
  const session = await service.db.userSession.findUnique({
    where: { tokenHash: sessionHash },
    include: {
      user: {
        include: {
          organization: { include: { messagingConnection: true } },
          professional: true,
        },
      },
    },
  })
  if (session === null || session.expiresAt.getTime() <= service.realNow()) return null
  const { user } = session
  const { messagingConnection, ...organization } = user.organization
  if (!user.professional.isActive) {
    await closeSession(service, token)
    return null
  }
  return {
    caller: {
      kind: 'user',
      id: user.id,
      name: user.professional.name,
      role: user.professional.role,
      professionalId: user.professionalId,
      sessionHash,
    },
    organization,
    messagingConnection,
  }
}

const rolesOf = query({
  name: 'roles of sessions',
  text: `SELECT encode(s.token_hash, 'base64') AS hash, p.role::text AS role
    FROM user_session s JOIN user_account u ON u.id = s.user_id JOIN professional p ON p.id = u.professional_id
    WHERE s.token_hash = ANY ($1::bytea[]) AND s.expires_at > $2::timestamptz AND p.is_active`,
  row: { hash: column.text, role: column.oneOf<Role>('text') },
})

/** The roles of those who are still signed in, by the hashes of their sessions in base64. */
export async function rolesOfSessions(
  service: Pick<Service, 'db' | 'realNow'>,
  hashes: readonly Uint8Array[],
): Promise<ReadonlyMap<string, Role>> {
  const now = new Date(service.realNow())
  const rows = await rolesOf(sqlOf(service.db), [hashes.map((hash) => Buffer.from(hash)), now])
  return new Map(rows.map(({ hash, role }) => [hash, role]))
}

export async function closeSession(service: Service, token: string): Promise<void> {
  if (!isOurs(service, token)) return
  await service.db.userSession.deleteMany({ where: { tokenHash: tokenHash(service, token) } })
}

function isOurs(service: Service, token: string): boolean {
  if (!TOKEN.test(token)) return false
  const bytes = Buffer.from(token, 'base64url')
  return sameBytes(bytes.subarray(SECRET_BYTES), markOf(service, bytes.subarray(0, SECRET_BYTES)))
}

function markOf({ crypto }: Service, secret: Uint8Array): Buffer {
  return crypto.hmac('session-token', secret).subarray(0, MARK_BYTES)
}

function tokenHash(service: Service, token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(service.crypto.hmac('session', token))
}
