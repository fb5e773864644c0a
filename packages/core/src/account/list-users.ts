import { sqlOf } from '@scheduling/database'
import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { Invite, readInvites, readUsers, toInvite, toUser, User } from './user.ts'

/** Dashboard: who can sign in, and the invites that can still be accepted, each by id. */
export const listUsers = procedure({
  kind: 'read',
  scope: 'read',
  access: 'owner',
  input: z.object({}),
  output: z.object({ data: z.array(User), invites: z.array(Invite) }),
  problems: [],
  async run({ db, organization, realNow }) {
    const { id: organizationId, timeZone } = organization
    const now = realNow()
    const [users, invites] = await Promise.all([
      readUsers(sqlOf(db), [organizationId, null]),
      readInvites(sqlOf(db), [organizationId, null, new Date(now)]),
    ])
    return {
      data: users.map((row) => toUser(row, timeZone, now)),
      invites: invites.map((row) => toInvite(row, timeZone)),
    }
  },
})
