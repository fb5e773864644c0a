/** Who of the team can sign in, and who is invited to. */
import { noUser } from './calling-user.ts'
import { formatInstant } from '@scheduling/availability'
import { column, query, selected, sqlOf, tables, without, type RowOf } from '@scheduling/database'
import { z } from 'zod'
import type { WriteContext } from '../change/write-context.ts'
import { LIMITS } from '../contract/limits.ts'
import { Problem } from '../contract/problems.ts'
import { ACCESSES } from '../context.ts'
import { Id, MiniReference } from '../ground/fields.ts'
import { Instant } from '../ground/time-fields.ts'

export const Access = z.enum(ACCESSES)

export const User = z.object({
  object: z.literal('user'),
  id: Id,
  name: z.string(),
  email: z.string(),
  /** The e-mail that takes its place once the link that was sent there is used; null: none. */
  new_email: z.string().nullable(),
  access: Access,
  /** Null: the user is no professional. */
  professional_id: Id.nullable(),
  is_active: z.boolean(),
  created_at: Instant,
})

export const Invite = z.object({
  object: z.literal('invite'),
  id: Id,
  email: z.string(),
  access: Access,
  /** Of the person who is invited. */
  name: z.string(),
  /** Null: the person will be no professional. */
  professional: MiniReference.nullable(),
  email_in_use: z.boolean(),
  expires_at: Instant,
  created_at: Instant,
})

const USER = {
  id: column.int,
  email: column.text,
  professionalId: column.nullable(column.int),
  createdAt: column.dateTime,
  name: column.by('coalesce(p.name, u.name)', column.text),
  access: tables.user.columns.access,
  isActive: column.by('p.is_active IS NOT false', column.bool),
  newEmail: column.by('c.email', column.nullable(column.text)),
  newEmailExpiresAt: column.by('c.expires_at', column.nullable(column.dateTime)),
}

/** One user of an organization, or with null the first ones, by id. */
export const readUsers = query({
  name: 'users',
  text: `SELECT ${selected(USER, 'u')} FROM user_account u LEFT JOIN professional p ON p.id = u.professional_id
    LEFT JOIN email_change c ON c.user_id = u.id
    WHERE u.organization_id = $1::int AND ($2::int IS NULL OR u.id = $2::int) ORDER BY u.id LIMIT ${LIMITS.usersPerOrganization}`,
  row: USER,
})

const INVITE = {
  ...without(tables.userInvite, 'organizationId', 'tokenHash', 'invitedBy', 'role'),
  name: column.by('coalesce(p.name, i.name)', column.text),
}

/** One invite of an organization, or with null those that end after a time, by id. */
export const readInvites = query({
  name: 'invites',
  text: `SELECT ${selected(INVITE, 'i')} FROM user_invite i LEFT JOIN professional p ON p.id = i.professional_id
    WHERE i.organization_id = $1::int AND ($2::int IS NULL OR i.id = $2::int) AND i.expires_at > $3::timestamptz
    ORDER BY i.id LIMIT ${LIMITS.pendingInvites}`,
  row: INVITE,
})

/** Of an invite that was just written. */
export async function inviteReply(
  { tx, organization, realNow }: WriteContext,
  id: number,
): Promise<z.input<typeof Invite>> {
  const [row] = await readInvites(sqlOf(tx), [organization.id, id, new Date(realNow())])
  if (row === undefined) throw noInvite()
  return toInvite(row, organization.timeZone)
}

/** @param now real, epoch milliseconds */
export function toUser(
  row: RowOf<typeof USER>,
  timeZone: string,
  now: number,
): z.input<typeof User> {
  const { id, email, newEmail, newEmailExpiresAt } = row
  return {
    object: 'user',
    id,
    name: row.name,
    email,
    new_email: newEmailExpiresAt === null || newEmailExpiresAt.getTime() <= now ? null : newEmail,
    access: row.access,
    professional_id: row.professionalId,
    is_active: row.isActive,
    created_at: formatInstant(row.createdAt.getTime(), timeZone),
  }
}

export function toInvite(row: RowOf<typeof INVITE>, timeZone: string): z.input<typeof Invite> {
  const { id, email, access, name, professionalId } = row
  return {
    object: 'invite',
    id,
    email,
    access,
    name,
    professional: professionalId === null ? null : { id: professionalId, name },
    email_in_use: row.emailTakenAt !== null,
    expires_at: formatInstant(row.expiresAt.getTime(), timeZone),
    created_at: formatInstant(row.createdAt.getTime(), timeZone),
  }
}

/** `404 not_found` */
export function noInvite(): Problem {
  return new Problem('not_found', 'No invite of this organization has this id.')
}

/** @throws `404 not_found` */
export async function userOf({ tx, organization }: WriteContext, id: number) {
  const [user] = await readUsers(sqlOf(tx), [organization.id, id])
  if (user === undefined) throw noUser()
  return user
}
