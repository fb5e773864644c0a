/** A clinic whose queue is open, and what every action on a queue entry has to answer. */
import { systemWork, type Work } from '@scheduling/core'
import type {
  Client,
  Prisma,
  Professional,
  QueueEntry,
  QueueEntryStatus,
  Service,
} from '@scheduling/database'
import { expect, it } from 'vitest'
import { ALL_FEATURES, type Call, type Reply, type TestApi, type TestOrganization } from './api.ts'
import {
  createClientRow,
  createProfessional,
  createQueueEntryRow,
  createService,
  eventsOf,
  queueDesk,
} from './clinic.ts'

/** The day of the test's clock, a Friday; it stands at 08:00. */
export const TODAY = '2026-11-20'
export const YESTERDAY = '2026-11-19'

/** A wall-clock time in São Paulo, as the API shows it. */
export function today(clock: string): string {
  return `${TODAY}T${clock}:00-03:00`
}

export type OpenQueue = {
  readonly organization: TestOrganization
  readonly professional: Professional
  readonly professionals: readonly Professional[]
  readonly service: Service
  readonly client: Client
  /** Calls with the organization's key. */
  call(method: string, path: string, call?: Call): Promise<Reply>
  /** `POST /v1/queue/entries`: the client, for the service, with anyone, unless said otherwise. */
  join(body?: Readonly<Record<string, unknown>>, call?: Call): Promise<Reply>
  /** A row of its own client, unless one is given. */
  entry(
    status: QueueEntryStatus,
    columns?: Partial<Parameters<typeof createQueueEntryRow>[2]>,
  ): Promise<QueueEntry>
  newClient(): Promise<Client>
}

/** By default one professional with an open queue, and one service of 20 minutes. */
export async function openQueue(
  api: TestApi,
  values: {
    organization?: Partial<Prisma.OrganizationUncheckedCreateInput>
    service?: Partial<Prisma.ServiceUncheckedCreateInput>
    professionals?: number
    desk?: Partial<Prisma.QueueDeskUncheckedCreateInput> | null
  } = {},
): Promise<OpenQueue> {
  const organization = await api.organization(values.organization)
  const { row, key } = organization
  const professionals: Professional[] = []
  for (let index = 0; index < (values.professionals ?? 1); index += 1) {
    const professional = await createProfessional(api.db, row, { name: `Profissional ${index}` })
    if (values.desk !== null) await queueDesk(api.db, row, professional, values.desk)
    professionals.push(professional)
  }
  const service = await queueService(api, row, professionals, values.service)
  const newClient = () =>
    createClientRow(api.db, row, { email: `c${crypto.randomUUID()}@example.com` })
  const client = await newClient()
  const [professional] = professionals
  if (professional === undefined) throw new Error('A queue has a professional.')
  const call: OpenQueue['call'] = (method, path, more = {}) =>
    api.call(method, path, { key, ...more })
  return {
    organization,
    professional,
    professionals,
    service,
    client,
    call,
    newClient,
    join: (body = {}, more = {}) =>
      call('POST', '/v1/queue/entries', {
        ...more,
        body: {
          service_id: service.id,
          ...('client' in body ? {} : { client_id: client.id }),
          ...body,
        },
      }),
    async entry(status, columns = {}) {
      const isAssigned = !['WAITING', 'SKIPPED', 'CANCELLED'].includes(status)
      return createQueueEntryRow(api.db, row, {
        service,
        date: TODAY,
        arrivedAt: today('07:00'),
        status,
        ...(isAssigned ? { professional } : {}),
        ...(status === 'CALLED'
          ? { callCount: 1, calledAt: today('07:55'), callExpiresAt: today('08:05') }
          : {}),
        ...(status === 'IN_SERVICE' ? { startedAt: today('07:50') } : {}),
        ...columns,
        client: columns.client ?? (await newClient()),
      })
    },
  }
}

/** Active, served by the queue, 20 minutes. */
export function queueService(
  api: TestApi,
  organization: { id: number },
  performedBy: readonly Pick<Professional, 'id'>[],
  columns: Partial<Prisma.ServiceUncheckedCreateInput> = {},
): Promise<Service> {
  return createService(api.db, organization, {
    name: 'Curativo',
    bookingMode: 'QUEUE',
    durationMinutes: 20,
    ...columns,
    performedBy,
  })
}

/** As a timer or the dashboard would do it. */
export function asSystem<Result>(
  api: TestApi,
  queue: OpenQueue,
  run: (work: Work) => Promise<Result>,
): Promise<Result> {
  return systemWork(api.service, queue.organization.row.id, run)
}

export type QueueAction = 'call' | 'complete' | 'skip' | 'cancel'

/** Which actions answer 200 from each status: the table of the API document, apart from the code's own. */
export const ACCEPTED: Readonly<Record<QueueEntryStatus, readonly QueueAction[]>> = {
  WAITING: ['call', 'skip', 'cancel'],
  CALLED: ['call', 'complete', 'skip', 'cancel'],
  IN_SERVICE: ['complete'],
  SKIPPED: ['call', 'cancel'],
  COMPLETED: [],
  NO_SHOW: [],
  CANCELLED: [],
}

export const STATUSES = Object.keys(ACCEPTED) as QueueEntryStatus[]

