/** Ends sessions, links and invites of a user who loses rights, in the same transaction. */
import {
  column,
  deleteRows,
  findRow,
  query,
  sqlOf,
  statement,
  tables,
  type Transaction,
} from '@scheduling/database'
import { lockOrganization } from '../change/locks.ts'
import type { WriteContext } from '../change/write-context.ts'
import { Problem } from '../contract/problems.ts'

const sessionsEnded = query({
  name: 'sessions ended',
  text: `DELETE FROM user_session WHERE user_id = $1::int AND token_hash IS DISTINCT FROM $2::bytea RETURNING id`,
  row: { id: column.int },
})

/**
 * Ends the sessions of a user. It waits for changes that are under way in them: see `change/held-session.ts`.
 *
 * @param but the hash of a session that stays; null: none does
 * @returns how many ended
 */
export async function endSessions(
  tx: Transaction,
  userId: number,
  but: Uint8Array | null = null,
): Promise<number> {
  return (await sessionsEnded(sqlOf(tx), [userId, but])).length
}

const userLocked = statement(
  'user locked',
  'SELECT FROM user_account WHERE id = $1::int FOR NO KEY UPDATE',
)

/**
 * Ends all sessions of a user, and keeps new ones from being opened until the transaction ends. Links in mails end
 * too.
 *
 * Changes in the sessions may want the user's row themselves, so they are waited for before it is locked. A sign-in
 * that came in between has opened a session by then.
 */
export async function endAccess(tx: Transaction, userId: number): Promise<void> {
  await endSessions(tx, userId)
  await userLocked(sqlOf(tx), [userId])
  await endSessions(tx, userId)
  await endLinks(tx, userId)
}

/** Links to set a new password, or to confirm a new e-mail, work no more. */
export async function endLinks(tx: Transaction, userId: number): Promise<void> {
  await deleteRows(tx, tables.passwordReset, { userId })
  await deleteRows(tx, tables.emailChange, { userId })
}

type Ending = Pick<WriteContext, 'tx' | 'note'>

/** The user that a professional signs in as; null: none. */
export function loginOf(
  { tx, organization }: Pick<WriteContext, 'tx' | 'organization'>,
  professionalId: number,
) {
  const key = { organizationId: organization.id, professionalId }
  return findRow(tx, tables.user, key)
}

/** Takes a login for good: its password opens nothing again. Only an invite makes another. */
export async function takeLogin(
  { tx, note }: Ending,
  { id, email }: { readonly id: number; readonly email: string },
): Promise<void> {
  await deleteRows(tx, tables.user, { id })
  note({ action: 'user.removed', id, changes: { email: { from: email, to: null } } })
}

/** Withdraws the invites that a user made: none of them leads back into the team. */
export async function withdrawInvitesOf({ tx, note }: Ending, userId: number): Promise<void> {
  noteWithdrawn(note, await invitesBy(sqlOf(tx), [userId]))
}

/** Withdraws the invite of a professional. None is accepted while the organization is locked. */
export async function withdrawInviteFor(
  { tx, note, organization }: Ending & Pick<WriteContext, 'organization'>,
  professionalId: number,
): Promise<void> {
  noteWithdrawn(note, await invitesFor(sqlOf(tx), [organization.id, professionalId]))
}

/** One that was accepted meanwhile is not withdrawn. */
const invitesBy = query({
  name: 'invites of a user withdrawn',
  text: 'DELETE FROM user_invite WHERE invited_by = $1::int RETURNING id',
  row: { id: column.int },
})

const invitesFor = query({
  name: 'invite for a professional withdrawn',
  text: 'DELETE FROM user_invite WHERE organization_id = $1::int AND professional_id = $2::int RETURNING id',
  row: { id: column.int },
})

function noteWithdrawn(
  note: WriteContext['note'],
  ended: readonly { readonly id: number }[],
): void {
  for (const { id } of ended) note({ action: 'user.invite_revoked', id, changes: null })
}

const owners = query({
  name: 'owners who can sign in',
  text: `SELECT u.id FROM user_account u LEFT JOIN professional p ON p.id = u.professional_id
    WHERE u.organization_id = $1::int AND u.access = 'owner' AND p.is_active IS NOT false LIMIT 1`,
  row: { id: column.int },
})

/**
 * To be asked after a change that takes an owner away. Two such changes wait for each other, so that one of them sees
 * that the other left no owner.
 *
 * @throws `409 action_not_allowed` when no owner is left who can sign in
 */
export async function requireOwner(tx: Transaction, organizationId: number): Promise<void> {
  await lockOrganization(tx, organizationId)
  const [owner] = await owners(sqlOf(tx), [organizationId])
  if (owner !== undefined) return
  throw new Problem(
    'action_not_allowed',
    'An organization needs at least one owner who can sign in. Make another user an owner first.',
  )
}
