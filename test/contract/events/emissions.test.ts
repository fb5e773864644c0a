/** Walks the table of emissions: each row is called, and the feed must tell exactly what the row says. */
import { EMISSIONS } from '@scheduling/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Call, type TestOrganization, useSharedApi } from '../../support/api.ts'
import {
  createDepositRow,
  createProfessional,
  createService,
  EVERY_DAY,
  performs,
  queueDesk,
  workingHours,
} from '../../support/clinic.ts'
import {
  attemptRow,
  createdWebhook,
  HOOK,
  resolveNames,
  writtenEvents,
} from '../../support/webhooks.ts'

const api = useSharedApi()
let clinic: TestOrganization
let serviceId: number
let queueServiceId: number
let clients = 0
let slots = 0
let days = 0

const START = Date.parse('2026-11-23T09:00:00-03:00')

beforeAll(async () => {
  resolveNames(api)
  clinic = await api.organization({ livemode: false })
  const professional = await createProfessional(api.db, clinic.row)
  await workingHours(api.db, clinic.row, professional, {
    weekdays: EVERY_DAY,
    intervals: [['00:00', '24:00']],
  })
  const service = await createService(api.db, clinic.row)
  const queueService = await createService(api.db, clinic.row, { bookingMode: 'QUEUE' })
  await performs(api.db, clinic.row, professional, service, queueService)
  await queueDesk(api.db, clinic.row, professional)
  serviceId = service.id
  queueServiceId = queueService.id
})

const call = async (method: string, path: string, body?: object, more: Call = {}) => {
  const reply = await api.call(method, path, {
    key: clinic.key,
    ...(body === undefined ? {} : { body }),
    ...more,
  })
  expect([path, reply.status, reply.status < 300 ? null : reply.body]).toEqual([
    path,
    expect.any(Number),
    null,
  ])
  return reply.body
}

const someone = () => ({ first_name: 'Ana', email: `ana${(clients += 1)}@example.com` })
const start = () => new Date(START + (slots += 1) * 3_600_000).toISOString()

const book = (more: object = {}) =>
  call('POST', '/v1/appointments', {
    service_ids: [serviceId],
    start: start(),
    client: someone(),
    ...more,
  })
const newService = () => call('POST', '/v1/services', { name: 'Bath', duration_minutes: 30 })
const newProfessional = () => call('POST', '/v1/professionals', { name: 'Bia' })
const newSpecialty = () => call('POST', '/v1/specialties', { name: crypto.randomUUID() })
const holdTime = () =>
  call('POST', '/v1/holds', { service_ids: [serviceId], start: start(), minutes: 1 })
const join = (more: object = {}) =>
  call('POST', '/v1/queue/entries', { service_id: queueServiceId, client: someone(), ...more })

const DAY = '2027-06-01'
const MORNING = { weekday: 1, opens_minute: 480, closes_minute: 720 }
const nextDay = () =>
  new Date(Date.parse(DAY) + (days += 1) * 86_400_000).toISOString().slice(0, 10)
const allDay = (date: string) => ({ professional_id: null, start: date, end: date, all_day: true })
const wait = () =>
  call('POST', '/v1/waitlist/entries', {
    service_ids: [serviceId],
    from_date: '2026-12-01',
    to_date: '2026-12-31',
    client: someone(),
  })

/** @param act with the path of the hours of a new professional */
function ofProfessional(
  act: (hours: string) => Promise<unknown>,
  prepare?: (hours: string) => Promise<void>,
): Walk {
  return {
    events: [],
    async prepare() {
      const hours = `/v1/professionals/${(await newProfessional()).id}/hours`
      await prepare?.(hours)
      return hours
    },
    act,
  }
}
const closed = async (hours: string): Promise<void> => {
  await call('PUT', `${hours}/${DAY}`, { intervals: [] })
}

/** Types of the events that `act` adds to the feed, and their batch. */
async function told(
  act: () => Promise<unknown>,
): Promise<{ types: string[]; batches: Set<string | null> }> {
  const before = await api.db.eventFeed.findUniqueOrThrow({
    where: { organizationId: clinic.row.id },
  })
  await act()
  const events = await api.db.event.findMany({
    where: { organizationId: clinic.row.id, sequence: { gt: before.lastPosition } },
    orderBy: { sequence: 'asc' },
  })
  return {
    types: events.map((event) => event.type),
    batches: new Set(
      events.map((event) => (event.payload as { batch_id: string | null }).batch_id),
    ),
  }
}

