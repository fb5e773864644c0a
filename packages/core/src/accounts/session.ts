import { randomBytes } from 'node:crypto'
import type { Organization } from '@scheduling/database'
import type { Caller, Service } from '../context.ts'

export const SESSION_COOKIE = 'scheduling_session'
export const SESSION_DAYS = 14

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
  const expiresAt = new Date(service.now() + SESSION_DAYS * 86_400_000)
  await service.db.userSession.create({
    data: { tokenHash: tokenHash(service, token), userId, expiresAt },
  })
  return { token, expiresAt }
}

/** Who is signed in with this token; null for none, an expired one, or somebody who left the team. */
export async function findSession(service: Service, token: string): Promise<SignedIn | null> {
  const session = await service.db.userSession.findUnique({
    where: { tokenHash: tokenHash(service, token) },
    include: { user: { include: { organization: true, professional: true } } },
  })
  if (session === null || session.expiresAt.getTime() <= service.now()) return null
  const { user } = session
  if (!user.professional.isActive) return null
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
