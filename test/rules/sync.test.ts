import { setTimeout as wait } from 'node:timers/promises'
import { seeded } from '@scheduling/availability/seeded'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi, type TestOrganization } from '../support/api.ts'
import { at } from '../support/booking.ts'
import {
  createAppointmentRow,
  createClientRow,
  createDepositRow,
  createProfessional,
  createQueueEntryRow,
  createService,
} from '../support/clinic.ts'

const WRITES = 1000
const AT_ONCE = 16
const DIRECT_WRITERS = 3
const SINCE = '2020-01-01T00:00:00Z'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})

afterAll(() => api.close())

type Listed = {
  id: number
  updated_at: string
  created_at: string
  metadata: Record<string, string>
}

/** One pass: every page from this instant on. */
async function pass(
  organization: TestOrganization,
  query: Readonly<Record<string, string>>,
): Promise<Listed[]> {
  const all: Listed[] = []
  let cursor: string | null = null
  do {
    const parameters: URLSearchParams = new URLSearchParams({ limit: '50', ...query })
    if (cursor !== null) parameters.set('cursor', cursor)
    const reply = await api.call('GET', `/v1/clients?${parameters}`, { key: organization.key })
    expect(reply.status).toBe(200)
    all.push(...reply.body.data)
    cursor = reply.body.next_cursor
  } while (cursor !== null)
  return all
}

describe('updated_since', () => {
  it(`a reader that goes on from the last updated_at loses none of ${WRITES} concurrent changes`, async () => {
    const organization = await api.organization({ requireClientIdentifier: false })
    const { row, key } = organization
    const random = seeded(42)
    /** What each client was changed to last, by a caller that was told that it is committed. */
    const committed = new Map<number, string>()
    const seen = new Map<number, string>()
    const ids: number[] = []
    let version = 0
    const work = { left: WRITES }

    const throughApi = async (): Promise<void> => {
      while (work.left > 0) {
        work.left -= 1
        const mark = String((version += 1)).padStart(6, '0')
        // Each writer changes clients of its own, so that the last change of each is known.
        const own = ids.splice(Math.floor(random() * ids.length), 1)[0]
        const isNew = own === undefined || random() < 0.3
        if (isNew && own !== undefined) ids.push(own)
        const body = { first_name: 'Ana', metadata: { mark } }
        const reply = isNew
          ? await api.call('POST', '/v1/clients', { key, body })
          : await api.call('PATCH', `/v1/clients/${own}`, { key, body: { metadata: { mark } } })
        expect(reply.status).toBeLessThan(300)
        committed.set(reply.body.id, mark)
        ids.push(reply.body.id)
      }
    }

    /** Transactions that change a client and then hold for long. */
    const direct = async (): Promise<void> => {
      const client = await createClientRow(api.db, row)
      while (work.left > 0) {
        const mark = String((version += 1)).padStart(6, '0')
        const hold = 20 + 300 * random()
        await api.db.$transaction(
          async (tx) => {
            await tx.$executeRaw`SELECT pg_current_xact_id()`
            await wait(hold / 4)
            await tx.client.update({ where: { id: client.id }, data: { metadata: { mark } } })
            await wait(hold)
          },
          { maxWait: 20_000, timeout: 20_000 },
        )
        committed.set(client.id, mark)
      }
    }

    const written = new AbortController()
    let since = SINCE
    const read = async (): Promise<void> => {
      const listed = await pass(organization, { updated_since: since })
      for (const client of listed) seen.set(client.id, client.metadata['mark'] ?? '')
      since = listed.at(-1)?.updated_at ?? since
    }
    const reader = async (): Promise<void> => {
      while (!written.signal.aborted) {
        await read()
        await wait(10)
      }
    }
    const reading = reader()
    await Promise.all([
      ...Array.from({ length: AT_ONCE }, throughApi),
      ...Array.from({ length: DIRECT_WRITERS }, direct),
    ])
    written.abort()
    await reading
    // One more look from where it stands, not from the beginning.
    await read()
    const lost = [...committed].filter(([id, mark]) => seen.get(id) !== mark)
    expect(lost).toEqual([])
    expect(seen.size).toBe(committed.size)
    expect(committed.size).toBeGreaterThan(200)
  })

  it('holds back what a transaction older than the last commit may still change, and then shows it', async () => {
    const organization = await api.organization({ requireClientIdentifier: false })
    const { row, key } = organization
    const slow = await createClientRow(api.db, row)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: changed, resolve: hasChanged } = Promise.withResolvers<void>()
    const transaction = api.db.$transaction(
      async (tx) => {
        await tx.client.update({ where: { id: slow.id }, data: { firstName: 'Later' } })
        hasChanged()
        await released
      },
      { timeout: 20_000 },
    )
    await changed
    const body = { first_name: 'Quick' }
    const quick = await api.call('POST', '/v1/clients', { key, body })
    const during = await pass(organization, { updated_since: SINCE })
    expect(during.map(({ id }) => id)).not.toContain(quick.body.id)
    expect((await pass(organization, {})).map(({ id }) => id)).toContain(quick.body.id)
    release()
    await transaction
    const after = await pass(organization, { updated_since: SINCE })
    expect(after.map(({ id }) => id)).toEqual([slow.id, quick.body.id])
  })

  it('is inclusive, in the order of updated_at, and a future one gives an empty list', async () => {
    const organization = await api.organization({ requireClientIdentifier: false })
    const rows = []
    for (let index = 0; index < 4; index += 1)
      rows.push(await createClientRow(api.db, organization.row))
    const [first] = rows
    await api.db.client.update({ where: { id: first?.id ?? 0 }, data: { firstName: 'Changed' } })
    const listed = await pass(organization, { updated_since: SINCE })
    expect(listed.map(({ id }) => id)).toEqual(
      [...rows.slice(1), ...rows.slice(0, 1)].map(({ id }) => id),
    )
    const last = listed.at(-1)?.updated_at ?? ''
    expect((await pass(organization, { updated_since: last })).at(-1)?.id).toBe(first?.id)
    const future = new Date(Date.now() + 3_600_000).toISOString()
    expect(await pass(organization, { updated_since: future })).toEqual([])
  })
})

