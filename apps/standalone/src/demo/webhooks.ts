/** Webhooks of the demo, with the ids that the docs name, and one attempt that failed, to be sent again. */
import { EXAMPLE_IDS } from '@scheduling/api'
import type { IdPrefix, Service } from '@scheduling/core'
import { findRow, insertRow, tables, type Organization } from '@scheduling/database'
import { callersAt } from './callers.ts'

const DAY_MS = 86_400_000
/** Rare ones: a receiver is seldom there, and what can't be delivered fills the log. */
const EVENTS = ['professional.*', 'blocked_time.*'] as const

/** Hands out this id once for its prefix; all others are new. */
export function withId(service: Service, prefix: IdPrefix, id: string): Service {
  let isFree = true
  return {
    ...service,
    newId(asked) {
      if (asked !== prefix || !isFree) return service.newId(asked)
      isFree = false
      return id
    },
  }
}

export async function fillWebhooks(service: Service, organization: Organization): Promise<void> {
  // Where `npm run webhooks:listen` listens.
  const url = service.allowLoopbackWebhooks
    ? 'http://localhost:4000/'
    : 'https://crm.aurora.example.com/hooks/scheduling'
  for (const [id, name] of [
    [EXAMPLE_IDS.webhook, 'CRM'],
    [EXAMPLE_IDS.oldWebhook, 'CRM, before the move'],
  ] as const) {
    const { webhooks } = callersAt(withId(service, 'whk', id), organization)
    await webhooks.create({ url, name, events: [...EVENTS] })
  }
  await recordFailure(service, organization.id)
}

/** As the worker would have: the endpoint could not be reached, and the last attempt is over. */
async function recordFailure(service: Service, organizationId: number): Promise<void> {
  const event = await findRow(service.db, tables.event, { id: EXAMPLE_IDS.event })
  if (event === null) return
  const at = new Date(service.now())
  await insertRow(service.db, tables.deliveryAttempt, {
    attemptDay: new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS),
    id: EXAMPLE_IDS.delivery,
    organizationId,
    webhookId: EXAMPLE_IDS.webhook,
    eventId: event.id,
    eventDay: event.eventDay,
    eventType: event.type,
    run: 0,
    trigger: 'EVENT',
    attempt: 1,
    maxAttempts: 1,
    status: 'FAILED',
    durationMs: 5000,
    errorCode: 'connect_timeout',
    errorMessage: 'No connection within 5 seconds.',
    attemptedAt: at,
    createdAt: at,
  })
}
