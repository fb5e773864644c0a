import { randomBytes } from 'node:crypto'
import type { Organization } from '@scheduling/database'
import type { Caller, Service } from '../context.ts'
import { LIMITS } from '../limits.ts'

export type SignedIn = {
  readonly caller: Caller & { kind: 'user' }
  readonly organization: Organization
}

/** Opens a session. `token` goes into the cookie; only its keyed hash is stored. */
export async function openSession(
  service: Service,
  userId: number,
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(service.now() + LIMITS.sessionDays * 86_400_000)
  await service.db.userSession.create({
    data: { tokenHash: tokenHash(service, token), userId, expiresAt },
  })
  return { token, expiresAt }
}

/** 32 bytes in base64url; whatever else stands in the cookie was not given out by us. */
const TOKEN = /^[\w-]{43}$/

/**
 * Who is signed in with this token; null for none, and for an expired one. That of somebody who left the team
 * ends here, so that it does not come back with them.
 */
export async function findSession(service: Service, token: string): Promise<SignedIn | null> {
  if (!TOKEN.test(token)) return null
  const session = await service.db.userSession.findUnique({
    where: { tokenHash: tokenHash(service, token) },
    include: { user: { include: { organization: true, professional: true } } },
  })
  if (session === null || session.expiresAt.getTime() <= service.now()) return null
  const { user } = session
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
    },
    organization: user.organization,
  }
}

export async function closeSession(service: Service, token: string): Promise<void> {
  await service.db.userSession.deleteMany({ where: { tokenHash: tokenHash(service, token) } })
}

function tokenHash(service: Service, token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(service.crypto.hmac('session', token))
}
