/** The sessions of a user: where they are used, and how to end them. */
import { formatInstant } from '@scheduling/availability'
import { column, findRows, Prisma, query, sqlOf, tables } from '@scheduling/database'
import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { Problem } from '../contract/problems.ts'
import { sessionOf, type Caller } from '../context.ts'
import { sameBytes } from '../ground/crypto.ts'
import { Id } from '../ground/fields.ts'
import { Instant } from '../ground/time-fields.ts'
import { isOwner } from '../procedure/accesses.ts'
import { procedure } from '../procedure/define.ts'
import { memberOf, userIdOf } from './calling-user.ts'
import { endSessions } from './lost-access.ts'

const Session = z.object({
  object: z.literal('session'),
  id: Id,
  browser: z.string().nullable(),
  address: z.string().nullable(),
  current: z.boolean(),
  opened_at: Instant,
  last_used_at: Instant,
  expires_at: Instant,
})

/** Of the caller, unless an owner names a member of the team. */
const whose = { user_id: Id.optional() }

/** Dashboard: the sessions of a user that have not expired, the one used last first. */
export const listSessions = procedure({
  kind: 'read',
  scope: 'read',
  access: 'everybody',
  input: z.object(whose),
  output: z.object({ data: z.array(Session) }),
  problems: ['not_found'],
  async run(context, input) {
    const { db, caller, organization, realNow } = context
    const userId = await memberOf(context, input.user_id)
    const rows = await findRows(
      db,
      tables.userSession,
      { userId, expiresAt: Prisma.sql`> ${new Date(realNow())}` },
      { orderBy: Prisma.sql`r.last_used_at DESC, r.id DESC`, limit: LIMITS.sessionsPerUser },
    )
    return { data: rows.map((row) => toSession(row, caller, organization.timeZone)) }
  },
})

function toSession(
  row: Prisma.UserSessionGetPayload<object>,
  caller: Caller,
  timeZone: string,
): z.input<typeof Session> {
  const own = sessionOf(caller)
  return {
    object: 'session',
    id: row.id,
    browser: row.browser,
    address: row.address,
    current: own !== null && sameBytes(own, row.tokenHash),
    opened_at: formatInstant(row.createdAt.getTime(), timeZone),
    last_used_at: formatInstant(row.lastUsedAt.getTime(), timeZone),
    expires_at: formatInstant(row.expiresAt.getTime(), timeZone),
  }
}

const ended = query({
  name: 'session ended',
  text: `DELETE FROM user_session s USING user_account u
    WHERE s.id = $1::int AND u.id = s.user_id AND u.organization_id = $2::int AND ($3::bool OR u.id = $4::int)
    RETURNING s.user_id AS "userId"`,
  row: { userId: column.int },
})

/** Dashboard: ends one session of the caller, or for an owner one of any member of the team. */
export const endSession = procedure({
  kind: 'change',
  scope: 'write',
  access: 'everybody',
  whileSuspended: true,
  input: z.object({ session_id: Id }),
  output: z.object({ id: Id, ended: z.literal(true) }),
  emits: { ok: [] },
  notes: ['user.sessions_ended'],
  problems: ['not_found'],
  async run(context, { session_id: id }) {
    const { tx, note, caller, organization } = context
    const whose = [isOwner(caller), userIdOf(context)] as const
    const [session] = await ended(sqlOf(tx), [id, organization.id, ...whose])
    if (session === undefined) throw new Problem('not_found', 'No session has this id.')
    note({ action: 'user.sessions_ended', id: session.userId, changes: null })
    return { id, ended: true as const }
  },
})

/** Dashboard: ends the sessions of the caller but this one, or for an owner all those of a member of the team. */
export const endOtherSessions = procedure({
  kind: 'change',
  scope: 'write',
  access: 'everybody',
  whileSuspended: true,
  input: z.object(whose),
  output: z.object({ ended_sessions: z.int() }),
  emits: { ok: [] },
  notes: ['user.sessions_ended'],
  problems: ['not_found'],
  async run(context, input) {
    const { tx, note, caller } = context
    const id = await memberOf(context, input.user_id)
    const count = await endSessions(tx, id, sessionOf(caller))
    if (count > 0) note({ action: 'user.sessions_ended', id, changes: null })
    return { ended_sessions: count }
  },
})
