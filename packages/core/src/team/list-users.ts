import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { procedure } from '../procedure/define.ts'
import { Invite, toInvite, toUser, User, WITH_PROFESSIONAL } from './user.ts'

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
    const page = { include: WITH_PROFESSIONAL, orderBy: { id: 'asc' } } as const
    const [users, invites] = await Promise.all([
      db.user.findMany({ where: { organizationId }, take: LIMITS.usersPerOrganization, ...page }),
      db.userInvite.findMany({
        where: { organizationId, expiresAt: { gt: new Date(realNow()) } },
        take: LIMITS.pendingInvites,
        ...page,
      }),
    ])
    return {
      data: users.map((row) => toUser(row, timeZone)),
      invites: invites.map((row) => toInvite(row, timeZone)),
    }
  },
})
