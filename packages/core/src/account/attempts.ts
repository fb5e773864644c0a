/** Limits on tries of passwords and links. */
import { LIMITS } from '../contract/limits.ts'
import { rateLimited } from '../contract/problems.ts'
import type { Browser, Service } from '../context.ts'
import { NoPlaceError } from '../ground/line.ts'
import { deviceOf } from './device.ts'
import { isPassword } from './password.ts'

/** By what attempts at an account are counted: nothing of the e-mail is in it. */
export function accountOf({ crypto }: Pick<Service, 'crypto'>, email: string): string {
  return crypto.hmac('account', email).toString('base64url')
}

/** One more attempt of an address to sign in, to use a link, or to change a password. @throws `429 rate_limited` */
export async function countSignIn({ attempts, address }: Browser): Promise<void> {
  refuseFor(
    await attempts.count('sign-in', address),
    'Too many sign-in attempts came from this address.',
  )
}

/**
 * Whether a password is right, by the counters of sign-ins: those of the address, and those of the account or of this
 * browser's part of it. Neither the time that it takes nor the counters reveal whether the account exists.
 *
 * @param storedHash null: no user may sign in there
 * @throws `429 rate_limited`
 */
export async function isRightPassword(
  service: Service,
  browser: Browser,
  given: { readonly email: string; readonly password: string },
  storedHash: string | null,
): Promise<boolean> {
  const { attempts, cookies } = browser
  const account = accountOf(service, given.email)
  const device = deviceOf(service, cookies.device.value, account)
  const whose = device === null ? account : `${account} ${device}`
  const tooManyFailures = 'Too many attempts to sign in to this account failed.'
  refuseFor(await attempts.look('failed sign-in', whose), tooManyFailures)
  const hashOf = async (): Promise<string | null> => {
    refuseFor(await attempts.count('failed sign-in', whose), tooManyFailures)
    return storedHash
  }
  const isRight = await inTurn(isPassword(given.password, hashOf, { goesFirst: device !== null }))
  if (isRight) await attempts.forget('failed sign-in', whose)
  return isRight
}

/** @throws `429 rate_limited` when too many passwords wait to be hashed */
export async function inTurn<Result>(hashing: Promise<Result>): Promise<Result> {
  try {
    return await hashing
  } catch (error) {
    if (!(error instanceof NoPlaceError)) throw error
    throw rateLimited('Too many people are signing in right now.', LIMITS.signInWaitSeconds)
  }
}

/** @param seconds to wait; 0: no need to */
export function refuseFor(seconds: number, why: string): void {
  if (seconds > 0) throw rateLimited(why, seconds)
}
