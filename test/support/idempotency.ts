/** Requests with an Idempotency-Key, and what a repetition of them is known by. */
import { routeTable } from '@scheduling/api'
import { appRouter } from '@scheduling/core'
import { expect } from 'vitest'
import type { Reply, TestApi } from './api.ts'
import { readyFor } from './changes.ts'
import type { ApiDocument, Operation } from './document.ts'

const idempotent = routeTable(appRouter).routes.filter(
  ({ endpoint }) => endpoint.rest.idempotent === true,
)

const nameOf = ({ method, path }: { readonly method: string; readonly path: string }) =>
  `${method} ${path}`

/** Every route that takes the header: those of the document, which are those of the table. */
export function idempotentRoutes(document: ApiDocument): readonly Operation[] {
  const routes = document.operations.filter(({ takesIdempotencyKey }) => takesIdempotencyKey)
  expect(routes.map(({ name }) => name).sort()).toEqual(idempotent.map(nameOf).sort())
  return routes
}

const withoutBody = new Set(
  idempotent.filter(({ endpoint }) => endpoint.rest.body !== 'required').map(nameOf),
)

/** Whether a request without a body is accepted. */
export function needsNoBody({ name }: Operation): boolean {
  return withoutBody.has(name)
}

/** A request that succeeds once, in an organization of its own. */
export async function succeedingOnce(api: TestApi, document: ApiDocument, operation: Operation) {
  const { organization, records, path, body } = await readyFor(api, document, operation)
  const where = { organizationId: organization.row.id }
  const inOrder = { where, orderBy: { id: 'asc' } } as const
  const send = (
    idempotencyKey: string,
    sent: unknown = body,
    key: string = organization.key,
  ): Promise<Reply> =>
    api.call('POST', path, {
      key,
      headers: { 'Idempotency-Key': idempotencyKey },
      ...(sent === undefined ? {} : { body: sent }),
    })
  /** Everything that the request can have left behind. */
  const effects = async () => ({
    events: await api.db.event.count({ where }),
    clients: await api.db.client.findMany(inOrder),
    appointments: await api.db.appointment.findMany(inOrder),
    entries: await api.db.queueEntry.findMany(inOrder),
    holds: await api.db.timeHold.findMany(inOrder),
    services: await api.db.service.findMany(inOrder),
    specialties: await api.db.specialty.findMany(inOrder),
    professionals: await api.db.professional.findMany(inOrder),
    holidays: await api.db.holiday.findMany({ where, orderBy: { date: 'asc' } }),
    blocked: await api.db.blockedTime.findMany(inOrder),
    wishes: await api.db.waitlistWish.findMany(inOrder),
    offers: await api.db.waitlistOffer.findMany(inOrder),
    webhooks: await api.db.webhook.findMany(inOrder),
  })
  return { organization, records, path, body: { ...body }, send, effects }
}

export function isReplay(reply: Reply): boolean {
  return reply.headers.get('idempotent-replayed') === 'true'
}

/** What of an answer is kept. */
export function kept({ status, text, headers }: Reply) {
  return { status, text, type: headers.get('content-type') }
}

/** Each in an organization of its own, so they don't meet. */
export async function together(
  operations: readonly Operation[],
  work: (operation: Operation) => Promise<void>,
): Promise<void> {
  await Promise.all(operations.map(work))
}
