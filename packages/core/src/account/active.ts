/** Conditions on who may still sign in: professionals who were deactivated may not. */
import { Prisma } from '@scheduling/database'

/** On a `professionalId`. */
export const OF_ACTIVE_PROFESSIONAL = Prisma.sql`IN (SELECT p.id FROM professional p WHERE p.is_active)`

/** On a `userId`. */
export const OF_ACTIVE_USER = Prisma.sql`IN (SELECT u.id FROM user_account u
  JOIN professional p ON p.id = u.professional_id WHERE p.is_active)`