type Walk = {
  readonly events: readonly string[]
  readonly prepare?: () => Promise<any>
  readonly act: (prepared: any) => Promise<unknown>
}

const on = (
  prepare: () => Promise<any>,
  action: string,
  events: readonly string[],
  body?: object,
): Walk => ({
  events,
  prepare,
  act: (record) =>
    call(
      'POST',
      `/v1/${record.object === 'appointment' ? 'appointments' : 'queue/entries'}/${record.id}/${action}`,
      body,
    ),
})

/** What is done to a webhook has no events: the audit alone tells of it. */
const quiet = (act: (id: string) => Promise<unknown>): Walk => ({
  events: [],
  prepare: () => createdWebhook(api, clinic),
  act: (webhook) => act(webhook.id),
})

const calledEntry = async () => {
  const entry = await join()
  return call('POST', `/v1/queue/entries/${entry.id}/call`)
}

const WALKS: Readonly<Record<string, Readonly<Record<string, readonly Walk[]>>>> = {
  'POST /clients': {
    created: [{ events: ['client.created'], act: () => call('POST', '/v1/clients', someone()) }],
    existing: [
      {
        events: [],
        prepare: () => call('POST', '/v1/clients', someone()),
        act: (client) => call('POST', '/v1/clients', { first_name: 'Other', email: client.email }),
      },
      {
        events: ['client.updated'],
        prepare: () => call('POST', '/v1/clients', someone()),
        act: (client) =>
          call('POST', '/v1/clients', {
            first_name: 'New',
            email: client.email,
            on_match: 'update',
          }),
      },
    ],
  },
  'PATCH /clients/{client_id}': {
    ok: [
      {
        events: ['client.updated'],
        prepare: () => call('POST', '/v1/clients', someone()),
        act: (client) => call('PATCH', `/v1/clients/${client.id}`, { last_name: 'Lima' }),
      },
      {
        events: [],
        prepare: () => call('POST', '/v1/clients', someone()),
        act: (client) => call('PATCH', `/v1/clients/${client.id}`, { first_name: 'Ana' }),
      },
    ],
  },
  'POST /appointments': {
    created: [
      {
        events: ['client.created', 'appointment.created', 'client.first_appointment'],
        act: () => book(),
      },
      {
        events: ['appointment.created'],
        prepare: () => book(),
        act: (appointment) => book({ client: undefined, client_id: appointment.client_id }),
      },
      {
        events: ['client.updated', 'appointment.created', 'client.first_appointment'],
        prepare: () => call('POST', '/v1/clients', someone()),
        act: (client) =>
          book({ client: { first_name: 'New', email: client.email, on_match: 'update' } }),
      },
    ],
    existing: [
      {
        events: [],
        prepare: () => book(),
        act: (made) =>
          call('POST', '/v1/appointments', {
            service_ids: [serviceId],
            start: made.start,
            client_id: made.client_id,
          }),
      },
    ],
  },
  'PATCH /appointments/{appointment_id}': {
    ok: [
      {
        events: ['appointment.updated'],
        prepare: () => book(),
        act: (made) => call('PATCH', `/v1/appointments/${made.id}`, { notes: 'Primeira vez' }),
      },
      {
        events: [],
        prepare: () => book(),
        act: (made) => call('PATCH', `/v1/appointments/${made.id}`, { notes: null }),
      },
    ],
  },
  'POST /appointments/{appointment_id}/reschedule': {
    ok: [
      {
        events: ['appointment.rescheduled'],
        prepare: () => book(),
        act: (made) => call('POST', `/v1/appointments/${made.id}/reschedule`, { start: start() }),
      },
      {
        events: [],
        prepare: () => book(),
        act: (made) =>
          call('POST', `/v1/appointments/${made.id}/reschedule`, { start: made.start }),
      },
    ],
  },
  'POST /appointments/{appointment_id}/confirm': {
    ok: [on(() => book(), 'confirm', ['appointment.confirmed'])],
  },
  'POST /appointments/{appointment_id}/complete': {
    ok: [
      on(
        async () => {
          const made = await book()
          return call('POST', `/v1/appointments/${made.id}/confirm`)
        },
        'complete',
        ['appointment.completed'],
      ),
    ],
  },
  'POST /appointments/{appointment_id}/cancel': {
    ok: [
      on(() => book(), 'cancel', ['appointment.cancelled']),
      on(
        async () => {
          const made = await book()
          await createDepositRow(api.db, clinic.row, {
            appointment: await api.db.appointment.findUniqueOrThrow({ where: { id: made.id } }),
            expiresAt: '2026-11-20T08:30:00-03:00',
          })
          return made
        },
        'cancel',
        ['appointment.cancelled', 'deposit.expired'],
        { reason: 'Viagem' },
      ),
    ],
  },
  'POST /appointments/{appointment_id}/arrive': {
    ok: [on(() => book(), 'arrive', ['appointment.updated'])],
  },
  'POST /appointments/{appointment_id}/start': {
    ok: [
      on(
        async () => {
          const made = await book()
          await call('POST', `/v1/appointments/${made.id}/confirm`)
          return made
        },
        'start',
        ['appointment.updated'],
      ),
    ],
  },
  'POST /appointments/{appointment_id}/invoice': {
    ok: [on(() => book(), 'invoice', ['appointment.updated'])],
  },
  'POST /appointments/{appointment_id}/meeting-url': {
    ok: [
      on(
        async () => {
          const made = await book()
          await api.db.appointment.update({
            where: { id: made.id },
            data: { type: 'TELEMEDICINE' },
          })
          return made
        },
        'meeting-url',
        ['appointment.updated'],
        { meeting_url: 'https://meet.example/sala' },
      ),
    ],
  },
  'POST /appointments/{appointment_id}/no-show': {
    ok: [on(() => book(), 'no-show', ['appointment.no_show'])],
  },
  'POST /test-clock/advance': {
    ok: [{ events: [], act: () => call('POST', '/v1/test-clock/advance', { by_minutes: 1 }) }],
  },
  'POST /services': {
    created: [
      {
        events: ['service.created'],
        act: () => call('POST', '/v1/services', { name: 'Bath', duration_minutes: 30 }),
      },
      {
        events: ['service.created', 'professional.updated'],
        prepare: newProfessional,
        act: ({ id }) =>
          call('POST', '/v1/services', {
            name: 'Bath',
            duration_minutes: 30,
            professional_ids: [id],
          }),
      },
    ],
  },
  'PATCH /services/{service_id}': {
    ok: [
      {
        events: ['service.updated'],
        prepare: newService,
        act: ({ id }) => call('PATCH', `/v1/services/${id}`, { name: 'Long bath' }),
      },
    ],
    preview: [
      {
        events: [],
        prepare: newService,
        act: ({ id }) => call('PATCH', `/v1/services/${id}`, { name: 'Short', preview: true }),
      },
    ],
  },
  'POST /services/{service_id}/deactivate': {
    ok: [
      {
        events: ['service.deactivated'],
        prepare: newService,
        act: ({ id }) => call('POST', `/v1/services/${id}/deactivate`),
      },
    ],
    preview: [
      {
        events: [],
        prepare: newService,
        act: ({ id }) => call('POST', `/v1/services/${id}/deactivate`, { preview: true }),
      },
    ],
  },
  'POST /specialties': { created: [{ events: [], act: newSpecialty }] },
  'PATCH /specialties/{specialty_id}': {
    ok: [
      {
        events: [],
        prepare: newSpecialty,
        act: ({ id }) => call('PATCH', `/v1/specialties/${id}`, { name: crypto.randomUUID() }),
      },
    ],
  },
  'DELETE /specialties/{specialty_id}': {
    deleted: [
      {
        events: [],
        prepare: newSpecialty,
        act: ({ id }) => call('DELETE', `/v1/specialties/${id}`),
      },
    ],
  },
  'POST /professionals': {
    created: [
      { events: ['professional.created'], act: () => newProfessional() },
      {
        events: ['professional.created', 'service.updated'],
        prepare: newService,
        act: ({ id }) => call('POST', '/v1/professionals', { name: 'Bia', service_ids: [id] }),
      },
    ],
  },
  'PATCH /professionals/{professional_id}': {
    ok: [
      {
        events: ['professional.updated'],
        prepare: newProfessional,
        act: ({ id }) => call('PATCH', `/v1/professionals/${id}`, { name: 'Beatriz' }),
      },
    ],
    preview: [
      {
        events: [],
        prepare: newProfessional,
        act: ({ id }) =>
          call('PATCH', `/v1/professionals/${id}`, { name: 'Beatriz', preview: true }),
      },
    ],
  },
  'POST /professionals/{professional_id}/deactivate': {
    ok: [
      {
        events: ['professional.deactivated'],
        prepare: newProfessional,
        act: ({ id }) => call('POST', `/v1/professionals/${id}/deactivate`),
      },
    ],
    preview: [
      {
        events: [],
        prepare: newProfessional,
        act: ({ id }) => call('POST', `/v1/professionals/${id}/deactivate`, { preview: true }),
      },
    ],
  },
  'PUT /professionals/{professional_id}/hours': {
    ok: [ofProfessional((hours) => call('PUT', hours, { intervals: [MORNING] }))],
    preview: [ofProfessional((hours) => call('PUT', hours, { intervals: [], preview: true }))],
  },
  'PUT /professionals/{professional_id}/hours/{date}': {
    ok: [ofProfessional((hours) => call('PUT', `${hours}/${DAY}`, { intervals: [] }))],
    preview: [
      ofProfessional((hours) => call('PUT', `${hours}/${DAY}`, { intervals: [], preview: true })),
    ],
  },
  'DELETE /professionals/{professional_id}/hours/{date}': {
    ok: [ofProfessional((hours) => call('DELETE', `${hours}/${DAY}`), closed)],
    preview: [ofProfessional((hours) => call('DELETE', `${hours}/${DAY}?preview=true`), closed)],
  },
  'POST /holidays': {
    created: [{ events: [], act: () => call('POST', '/v1/holidays', { date: DAY, name: 'A' }) }],
    preview: [
      {
        events: [],
        act: () => call('POST', '/v1/holidays', { date: nextDay(), name: 'A', preview: true }),
      },
    ],
  },
  'DELETE /holidays/{date}': {
    ok: [
      {
        events: [],
        async prepare() {
          const date = nextDay()
          await call('POST', '/v1/holidays', { date, name: 'A' })
          return date
        },
        act: (date) => call('DELETE', `/v1/holidays/${date}`),
      },
    ],
  },
  'POST /blocked-times': {
    created: [
      {
        events: ['blocked_time.created'],
        act: () => call('POST', '/v1/blocked-times', allDay(nextDay())),
      },
    ],
    preview: [
      {
        events: [],
        act: () => call('POST', '/v1/blocked-times', { ...allDay(nextDay()), preview: true }),
      },
    ],
  },
  'DELETE /blocked-times/{blocked_time_id}': {
    ok: [
      {
        events: ['blocked_time.deleted'],
        prepare: () => call('POST', '/v1/blocked-times', allDay(nextDay())),
        act: ({ blocked_time: { id } }) => call('DELETE', `/v1/blocked-times/${id}`),
      },
    ],
  },
  'POST /waitlist/entries': {
    created: [{ events: ['client.created'], act: () => wait() }],
  },
  'POST /waitlist/entries/{entry_id}/offer': {
    ok: [
      {
        events: [],
        prepare: wait,
        act: ({ id }) => call('POST', `/v1/waitlist/entries/${id}/offer`, { start: start() }),
      },
    ],
  },
  'DELETE /waitlist/entries/{entry_id}': {
    ok: [
      {
        events: [],
        prepare: wait,
        act: ({ id }) => call('DELETE', `/v1/waitlist/entries/${id}`),
      },
    ],
  },
  'POST /professionals/{professional_id}/reactivate': {
    ok: [
      {
        events: ['professional.updated'],
        async prepare() {
          const professional = await newProfessional()
          await call('POST', `/v1/professionals/${professional.id}/deactivate`)
          return professional
        },
        act: ({ id }) => call('POST', `/v1/professionals/${id}/reactivate`),
      },
    ],
  },
  'POST /holds': { created: [{ events: [], act: () => holdTime() }] },
  'DELETE /holds/{hold_id}': {
    released: [
      {
        events: [],
        prepare: holdTime,
        act: ({ id }) => call('DELETE', `/v1/holds/${id}`),
      },
    ],
  },
  'POST /queue/entries': {
    created: [{ events: ['client.created', 'queue.entry.created'], act: () => join() }],
    existing: [
      {
        events: [],
        prepare: () => join(),
        act: (entry) => join({ client: undefined, client_id: entry.client_id }),
      },
    ],
  },
  'POST /queue/entries/{entry_id}/call': { ok: [on(() => join(), 'call', ['queue.entry.called'])] },
  'POST /queue/entries/{entry_id}/complete': {
    ok: [on(calledEntry, 'complete', ['queue.entry.completed'])],
  },
  'POST /queue/entries/{entry_id}/skip': {
    ok: [on(() => join(), 'skip', ['queue.entry.skipped'])],
  },
  'POST /queue/entries/{entry_id}/cancel': {
    ok: [on(() => join(), 'cancel', ['queue.entry.cancelled'])],
  },
  'POST /webhooks': {
    created: [
      { events: [], act: () => call('POST', '/v1/webhooks', { url: HOOK, events: ['*'] }) },
    ],
  },
  'PATCH /webhooks/{webhook_id}': {
    ok: [quiet((id) => call('PATCH', `/v1/webhooks/${id}`, { name: 'CRM' }))],
  },
  'DELETE /webhooks/{webhook_id}': {
    deleted: [quiet((id) => call('DELETE', `/v1/webhooks/${id}`))],
  },
  'POST /webhooks/{webhook_id}/rotate-secret': {
    ok: [quiet((id) => call('POST', `/v1/webhooks/${id}/rotate-secret`))],
  },
  'POST /webhooks/{webhook_id}/recover': {
    ok: [
      quiet((id) =>
        call('POST', `/v1/webhooks/${id}/recover`, { since: new Date(START).toISOString() }),
      ),
    ],
  },
  'POST /webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver': {
    accepted: [
      {
        events: [],
        async prepare() {
          const webhook = await createdWebhook(api, clinic)
          const [eventId = ''] = await writtenEvents(api, clinic, 1)
          // The database writes the day of an event by its own clock.
          const event = { eventId, eventDay: new Date() }
          return { webhook, delivery: await attemptRow(api, webhook, event) }
        },
        act: ({ webhook, delivery }) =>
          call('POST', `/v1/webhooks/${webhook.id}/deliveries/${delivery}/redeliver`),
      },
    ],
  },
}