type Row = { id: number }
type Owner = TestOrganization['row']

describe('a snapshot by updated_since, and the feed from latest=true before it', () => {
  it('miss nothing that was written while another change was open', async () => {
    const organization = await api.organization({ requireClientIdentifier: false })
    const { key, row } = organization
    const create = async (first_name: string): Promise<number> =>
      (await api.call('POST', '/v1/clients', { key, body: { first_name } })).body.id
    const events = async (query: string) =>
      (await api.call('GET', `/v1/events?${query}`, { key })).body
    const earlier = await create('Before')
    const writer = await api.connection.pool.connect()
    try {
      await writer.query('BEGIN')
      await writer.query(
        `INSERT INTO client (organization_id, first_name, search_text) VALUES ($1, 'Open', 'open')`,
        [row.id],
      )
      const meanwhile = await create('Meanwhile')
      const { last_event_id: position } = await events('latest=true')
      const snapshot = (await pass(organization, { updated_since: SINCE })).map(({ id }) => id)
      const feed = (await events(`after=${position}`)).data.map(
        (event: any) => event.data.object.id,
      )
      expect([snapshot, feed]).toEqual([[earlier], [meanwhile]])
    } finally {
      await writer.query('ROLLBACK')
      writer.release()
    }
    // With nothing open, the position is that of the newest event.
    const all = await events('limit=200')
    expect((await events('latest=true')).last_event_id).toBe(all.data.at(-1).id)
  })

  it('begin with the feed itself where nothing was settled before', async () => {
    const organization = await api.organization({ requireClientIdentifier: false })
    const { key, row } = organization
    const writer = await api.connection.pool.connect()
    try {
      await writer.query('BEGIN')
      await writer.query(
        `INSERT INTO client (organization_id, first_name, search_text) VALUES ($1, 'Open', 'open')`,
        [row.id],
      )
      await api.call('POST', '/v1/clients', { key, body: { first_name: 'First' } })
      const { body } = await api.call('GET', '/v1/events?latest=true', { key })
      expect(body.last_event_id).toBeNull()
    } finally {
      await writer.query('ROLLBACK')
      writer.release()
    }
  })
})

