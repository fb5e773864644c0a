/** Conditions on who may still sign in: professionals who were deactivated may not. */
import { Prisma } from '@scheduling/database'

/** On a `professionalId`. Null: the user is none. */
export const OF_ACTIVE_PROFESSIONAL = Prisma.sql`IS NULL OR r.professional_id IN (SELECT p.id FROM professional p WHERE p.is_active)`

/** On a `userId`. */
export const OF_ACTIVE_USER = Prisma.sql`IN (SELECT u.id FROM user_account u
  LEFT JOIN professional p ON p.id = u.professional_id WHERE p.is_active IS NOT false)`

/** The same of a user or an invite that was read with its professional, for Prisma. */
export const IS_ACTIVE = { OR: [{ professionalId: null }, { professional: { isActive: true } }] }

/** The name of a user, or of who is invited. */
export function nameOf(one: {
  readonly name: string | null
  readonly professional: { readonly name: string } | null
}): string {
  return one.professional?.name ?? one.name ?? ''
}