describe('which call emits what', () => {
  it('is walked row by row; what is on tRPC alone, in the tests of its room', () => {
    const rows = (table: object) =>
      new Map(
        Object.entries(table)
          .filter(([route]) => route.includes(' /'))
          .map(([route, outcomes]) => [route, Object.keys(outcomes)]),
      )
    expect(rows(WALKS)).toEqual(rows(EMISSIONS))
  })

  for (const [route, outcomes] of Object.entries(WALKS)) {
    for (const [outcome, walks] of Object.entries(outcomes)) {
      for (const walk of walks) {
        it(`${route}, ${outcome}: ${walk.events.join(', ') || 'nothing'}`, async () => {
          const prepared = await walk.prepare?.()
          const { types, batches } = await told(() => walk.act(prepared))
          expect(types).toEqual(walk.events)
          if (types.length > 0) {
            expect(batches.size).toBe(1)
            const [batch] = batches
            expect(batch === null).toBe(types.length === 1)
          }
        })
      }
    }
  }

  it('says nothing again when an Idempotency-Key is repeated', async () => {
    const body = someone()
    const more = { headers: { 'Idempotency-Key': 'told-once' } }
    const first = await told(() => call('POST', '/v1/clients', body, more))
    const again = await told(() => call('POST', '/v1/clients', body, more))
    expect([first.types, again.types]).toEqual([['client.created'], []])
  })
})
