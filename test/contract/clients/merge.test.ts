/** Two records that are the same person become one. */
import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { faults, openClinic, type BookableClinic } from '../../support/booking.ts'
import {
  createClientRow,
  createDepositRow,
  createQueueEntryRow,
  eventsOf,
} from '../../support/clinic.ts'
import { CPF } from '../../support/clients.ts'
import { signIn, type Dashboard } from '../../support/dashboard.ts'
import { queueService, TODAY, today, YESTERDAY } from '../../support/queue.ts'

const api = useSharedApi()

const OTHER_CPF = '11144477735'

type ClientValues = Parameters<typeof createClientRow>[2]

/** Two clients of a clinic, and a user who merges the second into the first unless said otherwise. */
async function two(first: ClientValues = {}, second: ClientValues = {}) {
  const clinic = await openClinic(api)
  const { row } = clinic.organization
  const survivor = await createClientRow(api.db, row, { email: 'ana@example.com', ...first })
  const merged = await createClientRow(api.db, row, { email: 'anna@example.com', ...second })
  const owner = await signIn(api, clinic.organization)
  const merge = (input: object = {}, who: Dashboard = owner) =>
    who.mutate('clients.merge', {
      client_id: survivor.id,
      merged_client_id: merged.id,
      ...input,
    })
  return { clinic, row, survivor, merged, owner, merge }
}

const typesOf = (events: readonly { type: string }[]) => events.map(({ type }) => type)
const clientOf = (id: number) => api.db.client.findUnique({ where: { id } })

/** An appointment, a queue entry of today and a deposit of a client. */
async function belongingsOf(
  { clinic, row }: { clinic: BookableClinic; row: { id: number } },
  id: number,
) {
  const booked = await clinic.book({ client_id: id })
  expect(booked.status).toBe(201)
  const service = await queueService(api, row, [clinic.professional])
  const entry = await createQueueEntryRow(api.db, row, {
    client: { id },
    service,
    date: TODAY,
    arrivedAt: today('07:00'),
  })
  const deposit = await createDepositRow(api.db, row, {
    queueEntry: entry,
    expiresAt: today('12:00'),
  })
  return { appointment: booked.body, entry, deposit }
}

