/** A copy that follows the feed through everything that can happen equals the lists, field by field. */
import { expireDeposits, offerFreeTime, runQueueTimers } from '@scheduling/core'
import type { Service } from '@scheduling/database'
import { beforeAll, expect, it } from 'vitest'
import { TEST_NOW, useOwnApi } from '../../support/api.ts'
import { at, openClinic, type BookableClinic } from '../../support/booking.ts'
import { createService, queueDesk } from '../../support/clinic.ts'
import { openStranger, signIn, type Dashboard } from '../../support/dashboard.ts'
import { comparable, endOfFeed, follow, readLists } from '../../support/mirror.ts'
import { bookAs, joinAs, newClient, tokenOf } from '../../support/public-booking.ts'
import { queueService } from '../../support/queue.ts'

const OPERATIONS = 480
const AT_ONCE = 4
/** Of the order of what happens. Another one: `MIRROR_SEED=7 npx vitest run test/contract/events/mirror.test.ts`. */
const SEED = Number(process.env['MIRROR_SEED'] ?? 31)

const api = useOwnApi({ trustedProxies: 1 })
let clinic: BookableClinic
let owner: Dashboard
const services: Record<'queued' | 'prepaid' | 'prepaidQueue', Service> = {} as never

/** A linear congruential generator. */
let state = SEED
function below(count: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 2 ** 32) * count)
}
function oneOf<One>(list: readonly One[]): One {
  const one = list[below(list.length)]
  if (one === undefined) throw new Error('The list is empty.')
  return one
}

/** Of one of the newest rows, so that one row meets many things. */
async function idOf(
  table: 'client' | 'appointment' | 'deposit' | 'service' | 'professional' | 'queueEntry',
) {
  const { id: organizationId } = clinic.organization.row
  const find = api.db[table].findMany as (query: object) => Promise<{ id: number }[]>
  const rows = await find({ where: { organizationId }, orderBy: { id: 'desc' }, take: 6 })
  return rows.length === 0 ? 0 : oneOf(rows).id
}

const start = () =>
  at(oneOf(['09:00', '10:00', '11:00', '14:00', '16:00']), `2026-11-${20 + below(8)}`)
const price = () => `${below(90)}.00`
const professionalOrNull = () => oneOf([null, ...clinic.professionals.map(({ id }) => id)])
const keep = { appointments: 'keep' }

type Reply = { readonly status: number; readonly body: any } | null
type Happening = () => Promise<Reply>

const ofAppointment =
  (verb: string, more: () => object = () => ({})): Happening =>
  async () =>
    owner.mutate(`appointments.${verb}`, { appointment_id: await idOf('appointment'), ...more() })
const ofEntry =
  (verb: string, more: () => object = () => ({})): Happening =>
  async () =>
    owner.mutate(`queue.${verb}`, { entry_id: await idOf('queueEntry'), ...more() })

const tokens = { appointment: [] as string[], entry: [] as string[] }
const made =
  (kind: keyof typeof tokens, make: () => Promise<NonNullable<Reply>>): Happening =>
  async () => {
    const reply = await make()
    if (reply.body?.url != null) tokens[kind].push(tokenOf(reply.body.url))
    return reply
  }
const byLink =
  (kind: keyof typeof tokens, name: string, more: () => object = () => ({})): Happening =>
  async () => {
    const token = tokens[kind].at(-1 - below(5))
    return token === undefined
      ? null
      : openStranger(api).mutate(`publicBooking.${name}`, { token, ...more() })
  }

