import { formatInstant } from '@scheduling/availability'
import { sqlOf } from '@scheduling/database'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { LIMITS } from '../contract/limits.ts'
import { Problem } from '../contract/problems.ts'
import { NoExpand, valueText } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { toDelivery } from '../webhooks/delivery.ts'
import { attemptsAtEvents } from '../webhooks/delivery-rows.ts'
import { RequestDetails, toRequest } from './request.ts'
import { eventsCausedBy, keptFrom, REQUESTS, type RequestRow } from './rows.ts'

/** `GET /v1/requests/{request_id}`: what it was answered, and what it caused. */
export const getRequest = procedure({
  kind: 'read',
  rest: {
    method: 'GET',
    path: '/requests/{request_id}',
    tag: 'Requests',
    summary: 'Get a request',
    description:
      'One request of this key, with the events that it caused and, for a key with `webhooks:manage`, their deliveries.',
  },
  scope: 'read',
  access: 'owner',
  input: z.object({ request_id: valueText(), expand: NoExpand }),
  output: RequestDetails,
  problems: ['not_found'],
  async run(context, { request_id: id }) {
    const { db, organization } = context
    const { timeZone } = organization
    const row = await findOwn(context, id)
    const found = await eventsCausedBy(sqlOf(db), [
      organization.id,
      row.receivedAt,
      id,
      LIMITS.requestEvents + 1,
    ])
    const events = found.slice(0, LIMITS.requestEvents)
    const attempts = seesDeliveries(context)
      ? await attemptsAtEvents(
          db,
          organization.id,
          events.map((event) => event.id),
          context.realNow(),
        )
      : null
    return {
      ...toRequest(row, timeZone),
      events: events.map(({ id: eventId, type, createdAt }) => ({
        id: eventId,
        type,
        created_at: formatInstant(createdAt.getTime(), timeZone),
        deliveries:
          attempts
            ?.filter((one) => one.event_id === eventId)
            .map((one) => toDelivery(one, timeZone)) ?? null,
      })),
      events_truncated: found.length > events.length,
    }
  },
})

/** @throws `404 not_found`, also for the request of another key */
async function findOwn(context: Context, id: string): Promise<RequestRow> {
  const { db, organization, caller } = context
  const row = await REQUESTS.one(db, organization.id, id)
  const isOwn = caller.kind === 'user' || row?.keyId === caller.id
  if (row !== null && isOwn && row.receivedAt.getTime() >= keptFrom(context)) return row
  throw new Problem(
    'not_found',
    `No request of this key in the last ${LIMITS.requestDays} days has this id.`,
  )
}

function seesDeliveries({ caller }: Pick<Context, 'caller'>): boolean {
  return caller.kind === 'user' || caller.scopes.includes('webhooks:manage')
}
