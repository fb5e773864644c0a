import { findRow, tables } from '@scheduling/database'
import type { Browser, Context } from '../context.ts'
import { notSignedIn, Problem } from '../contract/problems.ts'
import { requireAccess } from '../procedure/accesses.ts'

/** The user who calls. An API key reaches none of the procedures that ask. @throws `401 unauthorized` */
export function userIdOf({ caller }: Pick<Context, 'caller'>): number {
  if (caller.kind !== 'user') throw notSignedIn()
  return caller.id
}

/** The browser that calls. Where the process itself calls there is none, and nothing can be counted. */
export function browserOf({ browser }: Pick<Context, 'browser'>): Browser {
  if (browser === undefined) throw notSignedIn()
  return browser
}

/**
 * Whose account it is: the caller's own, or for an owner that of any member of the team.
 *
 * @throws `403 forbidden_scope` for who is no owner and asks for another; `404 not_found`
 */
export async function memberOf(
  context: Pick<Context, 'caller' | 'organization' | 'db'>,
  userId: number | undefined,
): Promise<number> {
  const own = userIdOf(context)
  if (userId === undefined || userId === own) return own
  requireAccess(context, 'owner')
  const { id: organizationId } = context.organization
  const user = await findRow(context.db, tables.user, { id: userId, organizationId })
  if (user === null) throw noUser()
  return user.id
}

/** `404 not_found` */
export function noUser(): Problem {
  return new Problem('not_found', 'No user of this organization has this id.')
}
