/**
 * The catalogue of events, walked: each type is caused as a user causes it, by a call or by time that passes, and
 * arrives at a webhook, signed. The clinic is a test organization, so its time can be moved.
 */
import {
  isEventType,
  SUBSCRIBABLE_EVENT_TYPES,
  type SubscribableEventType,
} from '@scheduling/events'
import type { RunningWorker } from '@scheduling/worker'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi, type TestOrganization } from '../support/api.ts'
import { signIn, type Dashboard } from '../support/dashboard.ts'
import { connectNumber } from '../support/whatsapp.ts'
import { createdWebhook, openEndpoint, type Endpoint, type Received } from '../support/webhooks.ts'
import { fact, workerBeside } from '../support/worker.ts'

let api: TestApi
let worker: RunningWorker
let endpoint: Endpoint
let webhook: { readonly id: string; readonly secret: string }
let dashboard: Dashboard
let organization: TestOrganization
/** Who works here and what is offered: made by the causes of `professional.created` and `service.created`. */
let professional: { readonly id: number }
let service: { readonly id: number }
let queueService: { readonly id: number }

beforeAll(async () => {
  api = await startTestApi()
  api.setClock(Date.now)
  worker = await workerBeside(api)
  endpoint = await openEndpoint()
  organization = await api.organization({ livemode: false, timeZone: 'UTC' })
  dashboard = await signIn(api, organization)
  webhook = await createdWebhook(api, organization, { url: endpoint.url, events: ['*'] })
  professional = await call('professionals.create', { name: 'Beatriz Ramos' })
  const performed = { professional_ids: [professional.id], duration_minutes: 30 }
  service = await call('services.create', { name: 'Consulta', price: '150.00', ...performed })
  const queued = { name: 'Exame', booking_mode: 'QUEUE', ...performed }
  queueService = await call('services.create', queued)
  const allDay = { opens_minute: 0, closes_minute: 1440 }
  const intervals = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, ...allDay }))
  await call('schedule.setWeek', { professional_id: professional.id, intervals })
  await call('queue.open', { professional_id: professional.id })
})
afterAll(async () => {
  await worker.stop()
  await endpoint.close()
  await api.close()
})

/** A change, by its name in the router. */
async function call(procedure: string, input: object): Promise<any> {
  const { status, body, problem } = await dashboard.mutate(procedure, input)
  expect([procedure, status, problem]).toEqual([procedure, 200, undefined])
  return body
}

let people = 0
const someone = () => ({ first_name: 'Ana', email: `ana${(people += 1)}@example.com` })
const client = () => call('clients.create', someone())

let starts = 0
/** The next free start of tomorrow or later, by the clinic's clock. */
async function start(): Promise<string> {
  const { body } = await dashboard.query('testClock.get')
  const tomorrow = Date.parse(body.now.slice(0, 10)) + 2 * 86_400_000
  return new Date(tomorrow + (starts += 1) * 3_600_000).toISOString()
}

const book = async (more: object = {}) =>
  call('appointments.create', {
    service_ids: [service.id],
    professional_id: professional.id,
    start: await start(),
    client: someone(),
    ...more,
  })
const confirmed = async () => {
  const { id } = await book()
  return call('appointments.confirm', { appointment_id: id })
}
const join = () => call('queue.createEntry', { service_id: queueService.id, client: someone() })
const called = async () => {
  const { id } = await join()
  return call('queue.callEntry', { entry_id: id, professional_id: professional.id })
}
const charge = async () => {
  const { id } = await book()
  return call('deposits.charge', { appointment_id: id, amount: '50.00' })
}
const paid = async () => call('deposits.confirmByHand', { deposit_id: (await charge()).id })

/** Moves the clock of the clinic, and waits until everything on the way is done. */
async function later(minutes: number): Promise<void> {
  await call('testClock.advance', { by_minutes: minutes })
  await fact('the end of the advance', async () => {
    const { body } = await dashboard.query('testClock.get')
    return body.status === 'ready'
  })
}

type Cause = () => Promise<unknown>