describe('clients.merge', () => {
  it('200: what the merged client has is moved, and told in one batch', async () => {
    const place = await two(
      { last_name: null },
      { phone: '11987654321', cpf: CPF, last_name: 'Lima' },
    )
    const { clinic, row, survivor, merged, merge } = place
    const { appointment, entry, deposit } = await belongingsOf(place, merged.id)
    const before = await eventsOf(api.db, row)
    const reply = await merge()
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      client: {
        object: 'client',
        id: survivor.id,
        name: 'Ana Lima',
        email: 'ana@example.com',
        phone: '+5511987654321',
        cpf: CPF,
      },
      merged_client_id: merged.id,
      moved: { appointments: 1, queue_entries: 1, deposits: 1 },
    })

    const get = async (path: string) => (await clinic.call('GET', path)).body
    expect(await get(`/v1/clients/${survivor.id}`)).toEqual(reply.body.client)
    const mini = { client_id: survivor.id, client: { id: survivor.id, name: 'Ana Lima' } }
    const moved = await get(`/v1/appointments/${appointment.id}`)
    expect(moved).toMatchObject(mini)
    expect(await get(`/v1/queue/entries/${entry.id}`)).toMatchObject(mini)
    expect(await get(`/v1/deposits/${deposit.id}`)).toMatchObject(mini)
    expect(await clientOf(merged.id)).toBeNull()

    // The keeper of a copy sees all of them again.
    const [newAppointment, newEntry, newDeposit] = [
      await api.db.appointment.findUniqueOrThrow({ where: { id: appointment.id } }),
      await api.db.queueEntry.findUniqueOrThrow({ where: { id: entry.id } }),
      await api.db.deposit.findUniqueOrThrow({ where: { id: deposit.id } }),
    ]
    expect(newAppointment.updatedAt.getTime()).toBeGreaterThan(Date.parse(appointment.updated_at))
    expect(newEntry.updatedAt.getTime()).toBeGreaterThan(entry.updatedAt.getTime())
    expect(newDeposit.updatedAt.getTime()).toBeGreaterThan(deposit.updatedAt.getTime())

    const events = (await eventsOf(api.db, row)).slice(before.length)
    const context = { actor: { type: 'user', name: 'Dona' }, source: 'dashboard' }
    const batch_id = events[0]?.payload.batch_id
    expect(batch_id).toMatch(/^bat_/)
    expect(events).toMatchObject([
      {
        type: 'client.updated',
        payload: {
          object: reply.body.client,
          changes: {
            last_name: { from: null, to: 'Lima' },
            phone: { from: null, to: '+5511987654321' },
            cpf: { from: null, to: CPF },
          },
          batch_id,
        },
        context,
      },
      { type: 'client.merged', payload: { changes: null, batch_id }, context },
      {
        type: 'appointment.updated',
        payload: {
          object: moved,
          changes: { client_id: { from: merged.id, to: survivor.id } },
          batch_id,
        },
        context,
      },
      {
        type: 'queue.entry.updated',
        payload: {
          object: { id: entry.id, client_id: survivor.id },
          changes: { client_id: { from: merged.id, to: survivor.id } },
          batch_id,
        },
        context,
      },
    ])
    const filtered = { organizationId: row.id, sequence: events[2]?.sequence ?? 0 }
    expect(await api.db.event.findFirst({ where: filtered })).toMatchObject({
      professionalIds: [clinic.professional.id],
      serviceIds: [clinic.service.id],
      filterStatus: 'PENDING',
    })
    expect(events[1]?.payload.object).toEqual({
      id: merged.id,
      deleted: true,
      merged_into: survivor.id,
    })
    const audit = await api.db.auditEntry.findMany({
      where: { organizationId: row.id, actorType: 'user' },
      orderBy: { id: 'asc' },
    })
    expect(audit.map(({ action, recordId }) => [action, recordId])).toEqual([
      ['client.updated', String(survivor.id)],
      ['client.merged', String(merged.id)],
      ['appointment.updated', String(appointment.id)],
      ['queue.entry.updated', String(entry.id)],
    ])
  })

  it("200: the team's own notes about both are the survivor's", async () => {
    const { row, owner, survivor, merged, merge } = await two()
    const set = (client_id: number, team_notes: string) =>
      owner.mutate('teamNotes.setOfClient', { client_id, team_notes })
    await set(survivor.id, 'Latex allergy.')
    await set(merged.id, 'Prefers the morning.')
    await merge()
    const { body } = await owner.query('teamNotes.getOfClient', { client_id: survivor.id })
    expect(body.team_notes).toBe('Latex allergy.\n\nPrefers the morning.')
    // A client without notes adds nothing.
    const third = await createClientRow(api.db, row)
    await merge({ merged_client_id: third.id })
    expect((await owner.query('teamNotes.getOfClient', { client_id: survivor.id })).body).toEqual(
      body,
    )
  })

  it('200: a preview answers the same, and changes nothing', async () => {
    const place = await two({ last_name: null }, { phone: '11987654321', last_name: 'Lima' })
    const { row, survivor, merged, merge } = place
    await belongingsOf(place, merged.id)
    const before = await eventsOf(api.db, row)
    const seen = await merge({ preview: true })
    expect([seen.status, seen.body.client.name, seen.body.moved]).toEqual([
      200,
      'Ana Lima',
      { appointments: 1, queue_entries: 1, deposits: 1 },
    ])
    expect([await clientOf(survivor.id), await clientOf(merged.id)]).toEqual([survivor, merged])
    expect(await eventsOf(api.db, row)).toEqual(before)
    const { client, ...done } = (await merge()).body
    expect(done).toEqual({ merged_client_id: merged.id, moved: seen.body.moved })
    expect({ ...client, updated_at: null }).toEqual({ ...seen.body.client, updated_at: null })
  })

  it('200: a collaborator may, and what adds nothing changes nothing of the client', async () => {
    const { row, clinic, survivor, merge } = await two()
    const collaborator = await signIn(api, clinic.organization, 'manager')
    const reply = await merge({}, collaborator)
    expect(reply.body.moved).toEqual({ appointments: 0, queue_entries: 0, deposits: 0 })
    expect(await clientOf(survivor.id)).toEqual(survivor)
    const events = await eventsOf(api.db, row)
    expect(typesOf(events)).toEqual(['client.merged'])
    expect(events[0]?.payload.batch_id).toBeNull()
  })

  it('200: the filled fields of the survivor win, metadata key by key', async () => {
    const { merge } = await two(
      { phone: '11911111111', birth_date: '1990-01-02', metadata: { a: '1', b: '2' } },
      { phone: '11922222222', birth_date: '1990-02-01', metadata: { b: '3', c: '4' }, cpf: CPF },
    )
    expect((await merge()).body.client).toMatchObject({
      email: 'ana@example.com',
      phone: '+5511911111111',
      birth_date: '1990-01-02',
      cpf: CPF,
      metadata: { a: '1', b: '2', c: '4' },
    })
  })

  it('200: `fields` says whose value stays, and nothing is taken from a client without a value', async () => {
    const { clinic, merge } = await two(
      { first_name: 'A.', last_name: 'S.', phone: '11911111111', cpf: CPF },
      { first_name: 'Anna', last_name: 'Souza', cpf: OTHER_CPF },
    )
    const fields = { first_name: 'merged', last_name: 'survivor', phone: 'merged', cpf: 'merged' }
    const { body } = await merge({ fields })
    expect(body.client).toMatchObject({ name: 'Anna S.', phone: '+5511911111111', cpf: OTHER_CPF })
    // What the search looks at has changed with it.
    const found = await clinic.call('GET', '/v1/clients?q=anna')
    expect(found.body.data).toEqual([body.client])
  })

  it('409 action_not_allowed: two CPFs, unless it is said whose stays', async () => {
    const { row, survivor, merged, merge } = await two({ cpf: CPF }, { cpf: OTHER_CPF })
    const { status, problem } = await merge()
    expect([status, problem.code, problem.detail]).toEqual([
      409,
      'action_not_allowed',
      expect.stringContaining('fields.cpf'),
    ])
    expect(await clientOf(survivor.id)).toEqual(survivor)
    expect(await clientOf(merged.id)).toEqual(merged)
    expect(await eventsOf(api.db, row)).toEqual([])
    expect((await merge({ fields: { cpf: 'survivor' } })).body.client.cpf).toBe(CPF)
  })

  it.each(['WAITING', 'CALLED', 'IN_SERVICE', 'SKIPPED'] as const)(
    '409 action_not_allowed: both are in the queue of today, one of them %s',
    async (status) => {
      const { clinic, row, survivor, merged, merge } = await two()
      const service = await queueService(api, row, [clinic.professional])
      const { professional } = clinic
      const parts = { service, professional, date: TODAY, arrivedAt: today('07:00') }
      await createQueueEntryRow(api.db, row, { ...parts, client: survivor })
      const other = await createQueueEntryRow(api.db, row, { ...parts, client: merged, status })
      expect((await merge()).problem).toMatchObject({ status: 409, code: 'action_not_allowed' })
      expect(await clientOf(merged.id)).toEqual(merged)
      const where = { id: other.id }
      await api.db.queueEntry.update({ where, data: { status: 'COMPLETED' } })
      expect((await merge()).body.moved.queue_entries).toBe(1)
    },
  )

  it('200: entries of two days do not stand in the way', async () => {
    const { clinic, row, survivor, merged, merge } = await two()
    const service = await queueService(api, row, [clinic.professional])
    const parts = { service, arrivedAt: today('07:00') }
    await createQueueEntryRow(api.db, row, { ...parts, date: YESTERDAY, client: survivor })
    await createQueueEntryRow(api.db, row, { ...parts, date: TODAY, client: merged })
    expect((await merge()).status).toBe(200)
  })

  it('400 too_many: the metadata of both has more than 50 keys', async () => {
    const keys = (from: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${from + index}`, 'x']))
    const { merged, merge } = await two({ metadata: keys(0, 30) }, { metadata: keys(20, 31) })
    const { problem } = await merge()
    expect(problem.errors).toMatchObject([{ field: 'metadata', code: 'too_many' }])
    expect(await clientOf(merged.id)).toEqual(merged)
    await api.db.client.update({ where: { id: merged.id }, data: { metadata: keys(20, 30) } })
    expect(Object.keys((await merge()).body.client.metadata)).toHaveLength(50)
  })

  it('400 invalid_value: into itself; and what is no field of a choice', async () => {
    const { survivor, merge } = await two()
    const itself = await merge({ merged_client_id: survivor.id })
    expect(itself.problem.errors).toMatchObject([
      { field: 'merged_client_id', code: 'invalid_value' },
    ])
    const wrong = await merge({ fields: { cpf: 'both' } })
    expect(wrong.problem.errors).toMatchObject([{ field: 'fields.cpf', code: 'invalid_value' }])
    expect(await clientOf(survivor.id)).toEqual(survivor)
  })

  it('404 not_found: no one has one of the ids, or only another organization', async () => {
    const { survivor, merged, merge } = await two()
    const stranger = await two()
    for (const id of [stranger.merged.id, 2_147_483_647]) {
      for (const input of [{ client_id: id }, { merged_client_id: id }]) {
        expect((await merge(input)).problem).toMatchObject({ status: 404, code: 'not_found' })
      }
    }
    for (const row of [survivor, merged, stranger.survivor, stranger.merged]) {
      expect(await clientOf(row.id)).toEqual(row)
    }
  })
})

describe('a client that was merged', () => {
  const gone = (id: number, into: number) =>
    `The client ${id} was merged into the client ${into}. Use the id ${into}.`

  it('404 not_found: names the survivor wherever it is asked for, in one organization alone', async () => {
    const { clinic, row, survivor, merged, merge } = await two()
    await merge()
    const detail = gone(merged.id, survivor.id)
    const path = `/v1/clients/${merged.id}`
    for (const reply of [
      await clinic.call('GET', path),
      await clinic.call('PATCH', path, { body: { first_name: 'X' } }),
    ]) {
      expect([reply.status, reply.body.code, reply.body.detail]).toEqual([404, 'not_found', detail])
    }
    const service = await queueService(api, row, [clinic.professional])
    const joining = { service_id: service.id, client_id: merged.id }
    for (const reply of [
      await clinic.book({ client_id: merged.id }),
      await clinic.call('POST', '/v1/queue/entries', { body: joining }),
    ]) {
      expect(faults(reply)).toEqual(['client_id:not_found'])
      expect(reply.body.errors[0].message).toBe(detail)
    }
    const again = await merge()
    expect([again.status, again.problem.detail]).toEqual([404, detail])
    const stranger = await openClinic(api)
    const seen = await stranger.call('GET', path)
    expect([seen.status, seen.body.detail]).toEqual([
      404,
      'No client of this organization has this id.',
    ])
  })

  it('200: is in no list, and a filter by its id finds nothing', async () => {
    const { clinic, survivor, merged, merge } = await two()
    const booked = await clinic.book({ client_id: merged.id })
    await merge()
    const list = async (id: number) =>
      (await clinic.call('GET', `/v1/appointments?client_id=${id}`)).body.data.map(
        (one: any) => one.id,
      )
    expect(await list(merged.id)).toEqual([])
    expect(await list(survivor.id)).toEqual([booked.body.id])
    const ids = (await clinic.call('GET', '/v1/clients')).body.data.map(({ id }: any) => id)
    expect(ids).toEqual([clinic.client.id, survivor.id])
    const synced = await clinic.call(
      'GET',
      '/v1/appointments?updated_since=2020-01-01T00:00:00Z&expand=client',
    )
    expect(synced.body.data).toMatchObject([{ client: { object: 'client', id: survivor.id } }])
  })

  it('404 not_found: a chain of merges leads to its end', async () => {
    const { clinic, row, survivor, merged, owner, merge } = await two()
    await merge()
    const last = await createClientRow(api.db, row, { email: 'last@example.com' })
    const input = { client_id: last.id, merged_client_id: survivor.id }
    expect((await owner.mutate('clients.merge', input)).status).toBe(200)
    for (const { id } of [merged, survivor]) {
      const { body } = await clinic.call('GET', `/v1/clients/${id}`)
      expect(body.detail).toBe(gone(id, last.id))
    }
  })

  it('200: an identifier of it finds the survivor', async () => {
    const { clinic, survivor, merge } = await two({}, { cpf: CPF, phone: '11987650000' })
    await merge()
    const body = { first_name: 'Ana', cpf: CPF }
    const found = await clinic.call('POST', '/v1/clients', { body })
    expect([found.status, found.body.id]).toEqual([200, survivor.id])
    const booked = await clinic.book({ client: { first_name: 'Ana', phone: '11987650000' } })
    expect(booked.body.client_id).toBe(survivor.id)
  })
})

it('every table that names a client is one that a merge moves', async () => {
  const { rows } = await api.connection.pool.query<{ table: string }>(`
    SELECT conrelid::regclass::text AS "table" FROM pg_constraint
    WHERE contype = 'f' AND confrelid = 'client'::regclass ORDER BY 1`)
  expect(rows.map(({ table }) => table)).toEqual([
    'appointment',
    'client_team_note',
    'deposit',
    'merged_client',
    'queue_entry',
    'waitlist_wish',
  ])
  const columns = await api.connection.pool.query<{ table: string }>(`
    SELECT table_name AS "table" FROM information_schema.columns
    WHERE column_name = 'client_id' AND table_schema = 'public' ORDER BY 1`)
  // What tells of the past keeps the id of then: a search for a person includes merged ids. An erased client,
  // whose traces are being removed, is not merged.
  const left = new Set(['audit_entry', 'client_erasure', 'idempotency_receipt'])
  const moved = columns.rows.map(({ table }) => table).filter((table) => !left.has(table))
  expect(moved).toEqual([
    'appointment',
    'client_team_note',
    'deposit',
    'message',
    'queue_entry',
    'waitlist_wish',
  ])
})

it('200: 5,000 appointments are moved within the time of a transaction', async () => {
  const { clinic, row, survivor, merged, merge } = await two()
  await api.connection.pool.query(
    `WITH made AS (
      INSERT INTO appointment (organization_id, professional_id, client_id, status, type, starts_at, ends_at,
        duration_minutes, source, ical_uid)
      SELECT $1, $2, $3, 'COMPLETED', 'IN_PERSON', day, day + interval '30 minutes', 30, 'api', gen_random_uuid()::text
      FROM (SELECT timestamptz '2010-01-01' + n * interval '1 day' AS day FROM generate_series(1, 5000) AS n) AS days
      RETURNING id)
    INSERT INTO appointment_service (organization_id, appointment_id, service_id, position)
    SELECT $1, id, $4, 0 FROM made`,
    [row.id, clinic.professional.id, merged.id, clinic.service.id],
  )
  const started = performance.now()
  const reply = await merge()
  const seconds = (performance.now() - started) / 1000
  expect(reply.body.moved.appointments).toBe(5000)
  // A transaction has 20 seconds; this takes about two.
  expect(seconds).toBeLessThan(15)
  expect(await api.db.appointment.count({ where: { clientId: survivor.id } })).toBe(5000)
  const events = await api.db.event.groupBy({
    by: ['type'],
    where: { organizationId: row.id },
    _count: true,
  })
  expect(events.toSorted((one, other) => one.type.localeCompare(other.type))).toEqual([
    { type: 'appointment.updated', _count: 5000 },
    { type: 'client.merged', _count: 1 },
  ])
}, 60_000)