/** Every list that takes `updated_since`: how a row of it is made and changed. */
const LISTS: Readonly<
  Record<
    string,
    { make: (owner: Owner) => Promise<Row>; change: (id: number, db?: Writer) => Promise<unknown> }
  >
> = {
  '/v1/clients': {
    make: (owner) => createClientRow(api.db, owner),
    change: (id, db = api.db) => db.client.update({ where: { id }, data: { firstName: mark() } }),
  },
  '/v1/professionals': {
    make: (owner) => createProfessional(api.db, owner),
    change: (id, db = api.db) => db.professional.update({ where: { id }, data: { name: mark() } }),
  },
  '/v1/services': {
    make: (owner) => createService(api.db, owner),
    change: (id, db = api.db) => db.service.update({ where: { id }, data: { name: mark() } }),
  },
  '/v1/appointments': {
    make: (owner) => appointmentOf(owner),
    change: (id, db = api.db) => db.appointment.update({ where: { id }, data: { notes: mark() } }),
  },
  '/v1/deposits': {
    make: async (owner) =>
      createDepositRow(api.db, owner, {
        appointment: await appointmentOf(owner),
        expiresAt: at('08:30'),
      }),
    change: (id, db = api.db) =>
      db.deposit.update({ where: { id }, data: { paymentCode: mark() } }),
  },
  '/v1/queue/entries': {
    // Of days that differ, none of them today.
    make: async (owner) => {
      days += 1
      return createQueueEntryRow(api.db, owner, {
        client: await createClientRow(api.db, owner),
        service: await createService(api.db, owner, { bookingMode: 'QUEUE' }),
        date: `2026-10-${String(1 + (days % 28)).padStart(2, '0')}`,
        arrivedAt: at('07:00', '2026-10-01'),
      })
    },
    change: (id, db = api.db) => db.queueEntry.update({ where: { id }, data: { notes: mark() } }),
  },
}

type Writer = Pick<
  TestApi['db'],
  'client' | 'professional' | 'service' | 'appointment' | 'deposit' | 'queueEntry'
>

let marks = 0
let days = 0
const mark = () => `changed ${(marks += 1)}`

async function appointmentOf(owner: Owner) {
  return createAppointmentRow(api.db, owner, {
    professional: await createProfessional(api.db, owner),
    client: await createClientRow(api.db, owner),
    services: [await createService(api.db, owner)],
    start: at('09:00'),
  })
}

describe.each(Object.entries(LISTS))('updated_since on %s', (path, { make, change }) => {
  const list = async (organization: TestOrganization, query: string) => {
    const reply = await api.call('GET', `${path}?${query}`, { key: organization.key })
    expect(reply.status).toBe(200)
    return reply.body
  }
  const idsOf = (body: { data: Listed[] }) => body.data.map(({ id }) => id)

  it('orders by updated_at, is inclusive, and pages; a later change comes last', async () => {
    const organization = await api.organization({ requireClientIdentifier: false })
    const rows: Row[] = []
    for (let index = 0; index < 4; index += 1) rows.push(await make(organization.row))
    const [first, second, third, fourth] = rows.map(({ id }) => id)
    await change(first ?? 0)
    await change(third ?? 0)
    const expected = [second, fourth, first, third]
    const whole = await list(organization, `updated_since=${SINCE}`)
    expect(idsOf(whole)).toEqual(expected)
    const last = encodeURIComponent(whole.data.at(-1)?.updated_at)
    expect(idsOf(await list(organization, `updated_since=${last}`)).at(-1)).toBe(third)
    const future = new Date(Date.now() + 3_600_000).toISOString()
    expect(idsOf(await list(organization, `updated_since=${future}`))).toEqual([])
    const seen: number[] = []
    let query = `updated_since=${SINCE}&limit=1`
    for (;;) {
      const page = await list(organization, query)
      seen.push(...idsOf(page))
      // Changed behind the reader's back once: it comes again, at the end.
      if (seen.length === 1) await change(second ?? 0)
      if (page.next === null) break
      query = new URL(page.next).search.slice(1)
    }
    expect(seen).toEqual([...expected, second])
    const stranger = await api.organization()
    expect(idsOf(await list(stranger, `updated_since=${SINCE}`))).toEqual([])
  })

  it('holds back what a transaction that is older may still come before', async () => {
    const organization = await api.organization({ requireClientIdentifier: false })
    const slow = await make(organization.row)
    const quick = await make(organization.row)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: changed, resolve: hasChanged } = Promise.withResolvers<void>()
    const transaction = api.db.$transaction(
      async (tx) => {
        await change(slow.id, tx)
        hasChanged()
        await released
      },
      { timeout: 20_000 },
    )
    await changed
    await change(quick.id)
    const during = idsOf(await list(organization, `updated_since=${SINCE}`))
    release()
    await transaction
    expect(during).not.toContain(quick.id)
    const after = idsOf(await list(organization, `updated_since=${SINCE}`))
    expect(after.slice(-2)).toEqual([slow.id, quick.id])
  })

  it('400: a cursor of the usual order, and a moment without offset', async () => {
    const organization = await api.organization({ requireClientIdentifier: false })
    for (let index = 0; index < 2; index += 1) await make(organization.row)
    const { next_cursor: cursor } = await list(organization, `updated_since=${SINCE}&limit=1`)
    for (const [query, fault] of [
      [`cursor=${cursor}`, ['cursor', 'invalid_value']],
      [`cursor=${cursor}&updated_since=2020-01-01T00:00:01Z`, ['cursor', 'invalid_value']],
      ['updated_since=2026-11-20T08:00:00', ['updated_since', 'offset_required']],
      ['updated_since=', ['updated_since', 'invalid_format']],
    ] as const) {
      const { status, body } = await api.call('GET', `${path}?${query}`, { key: organization.key })
      expect([status, body.errors[0]?.field, body.errors[0]?.code]).toEqual([400, ...fault])
    }
  })
})

