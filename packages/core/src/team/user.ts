/** Who of the team can sign in, and who is invited to. */
import { formatInstant } from '@scheduling/availability'
import type { Prisma } from '@scheduling/database'
import { z } from 'zod'
import { ROLES } from '../context.ts'
import { Id, Instant, MiniReference } from '../ground/fields.ts'

export const Role = z.enum(ROLES)

export const User = z.object({
  object: z.literal('user'),
  id: Id,
  name: z.string(),
  email: z.string(),
  /** The e-mail that takes its place once the link that was sent there is used; null: none. */
  new_email: z.string().nullable(),
  role: Role,
  professional_id: Id,
  is_active: z.boolean(),
  created_at: Instant,
})

export const Invite = z.object({
  object: z.literal('invite'),
  id: Id,
  email: z.string(),
  role: Role,
  professional: MiniReference,
  email_in_use: z.boolean(),
  expires_at: Instant,
  created_at: Instant,
})

export const WITH_PROFESSIONAL = { professional: true } as const
export const USER_PARTS = { professional: true, emailChange: true } as const
type UserRow = Prisma.UserGetPayload<{ include: typeof USER_PARTS }>
type InviteRow = Prisma.UserInviteGetPayload<{ include: typeof WITH_PROFESSIONAL }>

/** @param now real, epoch milliseconds */
export function toUser(row: UserRow, timeZone: string, now: number): z.input<typeof User> {
  const { id, email, professional, emailChange } = row
  return {
    object: 'user',
    id,
    name: professional.name,
    email,
    new_email:
      emailChange === null || emailChange.expiresAt.getTime() <= now ? null : emailChange.email,
    role: professional.role,
    professional_id: professional.id,
    is_active: professional.isActive,
    created_at: formatInstant(row.createdAt.getTime(), timeZone),
  }
}

export function toInvite(row: InviteRow, timeZone: string): z.input<typeof Invite> {
  const { id, email, role, professional } = row
  return {
    object: 'invite',
    id,
    email,
    role,
    professional: { id: professional.id, name: professional.name },
    email_in_use: row.emailTakenAt !== null,
    expires_at: formatInstant(row.expiresAt.getTime(), timeZone),
    created_at: formatInstant(row.createdAt.getTime(), timeZone),
  }
}
