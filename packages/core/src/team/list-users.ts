import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { procedure } from '../procedure/define.ts'
import { Invite, toInvite, toUser, User, USER_PARTS, WITH_PROFESSIONAL } from './user.ts'

/** Dashboard: who can sign in, and the invites that can still be accepted, each by id. */
export const listUsers = procedure({
  kind: 'read',
  scope: 'read',
  role: 'owner',
  input: z.object({}),
  output: z.object({ data: z.array(User), invites: z.array(Invite) }),
  problems: [],
  async run({ db, organization, realNow }) {
    const { id: organizationId, timeZone } = organization
    const now = realNow()
    const orderBy = { id: 'asc' } as const
    const [users, invites] = await Promise.all([
      db.user.findMany({
        where: { organizationId },
        include: USER_PARTS,
        take: LIMITS.usersPerOrganization,
        orderBy,
      }),
      db.userInvite.findMany({
        where: { organizationId, expiresAt: { gt: new Date(now) } },
        include: WITH_PROFESSIONAL,
        take: LIMITS.pendingInvites,
        orderBy,
      }),
    ])
    return {
      data: users.map((row) => toUser(row, timeZone, now)),
      invites: invites.map((row) => toInvite(row, timeZone)),
    }
  },
})
