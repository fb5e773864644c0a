/** One record of every kind, and the values that requests about them need. */
import type { TestApi, TestOrganization } from './api.ts'
import { MONDAY, at } from './booking.ts'
import {
  blockedTime,
  createAppointmentRow,
  createClientRow,
  createDepositRow,
  createHoldRow,
  createProfessional,
  createQueueEntryRow,
  createService,
  createSpecialty,
  createWishRow,
  dateOverride,
  eventsOf,
  holiday,
  queueDesk,
  WORKDAYS,
  workingHours,
} from './clinic.ts'
import { createRequestRow } from './requests.ts'

export type Records = Awaited<ReturnType<typeof createRecords>>

/**
 * By the names that routes have for them: `client_id`, `webhook_id`, … and, for bodies, `service_ids`,
 * `start`, `url`, `events`.
 *
 * @param url where the webhook, and those that requests create, deliver
 */
export async function createRecords(
  api: TestApi,
  organization: TestOrganization,
  url = 'https://example.com/hook',
) {
  const { db } = api
  const { row } = organization
  const specialty = await createSpecialty(db, row)
  const professional = await createProfessional(db, row)
  const performedBy = [professional]
  await workingHours(db, row, professional, {
    weekdays: [...WORKDAYS, 0, 6],
    intervals: [['00:00', '23:59']],
  })
  // A holiday, on which this professional works.
  await holiday(db, row, MONDAY)
  await dateOverride(db, row, professional, MONDAY, [['00:00', '23:59']])
  const blocked = await blockedTime(db, row, professional, at('20:00'), at('21:00'))
  const service = await createService(db, row, { performedBy, specialtyId: specialty.id })
  const queueService = await createService(db, row, { performedBy, bookingMode: 'QUEUE' })
  await queueDesk(db, row, professional)
  const phone = `119${String(80_000_000 + row.id)}`
  const client = await createClientRow(db, row, { phone })
  const appointment = await createAppointmentRow(db, row, {
    professional,
    client,
    services: [service],
    start: at('10:00'),
    status: 'PENDING',
  })
  const date = new Date(api.service.now() - 3 * 3_600_000).toISOString().slice(0, 10)
  const entry = await createQueueEntryRow(db, row, {
    client,
    service: queueService,
    professional,
    date,
    arrivedAt: new Date(api.service.now() - 60_000).toISOString(),
  })
  const expiresAt = new Date(api.service.now() + 3_600_000).toISOString()
  const deposit = await createDepositRow(db, row, { appointment, expiresAt })
  const hold = await createHoldRow(db, row, {
    professional,
    services: [service],
    start: at('17:00'),
    expiresAt,
  })
  const wish = await createWishRow(db, row, { client, service, date: MONDAY })
  const event = await createEvent(api, organization)
  const webhook = await createWebhook(api, organization, url)
  // The day of an event is that of the database.
  const receivedAt = new Date()
  const { request_id: id } = event.context
  const request = await createRequestRow(api, organization, {
    id,
    receivedAt,
    requestDay: receivedAt,
  })
  const delivery = await createDelivery(api, organization, event, webhook)
  return {
    specialty_id: specialty.id,
    professional_id: professional.id,
    professional_ids: [professional.id],
    service_id: service.id,
    service_ids: [service.id],
    queue_service_id: queueService.id,
    client_id: client.id,
    appointment_id: appointment.id,
    entry_id: entry.id,
    waitlist_entry_id: wish.id,
    blocked_time_id: blocked.id,
    deposit_id: deposit.id,
    hold_id: hold.id,
    event_id: event.id,
    webhook_id: webhook.id,
    request_id: request.id,
    delivery_id: delivery.id,
    start: at('15:00'),
    end: at('16:00'),
    date: MONDAY,
    from_date: MONDAY,
    to_date: MONDAY,
    url,
    events: ['client.created'],
    first_name: 'Ana',
    phone,
  }
}

/** A real one, of a change made through the API. */
async function createEvent(api: TestApi, { row, key }: TestOrganization) {
  const body = { first_name: 'Rui', email: 'rui@example.com' }
  await api.call('POST', '/v1/clients', { key, body })
  const [event] = await eventsOf(api.db, row)
  if (event === undefined) throw new Error('A new client made no event.')
  return event
}

async function createWebhook(api: TestApi, { row }: TestOrganization, url: string) {
  const id = api.service.newId('whk')
  const secret = api.service.crypto.seal('whsec_of-the-records', `webhook:${id}:signing-secret`)
  return api.db.webhook.create({
    data: {
      id,
      signingSecretSealed: new Uint8Array(secret),
      organizationId: row.id,
      name: 'CRM',
      url,
      urlHash: new Uint8Array(32),
      events: ['client.*'],
      format: 'generic',
      apiVersion: '2026-11-01',
    },
  })
}

async function createDelivery(
  api: TestApi,
  { row }: TestOrganization,
  event: { id: string },
  webhook: { id: string },
) {
  return api.db.deliveryAttempt.create({
    data: {
      attemptDay: today(),
      id: api.service.newId('dlv'),
      organizationId: row.id,
      webhookId: webhook.id,
      eventId: event.id,
      eventDay: today(),
      eventType: 'client.created',
      run: 0,
      trigger: 'EVENT',
      attempt: 1,
      maxAttempts: 8,
      status: 'SUCCEEDED',
      responseStatus: 200,
      durationMs: 12,
      attemptedAt: new Date(api.service.now()),
      createdAt: new Date(api.service.now()),
    },
  })
}

/** The day's partition, whatever the test's clock says. */
function today(): Date {
  return new Date(new Date().toISOString().slice(0, 10))
}
