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
type UserRow = Prisma.UserGetPayload<{ include: typeof WITH_PROFESSIONAL }>
type InviteRow = Prisma.UserInviteGetPayload<{ include: typeof WITH_PROFESSIONAL }>

export function toUser(row: UserRow, timeZone: string): z.input<typeof User> {
  const { id, email, professional } = row
  return {
    object: 'user',
    id,
    name: professional.name,
    email,
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
