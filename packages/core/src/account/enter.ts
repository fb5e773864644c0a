/** Opens sessions, by a password or by an invite. */
import { sqlOf, statement, type Queryable } from '@scheduling/database'
import { LIMITS } from '../contract/limits.ts'
import type { Browser, Service } from '../context.ts'
import { accountOf } from './attempts.ts'
import { withDevice } from './device.ts'
import { closeSession, openSession, type OpenedSession } from './session.ts'

const oldestEnded = statement(
  'oldest sessions of a user ended',
  `DELETE FROM user_session WHERE token_hash IN (
    SELECT token_hash FROM user_session WHERE user_id = $1::int
    ORDER BY last_used_at DESC, id DESC OFFSET ${LIMITS.sessionsPerUser})`,
)

/**
 * Opens a session in place of the one that this browser had: no cookie refers to that any more. The user's row must be
 * locked, so that a change that ends all sessions of the user ends this one too.
 */
export async function openInstead(
  service: Service,
  tx: Queryable,
  browser: Browser,
  userId: number,
): Promise<OpenedSession> {
  const before = browser.cookies.session.value
  if (before !== null) await closeSession(service, before, tx)
  const session = await openSession(service, userId, browser, tx)
  await oldestEnded(sqlOf(tx), [userId])
  return session
}

/** Once the session is saved. */
export function setCookies(
  service: Service,
  { cookies }: Browser,
  email: string,
  session: OpenedSession,
): void {
  cookies.session.set(session.token, session.expiresAt)
  const known = withDevice(service, cookies.device.value, accountOf(service, email))
  cookies.device.set(known.value, known.expiresAt)
}
