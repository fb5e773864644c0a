/** For what holds of every route that changes something: a request of each, which succeeds once, and its effects. */
import type { Reply, TestApi, TestOrganization } from './api.ts'
import { fillPath, namedFor, smallestBody, type ApiDocument, type Operation } from './document.ts'
import { createRecords, type Records } from './records.ts'
import { createdWebhook } from './webhooks.ts'

export type Change = {
  readonly organization: TestOrganization
  readonly records: Records
  readonly path: string
  readonly body: Readonly<Record<string, unknown>> | undefined
  send(idempotencyKey?: string): Promise<Reply>
  /** Everything that the request can have left behind, as text to compare. */
  state(): Promise<string>
}

/** What changes something where the smallest body changes nothing. */
const BODIES: Readonly<Record<string, object>> = {
  'PATCH /v1/clients/{client_id}': { first_name: 'Beatriz' },
  'PATCH /v1/appointments/{appointment_id}': { notes: 'Prefers the morning.' },
  'PATCH /v1/webhooks/{webhook_id}': { name: 'CRM of the clinic' },
  'PATCH /v1/services/{service_id}': { name: 'Another consultation' },
  'PATCH /v1/specialties/{specialty_id}': { name: 'Nutrition' },
  'PATCH /v1/professionals/{professional_id}': { name: 'Dr. Reis' },
  'POST /v1/holidays': { date: '2027-06-01' },
}

/**
 * What a request of this route needs to succeed once, in an organization of its own.
 *
 * @param url where its webhook delivers; by default an address that the test has to resolve
 */
export async function readyFor(
  api: TestApi,
  document: ApiDocument,
  operation: Operation,
  url = 'https://example.com/hook',
): Promise<Pick<Change, 'organization' | 'records' | 'path' | 'body'>> {
  const { db } = api
  // It has everything that routes are about, a test clock too.
  const organization = await api.organization({ livemode: false })
  const records = await createRecords(api, organization, url)
  const where = { organizationId: organization.row.id }
  if (operation.name === 'POST /v1/appointments/{appointment_id}/complete')
    await db.appointment.updateMany({ where, data: { status: 'CONFIRMED' } })
  if (operation.name === 'POST /v1/appointments/{appointment_id}/meeting-url')
    await db.appointment.updateMany({ where, data: { type: 'TELEMEDICINE' } })
  if (operation.name === 'POST /v1/queue/entries')
    await db.queueEntry.updateMany({ where, data: { status: 'COMPLETED' } })
  if (operation.name === 'POST /v1/queue/entries/{entry_id}/complete')
    await db.queueEntry.updateMany({ where, data: { status: 'CALLED' } })
  // The event is older than the webhook, and was delivered.
  const dayAgo = new Date(api.service.realNow() - 86_400_000)
  if (operation.name === 'POST /v1/webhooks/{webhook_id}/recover') {
    await db.webhook.updateMany({ where, data: { createdAt: dayAgo } })
    await db.deliveryAttempt.updateMany({ where, data: { status: 'FAILED' } })
  }
  // Nothing is booked that the change could concern.
  if (/deactivate$|^(PUT|DELETE) .*hours/.test(operation.name))
    await db.appointment.updateMany({ where, data: { status: 'COMPLETED' } })
  if (operation.name === 'POST /v1/professionals/{professional_id}/reactivate')
    await db.professional.updateMany({ where, data: { isActive: false } })
  if (operation.name === 'DELETE /v1/specialties/{specialty_id}')
    await db.service.updateMany({ where, data: { specialtyId: null } })
  const values: Record<string, unknown> = {
    ...namedFor(operation.name, records),
    name: 'Acupuncture',
    duration_minutes: 30,
    phone: '11912345678',
    since: dayAgo.toISOString(),
  }
  // Only one that was created through the API has a secret.
  if (operation.name === 'POST /v1/webhooks/{webhook_id}/rotate-secret')
    values['webhook_id'] = (await createdWebhook(api, organization, { url })).id
  const body = { ...smallestBody(document, operation, values), ...BODIES[operation.name] }
  return {
    organization,
    records,
    path: fillPath(operation, values),
    body: operation.body === null ? undefined : body,
  }
}

/**
 * @param through which instance sends it
 * @param beside which instance reads what it left: it may be that the first can't
 * @param url where its webhook delivers
 */
export async function oneChange(
  { through, beside }: { through: TestApi; beside: TestApi },
  document: ApiDocument,
  operation: Operation,
  url: string,
): Promise<Change> {
  const { db } = beside
  const ready = await readyFor(beside, document, operation, url)
  const { organization, path, body } = ready
  const where = { organizationId: organization.row.id }
  return {
    ...ready,
    send: (idempotencyKey) =>
      through.call(operation.method, path, {
        key: organization.key,
        ...(idempotencyKey === undefined ? {} : { headers: { 'Idempotency-Key': idempotencyKey } }),
        ...(body === undefined ? {} : { body }),
      }),
    async state() {
      const kinds = await Promise.all([
        db.event.findMany({
          where,
          orderBy: { sequence: 'asc' },
          select: { id: true, type: true },
        }),
        db.client.findMany({ where, orderBy: { id: 'asc' } }),
        db.appointment.findMany({ where, orderBy: { id: 'asc' } }),
        db.queueEntry.findMany({ where, orderBy: { id: 'asc' } }),
        db.timeHold.findMany({ where, orderBy: { id: 'asc' } }),
        db.service.findMany({ where, orderBy: { id: 'asc' } }),
        db.specialty.findMany({ where, orderBy: { id: 'asc' } }),
        db.professional.findMany({ where, orderBy: { id: 'asc' } }),
        db.workingHours.findMany({ where, orderBy: { weekday: 'asc' } }),
        db.dateOverride.findMany({ where }),
        db.holiday.findMany({ where, orderBy: { date: 'asc' } }),
        db.blockedTime.findMany({ where, orderBy: { id: 'asc' } }),
        db.waitlistWish.findMany({ where, orderBy: { id: 'asc' } }),
        db.waitlistOffer.findMany({ where, orderBy: { id: 'asc' } }),
        db.webhook.findMany({ where, orderBy: { id: 'asc' } }),
        db.delivery.findMany({ where, orderBy: { attemptId: 'asc' } }),
        db.deliveryAttempt.findMany({ where, orderBy: { id: 'asc' } }),
        db.clockAdvance.findMany({ where }),
      ])
      return JSON.stringify(kinds)
    },
  }
}