/** Over REST, tRPC, pages and by itself, the usual more often than the rare. What is refused changes nothing. */
const HAPPENINGS: readonly (readonly [weight: number, happening: Happening])[] = [
  [
    6,
    () =>
      clinic.book({
        start: start(),
        client: newClient(),
        notes: 'Alergia a látex',
        metadata: { a: '1' },
        professional_id: professionalOrNull(),
      }),
  ],
  [
    3,
    async () =>
      clinic.book({
        start: start(),
        client_id: await idOf('client'),
        professional_id: professionalOrNull(),
      }),
  ],
  [
    3,
    () =>
      clinic.call('POST', '/v1/clients', {
        body: newClient({ phone: `1198765${1000 + below(9000)}` }),
      }),
  ],
  [
    2,
    async () =>
      clinic.call('PATCH', `/v1/clients/${await idOf('client')}`, {
        body: { last_name: oneOf(['Lima', null]) },
      }),
  ],
  [
    2,
    async () =>
      clinic.call('PATCH', `/v1/appointments/${await idOf('appointment')}`, {
        body: { notes: 'Sala 2', metadata: { b: `${below(3)}` } },
      }),
  ],
  [2, ofAppointment('reschedule', () => ({ start: start() }))],
  [2, ofAppointment('confirm')],
  [2, ofAppointment('complete')],
  [1, ofAppointment('noShow')],
  [1, ofAppointment('cancel', () => ({ reason: 'Pediu por telefone' }))],
  [1, ofAppointment('delete')],
  [1, ofAppointment('markInvoiced', () => ({ issued: below(2) === 0 }))],
  [2, ofAppointment('changePrice', () => ({ price: price() }))],
  [
    2,
    ofAppointment('changeServices', () => ({
      service_ids: [clinic.service.id, services.prepaid.id],
    })),
  ],
  [
    1,
    async () =>
      owner.mutate('clients.merge', {
        client_id: await idOf('client'),
        merged_client_id: await idOf('client'),
      }),
  ],
  [
    1,
    async () => {
      const whom = { client_id: await idOf('client') }
      const { body } = await owner.mutate('clients.erase', { ...whom, preview: true })
      return owner.mutate('clients.erase', { ...whom, version: body?.version })
    },
  ],
  [
    6,
    () =>
      clinic.call('POST', '/v1/queue/entries', {
        body: {
          service_id: services.queued.id,
          client: newClient(),
          notes: 'Febre',
          professional_id: professionalOrNull(),
        },
      }),
  ],
  [
    3,
    ofEntry('callEntry', () => ({
      professional_id: professionalOrNull() ?? clinic.professional.id,
    })),
  ],
  [2, ofEntry('startService')],
  [2, ofEntry('completeEntry')],
  [1, ofEntry('skipEntry')],
  [1, ofEntry('markNoShow')],
  [1, ofEntry('cancelEntry')],
  [
    2,
    async () =>
      owner.mutate('deposits.charge', {
        appointment_id: await idOf('appointment'),
        amount: '20.00',
      }),
  ],
  [
    2,
    async () =>
      owner.mutate('deposits.charge', {
        queue_entry_id: await idOf('queueEntry'),
        amount: '20.00',
      }),
  ],
  [2, async () => owner.mutate('deposits.confirmByHand', { deposit_id: await idOf('deposit') })],
  [
    2,
    async () =>
      owner.mutate('deposits.refund', {
        deposit_id: await idOf('deposit'),
        already_refunded: '0.00',
      }),
  ],
  [
    1,
    async () =>
      owner.mutate('services.create', {
        name: 'Outro',
        duration_minutes: 30,
        professional_ids: [await idOf('professional')],
      }),
  ],
  [
    1,
    async () =>
      owner.mutate('services.update', {
        service_id: await idOf('service'),
        price: price(),
        is_active: below(3) > 0,
        professional_ids: [await idOf('professional')],
        ...keep,
      }),
  ],
  [
    1,
    async () => owner.mutate('services.deactivate', { service_id: await idOf('service'), ...keep }),
  ],
  [
    1,
    () =>
      owner.mutate('organization.update', {
        min_advance_minutes: below(3),
        max_advance_days: 200 + below(9),
      }),
  ],
  [
    1,
    async () =>
      owner.mutate('professionals.create', { name: 'Nova', service_ids: [clinic.service.id] }),
  ],
  [
    1,
    async () =>
      owner.mutate('professionals.update', {
        professional_id: await idOf('professional'),
        registry: `CRM ${below(9)}`,
        service_ids: [clinic.service.id, services.queued.id],
        ...keep,
      }),
  ],
  [
    1,
    async () =>
      owner.mutate('professionals.deactivate', {
        professional_id: await idOf('professional'),
        ...keep,
      }),
  ],
  [
    2,
    async () =>
      owner.mutate('professionals.reactivate', { professional_id: await idOf('professional') }),
  ],
  [
    3,
    made('appointment', () =>
      bookAs(
        api,
        { ...clinic, service: oneOf([clinic.service, services.prepaid]) },
        { start: start() },
      ),
    ),
  ],
  [
    3,
    made('entry', () =>
      joinAs(api, { ...clinic, service: oneOf([services.queued, services.prepaidQueue]) }),
    ),
  ],
  [1, byLink('appointment', 'rescheduleAppointment', () => ({ start: start() }))],
  [1, byLink('appointment', 'cancelAppointment')],
  [1, byLink('entry', 'confirmPresence')],
  [1, byLink('entry', 'leaveQueue')],
  [
    1,
    async () => {
      api.setNow(api.service.now() + 5 * 60_000)
      await expireDeposits(api.service, api.service.payments)
      await runQueueTimers(api.service)
      await offerFreeTime(api.service)
      return null
    },
  ],
]
const OFTEN = HAPPENINGS.flatMap(([weight, happening]) => Array<Happening>(weight).fill(happening))

beforeAll(async () => {
  api.setNow(TEST_NOW)
  const notice = { minAdvanceMinutes: 0, noShowOnlyAfterStart: false }
  clinic = await openClinic(api, { professionals: 3, organization: notice })
  const { row } = clinic.organization
  const { professionals } = clinic
  for (const professional of professionals) await queueDesk(api.db, row, professional)
  const deposit = { requiresDeposit: true, depositAmount: 20 }
  services.queued = await queueService(api, row, professionals)
  services.prepaidQueue = await queueService(api, row, professionals, deposit)
  services.prepaid = await createService(api.db, row, { performedBy: professionals, ...deposit })
  owner = await signIn(api, clinic.organization)
})

it(`equals the lists after ${OPERATIONS} operations, ${AT_ONCE} at the same time`, async () => {
  const after = await endOfFeed(clinic.call)
  const copy = await readLists(clinic.call)
  const statuses = new Map<number, number>()
  for (let count = 0; count < OPERATIONS; count += AT_ONCE) {
    const happening = Array.from({ length: AT_ONCE }, () => oneOf(OFTEN)())
    for (const reply of await Promise.all(happening)) {
      if (reply !== null) statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
    }
  }
  expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([])
  expect((statuses.get(200) ?? 0) + (statuses.get(201) ?? 0)).toBeGreaterThan(OPERATIONS / 5)
  await follow(clinic.call, copy, after)
  expect(comparable(copy)).toEqual(comparable(await readLists(clinic.call)))
})