describe('created_since', () => {
  it('lists what was created at or after it, in that order; a later change moves nothing', async () => {
    const organization = await api.organization({ requireClientIdentifier: false })
    const older = await createClientRow(api.db, organization.row)
    await wait(1100)
    const newer = await createClientRow(api.db, organization.row)
    const newest = await createClientRow(api.db, organization.row)
    await api.db.client.update({ where: { id: newer.id }, data: { firstName: 'Changed' } })
    const since = newer.createdAt.toISOString().replace(/\.\d+Z$/, 'Z')
    expect((await pass(organization, { created_since: since })).map(({ id }) => id)).toEqual([
      newer.id,
      newest.id,
    ])
    await api.db.client.update({ where: { id: older.id }, data: { firstName: 'Changed' } })
    const both = { created_since: since, updated_since: SINCE }
    expect((await pass(organization, both)).map(({ id }) => id)).toEqual([newest.id, newer.id])
    expect((await pass(organization, { updated_since: since })).at(-1)?.id).toBe(older.id)
  })
})

describe('pages', () => {
  it.each([{}, { updated_since: SINCE }, { created_since: SINCE }])(
    'with %o: writes in between neither skip nor repeat a record that did not change',
    async (query) => {
      const organization = await api.organization({ requireClientIdentifier: false })
      const { row, key } = organization
      const unchanged: number[] = []
      const changing: number[] = []
      for (let index = 0; index < 60; index += 1) {
        const { id } = await createClientRow(api.db, row)
        ;(index % 3 === 0 ? changing : unchanged).push(id)
      }
      const shown: number[] = []
      let cursor: string | null = null
      let limit = 5
      do {
        const parameters: URLSearchParams = new URLSearchParams({ limit: String(limit), ...query })
        if (cursor !== null) parameters.set('cursor', cursor)
        const reply = await api.call('GET', `/v1/clients?${parameters}`, { key })
        shown.push(...reply.body.data.map(({ id }: Listed) => id))
        cursor = reply.body.next_cursor
        limit = 3 + (limit % 5)
        // Before the next page: one is created, one changes, one goes away.
        await createClientRow(api.db, row)
        const [moved, gone] = changing.splice(0, 2)
        await api.db.client.updateMany({ where: { id: moved ?? 0 }, data: { firstName: 'Moved' } })
        await api.db.client.deleteMany({ where: { id: gone ?? 0 } })
      } while (cursor !== null && shown.length < 200)
      const counts = unchanged.map((id) => shown.filter((other) => other === id).length)
      expect(counts).toEqual(unchanged.map(() => 1))
    },
  )
})