/** Registers what holds for each action on an entry. */
export function testEveryQueueAction(
  api: () => TestApi,
  action: QueueAction,
  expected: { readonly status: QueueEntryStatus; readonly event: string },
): void {
  const act = (queue: OpenQueue, id: number | string, more: Call = {}) =>
    queue.call('POST', `/v1/queue/entries/${id}/${action}`, more)
  const accepted = STATUSES.filter((status) => ACCEPTED[status].includes(action))
  const refused = STATUSES.filter((status) => !ACCEPTED[status].includes(action))
  const [some = 'WAITING'] = accepted

  it.each(accepted)('200: from %s, with one event', async (status) => {
    const queue = await openQueue(api())
    const entry = await queue.entry(status)
    const reply = await act(queue, entry.id)
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ id: entry.id, status: expected.status, position: null })
    expect((await queue.call('GET', `/v1/queue/entries/${entry.id}`)).body).toEqual(reply.body)
    const events = await eventsOf(api().db, queue.organization.row)
    expect(events).toMatchObject([
      {
        type: expected.event,
        payload: { batch_id: null },
        context: { actor: { type: 'api_key' }, source: 'api' },
      },
    ])
    expect(events[0]?.payload.object).toEqual(reply.body)
    if (status !== expected.status) {
      expect(events[0]?.payload.changes).toMatchObject({
        status: { from: status, to: expected.status },
      })
    }
  })

  it('200: expand gives full records, in the answer and not in the event', async () => {
    const queue = await openQueue(api())
    const entry = await queue.entry(some, { professional: queue.professional })
    const names = 'client,professional,service,deposit'
    const reply = await queue.call(
      'POST',
      `/v1/queue/entries/${entry.id}/${action}?expand=${names}`,
    )
    expect(reply.body).toMatchObject({
      client: { object: 'client', id: entry.clientId },
      professional: { object: 'professional', id: queue.professional.id },
      service: { object: 'service', id: queue.service.id },
      deposit: null,
    })
    const [event] = await eventsOf(api().db, queue.organization.row)
    expect(event?.payload.object['client']).toEqual({ id: entry.clientId, name: 'Ana Souza' })
  })

  it.each(refused)('409 queue_entry_not_editable: from %s', async (status) => {
    const queue = await openQueue(api())
    const entry = await queue.entry(status)
    const reply = await act(queue, entry.id)
    expect([reply.status, reply.body.code]).toEqual([409, 'queue_entry_not_editable'])
    expect(reply.body.detail).toContain(status)
    expect(await api().db.queueEntry.findUnique({ where: { id: entry.id } })).toEqual(entry)
    expect(await eventsOf(api().db, queue.organization.row)).toEqual([])
  })

  it.each(accepted.filter((status) => action !== 'complete' || status !== 'IN_SERVICE'))(
    '409 queue_entry_not_editable: the day of a %s entry is over',
    async (status) => {
      const queue = await openQueue(api())
      const entry = await queue.entry(status, { date: YESTERDAY })
      const reply = await act(queue, entry.id)
      expect([reply.status, reply.body.code]).toEqual([409, 'queue_entry_not_editable'])
      expect(reply.body.detail).toContain('over')
      expect(await api().db.queueEntry.findUnique({ where: { id: entry.id } })).toEqual(entry)
    },
  )

  it('404 not_found: no one has this id, or only another organization', async () => {
    const queue = await openQueue(api())
    const stranger = await openQueue(api())
    const theirs = await stranger.entry(some)
    for (const id of [theirs.id, 2_147_483_647]) {
      const reply = await act(queue, id)
      expect([reply.status, reply.body.code]).toEqual([404, 'not_found'])
    }
    expect(await api().db.queueEntry.findUnique({ where: { id: theirs.id } })).toEqual(theirs)
  })

  it('400 validation_error: an id that is none, an expansion that is none', async () => {
    const queue = await openQueue(api())
    for (const [path, code] of [
      ['x', 'invalid_type'],
      ['0', 'out_of_range'],
      ['2147483648', 'out_of_range'],
      ["1'--", 'invalid_type'],
    ] as const) {
      const reply = await act(queue, encodeURIComponent(path))
      expect(reply.status).toBe(400)
      expect(reply.body.errors).toMatchObject([{ field: 'entry_id', code }])
    }
    const entry = await queue.entry(some)
    const reply = await queue.call('POST', `/v1/queue/entries/${entry.id}/${action}?expand=all`)
    expect(reply.body.errors).toMatchObject([{ field: 'expand', code: 'invalid_value' }])
  })

  it('403 forbidden_scope: a key without write', async () => {
    const queue = await openQueue(api())
    const entry = await queue.entry(some)
    const key = await queue.organization.keyWith(['read', 'webhooks:manage'])
    const reply = await act(queue, entry.id, { key })
    expect([reply.status, reply.body.code]).toEqual([403, 'forbidden_scope'])
    expect(await api().db.queueEntry.findUnique({ where: { id: entry.id } })).toEqual(entry)
  })

  it('403 feature_not_enabled: the online queue is off, or not in the plan', async () => {
    for (const organization of WITHOUT_QUEUE) {
      const queue = await openQueue(api(), { organization })
      const entry = await queue.entry(some)
      const reply = await act(queue, entry.id)
      expect([reply.status, reply.body.code]).toEqual([403, 'feature_not_enabled'])
      expect(await api().db.queueEntry.findUnique({ where: { id: entry.id } })).toEqual(entry)
    }
  })
}

/** The two ways of not having the feature. */
export const WITHOUT_QUEUE: readonly Partial<Prisma.OrganizationUncheckedCreateInput>[] = [
  { switchedOff: ['online_queue'] },
  { planFeatures: ALL_FEATURES.filter((feature) => feature !== 'online_queue') },
]
