/** The password of who calls, for what a session alone is not enough. */
import { findRow, tables } from '@scheduling/database'
import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { invalid, notSignedIn, type Problem } from '../contract/problems.ts'
import type { Context } from '../context.ts'
import { countSignIn, isRightPassword } from './attempts.ts'
import { browserOf, userIdOf } from './calling-user.ts'

export const CurrentPassword = z.string().min(1).max(LIMITS.passwordCharacters)

/**
 * @param field of the input
 * @returns the hash that the password was compared with
 * @throws `400 validation_error` on the field, `429 rate_limited`
 */
export async function requirePassword(
  context: Context,
  field: string,
  password: string,
): Promise<string> {
  const browser = browserOf(context)
  await countSignIn(browser)
  const user = await findRow(context.db, tables.user, { id: userIdOf(context) })
  if (user === null) throw notSignedIn()
  const { email, passwordHash } = user
  const isRight = await isRightPassword(context, browser, { email, password }, passwordHash)
  if (!isRight) throw wrongPassword(field)
  return passwordHash
}

export function wrongPassword(field: string): Problem {
  return invalid(field, 'invalid_value', 'This is not the present password.')
}