const CAUSES: Readonly<Record<SubscribableEventType, Cause>> = {
  'appointment.created': () => book(),
  'appointment.updated': async () =>
    call('appointments.changePrice', { appointment_id: (await book()).id, price: '99.90' }),
  'appointment.rescheduled': async () =>
    call('appointments.reschedule', { appointment_id: (await book()).id, start: await start() }),
  'appointment.confirmed': () => confirmed(),
  'appointment.cancelled': async () =>
    call('appointments.cancel', { appointment_id: (await book()).id }),
  'appointment.completed': async () =>
    call('appointments.complete', { appointment_id: (await confirmed()).id }),
  'appointment.no_show': async () =>
    call('appointments.noShow', { appointment_id: (await book()).id }),
  'appointment.deleted': async () =>
    call('appointments.delete', { appointment_id: (await book()).id }),
  'appointment.reminder_sent': async () => {
    await book({ start: await inDays(3) })
    await later(60 * 60)
  },
  'client.created': () => client(),
  'client.updated': async () =>
    call('clients.update', { client_id: (await client()).id, last_name: 'Lima' }),
  'client.first_appointment': () => book(),
  'client.merged': async () => {
    const [kept, merged] = [
      await client(),
      await call('clients.create', { first_name: 'Ana', phone: '11987654321' }),
    ]
    return call('clients.merge', { client_id: kept.id, merged_client_id: merged.id })
  },
  'queue.entry.created': () => join(),
  'queue.entry.updated': async () =>
    call('deposits.charge', { queue_entry_id: (await join()).id, amount: '50.00' }),
  'queue.entry.called': () => called(),
  'queue.entry.in_service': async () =>
    call('queue.startService', { entry_id: (await called()).id }),
  'queue.entry.completed': async () =>
    call('queue.completeEntry', { entry_id: (await called()).id }),
  'queue.entry.skipped': async () => call('queue.skipEntry', { entry_id: (await join()).id }),
  'queue.entry.no_show': async () => {
    await called()
    await later(15)
  },
  'queue.entry.cancelled': async () => call('queue.cancelEntry', { entry_id: (await join()).id }),
  'deposit.created': () => charge(),
  'deposit.paid': () => paid(),
  'deposit.expired': async () => {
    await charge()
    await later(45)
  },
  'deposit.refunded': async () =>
    call('deposits.refund', { deposit_id: (await paid()).id, already_refunded: '0.00' }),
  'service.created': () =>
    call('services.create', { name: 'Retorno', duration_minutes: 20, professional_ids: [] }),
  'service.updated': () =>
    call('services.update', { service_id: service.id, price: '160.00', appointments: 'keep' }),
  'service.deactivated': async () => {
    const made = await call('services.create', {
      name: 'Avulso',
      duration_minutes: 20,
      professional_ids: [],
    })
    return call('services.deactivate', { service_id: made.id })
  },
  'professional.created': () => call('professionals.create', { name: 'Caio Prado' }),
  'professional.updated': () =>
    call('professionals.update', { professional_id: professional.id, registry: 'CRP 06/1' }),
  'professional.deactivated': async () => {
    const made = await call('professionals.create', { name: 'Davi Reis' })
    return call('professionals.deactivate', { professional_id: made.id })
  },
  'blocked_time.created': () => blocked(),
  'blocked_time.deleted': async () =>
    call('schedule.deleteBlockedTime', { blocked_time_id: (await blocked()).id }),
  'messaging.message.received': async () => {
    const number = await connectNumber(api, organization)
    await number.write('+5511987650001', 'Bom dia!')
  },
  'messaging.message.sent': () => book(),
  'messaging.message.failed': async () => {
    const number = await connectNumber(api, organization)
    const phone = '+5511987650002'
    await number.write(phone, 'Bom dia!')
    const { id } = await book({ client: { first_name: 'Ana', phone } })
    const sent = await fact('the message', () =>
      api.db.message.findFirst({ where: { record: 'appointment', recordId: id, status: 'SENT' } }),
    )
    const status = { id: 'wamid.1', status: 'failed', timestamp: '1795446000' }
    const errors = [{ code: 131_026, title: 'Message undeliverable' }]
    await number.notify({ statuses: [{ ...status, errors, biz_opaque_callback_data: sent.id }] })
  },
  'messaging.connection.updated': async () => {
    await connectNumber(api, organization)
    return call('messaging.disconnect', {})
  },
  'webhook.failing': () => unanswered(500),
  'webhook.disabled': () => unanswered(410),
}

/** A delivery to another webhook, whose endpoint answers with that status, and the two hours after it. */
async function unanswered(status: number): Promise<void> {
  const other = await openEndpoint()
  try {
    other.answer(status)
    await createdWebhook(api, organization, { url: other.url, events: ['client.created'] })
    await client()
    await later(120)
  } finally {
    await other.close()
  }
}

/** Noon in so many days, by the clinic's clock. */
async function inDays(days: number): Promise<string> {
  const { body } = await dashboard.query('testClock.get')
  return new Date(Date.parse(body.now.slice(0, 10)) + (days + 0.5) * 86_400_000).toISOString()
}

async function blocked(): Promise<{ readonly id: number }> {
  const from = Date.parse(await start())
  const { blocked_time } = await call('schedule.createBlockedTime', {
    professional_id: professional.id,
    start: new Date(from).toISOString(),
    end: new Date(from + 1_800_000).toISOString(),
    appointments: 'keep',
  })
  return blocked_time
}

const arrived = (type: string): Received[] =>
  endpoint.received.filter(({ headers }) => headers['x-service-event'] === type)

describe('every event of the catalogue', () => {
  for (const type of SUBSCRIBABLE_EVENT_TYPES) {
    const cause = CAUSES[type]
    it(`${type} is caused, and arrives`, async () => {
      const before = arrived(type).length
      await cause()
      const request = await fact(type, () => arrived(type)[before])
      new Webhook(webhook.secret).verify(request.body, {
        'webhook-id': String(request.headers['webhook-id']),
        'webhook-timestamp': String(request.headers['webhook-timestamp']),
        'webhook-signature': String(request.headers['webhook-signature']),
      })
      expect(JSON.parse(request.body)).toMatchObject({ type, livemode: false })
    })
  }

  it('has nothing beside them', () => {
    expect(Object.keys(CAUSES)).toHaveLength(SUBSCRIBABLE_EVENT_TYPES.length)
    const unknown = endpoint.received.filter(
      ({ headers }) => !isEventType(String(headers['x-service-event'])),
    )
    expect(unknown).toEqual([])
  })
})
