/** A person asks to be forgotten. */
import { describe, expect, it } from 'vitest'
import { useOwnApi } from '../../support/api.ts'
import { times } from '../../support/at-once.ts'
import { at, faults, openClinic } from '../../support/booking.ts'
import {
  createAppointmentRow,
  createClientRow,
  createDepositRow,
  createQueueEntryRow,
  eventsOf,
} from '../../support/clinic.ts'
import { signIn, type Dashboard } from '../../support/dashboard.ts'
import { untilWaiting } from '../../support/overtaking.ts'
import { queueService, TODAY, today } from '../../support/queue.ts'
import { person, tracesOf } from '../../support/traces.ts'

const api = useOwnApi()

const PLACEHOLDER = 'Cliente anonimizado'

async function place() {
  const clinic = await openClinic(api)
  const { row } = clinic.organization
  const owner = await signIn(api, clinic.organization)
  const who = person()
  const made = await clinic.call('POST', '/v1/clients', {
    body: who.body,
    headers: { 'Idempotency-Key': crypto.randomUUID() },
  })
  expect(made.status).toBe(201)
  const id: number = made.body.id
  const preview = (by: Dashboard = owner) =>
    by.mutate('clients.erase', { client_id: id, preview: true })
  const erase = async (by: Dashboard = owner) => {
    const { body } = await preview(by)
    return by.mutate('clients.erase', { client_id: id, version: body?.version ?? 'none' })
  }
  return { clinic, row, owner, id, who, preview, erase }
}

describe('clients.erase', () => {
  it('200: nothing in any table names the person any more; appointments and money stay', async () => {
    const { clinic, row, owner, id, who, preview, erase } = await place()
    const key = crypto.randomUUID()
    const booking = { client_id: id, notes: who.note, metadata: { ficha: who.crm } }
    const booked = await clinic.book(booking, { headers: { 'Idempotency-Key': key } })
    expect(booked.status).toBe(201)
    await clinic.call('PATCH', `/v1/clients/${id}`, { body: { last_name: 'Quaresma Dias' } })
    await clinic.call('PATCH', `/v1/appointments/${booked.body.id}`, {
      body: { notes: `${who.note} e mofo` },
    })
    await owner.mutate('teamNotes.setOfClient', { client_id: id, team_notes: who.note })
    await owner.mutate('teamNotes.setOfAppointment', {
      appointment_id: booked.body.id,
      team_notes: who.note,
    })
    // One that is gone: its events and its entries of the audit are left.
    const gone = await clinic.book({ ...booking, start: at('10:00') })
    await owner.mutate('teamNotes.setOfAppointment', {
      appointment_id: gone.body.id,
      team_notes: who.note,
    })
    expect(
      (await owner.mutate('appointments.delete', { appointment_id: gone.body.id })).status,
    ).toBe(200)
    const done = await createAppointmentRow(api.db, row, {
      client: { id },
      professional: clinic.professional,
      services: [clinic.service],
      start: '2026-11-16T12:00:00Z',
      status: 'COMPLETED',
    })
    await api.db.appointment.update({
      where: { id: done.id },
      data: { notes: who.note, cancellationReason: who.reason },
    })
    const entry = await createQueueEntryRow(api.db, row, {
      client: { id },
      service: await queueService(api, row, [clinic.professional]),
      date: TODAY,
      arrivedAt: today('07:00'),
    })
    await api.db.queueEntry.update({ where: { id: entry.id }, data: { notes: who.note } })
    const deposit = await createDepositRow(api.db, row, {
      appointment: { ...done, clientId: id },
      expiresAt: today('12:00'),
    })
    const absorbed = await createClientRow(api.db, row, {
      first_name: who.first,
      email: `z2${who.body.email}`,
    })
    expect(
      (await owner.mutate('clients.merge', { client_id: id, merged_client_id: absorbed.id }))
        .status,
    ).toBe(200)
    // Someone agreed by telephone, and wrote before anyone knew whose phone it is.
    const { phoneKey } = await api.db.client.findUniqueOrThrow({ where: { id } })
    const address = phoneKey ?? ''
    await api.db.messagingContact.create({
      data: { organizationId: row.id, channel: 'whatsapp', address, optedInAt: new Date() },
    })
    await api.db.whatsappConsent.create({
      data: { organizationId: row.id, record: 'appointment', recordId: 1, address },
    })
    await api.db.message.create({
      data: {
        id: `msg_${crypto.randomUUID()}`,
        organizationId: row.id,
        direction: 'INBOUND',
        purpose: 'text',
        channel: 'whatsapp',
        status: 'RECEIVED',
        recipient: who.body.phone,
        address,
        cause: crypto.randomUUID(),
        text: who.note,
      },
    })
    const found = await tracesOf(api, [...who.words, address])
    expect(found.length).toBeGreaterThan(10)
    expect(found.filter((trace) => trace.startsWith('message.')).length).toBeGreaterThan(1)
    expect(found).toContain(`messaging_contact.address: ${address}`)
    expect(found).toContain(`whatsapp_consent.address: ${address}`)

    const seen = await preview()
    expect(seen.status).toBe(200)
    expect(seen.body).toMatchObject({
      client: { id, first_name: who.first },
      cancelled: { appointments: 1, queue_entries: 1 },
      held: {
        appointments: 2,
        appointment_team_notes: 1,
        client_team_notes: 1,
        queue_entries: 1,
        deposits: 1,
      },
      is_complete: false,
    })
    const before = await eventsOf(api.db, row)
    expect(seen.body.held.events).toBeGreaterThan(5)

    const reply = await erase()
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      client: {
        id,
        first_name: PLACEHOLDER,
        last_name: null,
        name: PLACEHOLDER,
        email: null,
        phone: null,
        cpf: null,
        birth_date: null,
        metadata: {},
      },
      cancelled: { appointments: 1, queue_entries: 1 },
      is_complete: true,
    })
    expect(await tracesOf(api, [...who.words, address])).toEqual([])
    const waiting = await api.db.message.findMany({
      where: { organizationId: row.id, status: 'QUEUED' },
    })
    expect(waiting).toEqual([])

    const after = await eventsOf(api.db, row)
    expect(
      after.slice(0, before.length).map(({ id, type, sequence }) => [id, type, sequence]),
    ).toEqual(before.map(({ id, type, sequence }) => [id, type, sequence]))
    const nulls = { from: null, to: null }
    const lost = (type: string, id: number, ...fields: string[]) => ({
      type,
      payload: {
        object: {
          id,
          notes: null,
          cancellation_reason: null,
          client: { name: PLACEHOLDER },
        },
        changes: Object.fromEntries(fields.map((field) => [field, nulls])),
      },
    })
    const ofAppointment = ['notes', 'metadata', 'cancellation_reason']
    expect(after.slice(before.length)).toMatchObject([
      lost('appointment.updated', done.id, ...ofAppointment),
      lost('appointment.updated', booked.body.id, ...ofAppointment),
      lost('queue.entry.updated', entry.id, 'notes', 'cancellation_reason'),
      {
        type: 'appointment.cancelled',
        payload: { object: { id: booked.body.id, notes: null, client: { id, name: PLACEHOLDER } } },
      },
      { type: 'queue.entry.cancelled', payload: { object: { id: entry.id } } },
      { type: 'deposit.expired', payload: { object: { id: deposit.id, payment_url: null } } },
      {
        type: 'client.updated',
        payload: {
          object: reply.body.client,
          changes: {
            first_name: nulls,
            last_name: nulls,
            email: nulls,
            phone: nulls,
            cpf: nulls,
            birth_date: nulls,
            metadata: nulls,
          },
        },
        context: { actor: { type: 'user', name: 'Dona' } },
      },
    ])
    expect(new Set(after.slice(before.length).map(({ payload }) => payload.batch_id)).size).toBe(1)

    // Records stay readable, and money as it was.
    const read = await clinic.call('GET', `/v1/appointments/${done.id}`)
    expect(read.body).toMatchObject({
      status: 'COMPLETED',
      client: { id, name: PLACEHOLDER },
      notes: null,
      cancellation_reason: null,
      price: done.price?.toFixed(2) ?? null,
    })
    expect((await clinic.call('GET', `/v1/deposits/${deposit.id}`)).body).toMatchObject({
      amount: deposit.amount.toFixed(2),
      // No one is left to pay it.
      status: 'EXPIRED',
      payment_url: null,
    })
    const feed = await clinic.call('GET', '/v1/events?limit=200')
    expect(feed.status).toBe(200)

    // The same request again gets the answer of then, without the person, and books nothing.
    const again = await clinic.book(booking, { headers: { 'Idempotency-Key': key } })
    expect(again.status).toBe(201)
    expect(again.body).toMatchObject({
      id: booked.body.id,
      notes: null,
      metadata: {},
      client: { id, name: PLACEHOLDER },
    })
    const audit = await owner.query('audit.list', { record: 'client', record_id: String(id) })
    expect(audit.body.data.map(({ action }: any) => action)).toContain('client.erased')
  })

  it('404 not_found: an erased client is not booked, changed, merged or erased again; a new one has the phone', async () => {
    const { clinic, row, owner, id, who, erase } = await place()
    expect((await erase()).status).toBe(200)
    const booking = await clinic.book({ client_id: id })
    expect(booking.status).toBe(400)
    expect(faults(booking)).toEqual(['client_id:not_found'])
    expect(booking.body.errors[0].message).toMatch(/erased/)
    const patched = await clinic.call('PATCH', `/v1/clients/${id}`, {
      body: { first_name: who.first },
    })
    expect([patched.status, patched.body.code]).toEqual([404, 'not_found'])
    const other = await createClientRow(api.db, row, { email: 'other@example.com' })
    for (const [client_id, merged_client_id] of [
      [id, other.id],
      [other.id, id],
    ]) {
      const merged = await owner.mutate('clients.merge', { client_id, merged_client_id })
      expect([merged.status, merged.problem.code]).toEqual([404, 'not_found'])
    }
    const twice = await owner.mutate('clients.erase', { client_id: id, preview: true })
    expect([twice.status, twice.problem.detail]).toEqual([404, expect.stringMatching(/erased/)])
    const again = await clinic.call('POST', '/v1/clients', { body: who.body })
    expect(again.status).toBe(201)
    expect(again.body.id).not.toBe(id)
    // A copy that is kept in step sees the row once more.
    expect((await clinic.call('GET', `/v1/clients/${id}`)).body.first_name).toBe(PLACEHOLDER)
  })

  it('409 action_not_allowed: the version is stale, and 400 without one; nothing is changed', async () => {
    const { clinic, owner, id, who, preview } = await place()
    const { version } = (await preview()).body
    await clinic.book({ client_id: id })
    const stale = await owner.mutate('clients.erase', { client_id: id, version })
    expect([stale.status, stale.problem.code]).toEqual([409, 'action_not_allowed'])
    expect(stale.problem.errors).toMatchObject([{ field: 'version', code: 'invalid_value' }])
    const without = await owner.mutate('clients.erase', { client_id: id })
    expect([without.status, without.problem.errors[0].field]).toEqual([400, 'version'])
    expect((await clinic.call('GET', `/v1/clients/${id}`)).body.first_name).toBe(who.first)
  })

  it('403 forbidden_scope: a collaborator; 404: a client of another organization; 401: a stranger', async () => {
    const { clinic, id, preview } = await place()
    const collaborator = await signIn(api, clinic.organization, 'manager')
    const refused = await preview(collaborator)
    expect([refused.status, refused.problem.code]).toEqual([403, 'forbidden_scope'])
    const neighbour = await signIn(api, await api.organization())
    const foreign = await neighbour.mutate('clients.erase', { client_id: id, preview: true })
    expect([foreign.status, foreign.problem.code]).toEqual([404, 'not_found'])
  })

  it('two at one time: one erases, the other finds no one', async () => {
    const { owner, id, who, preview, row } = await place()
    const { version } = (await preview()).body
    const replies = await times(5, () => owner.mutate('clients.erase', { client_id: id, version }))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404])
    const told = (await eventsOf(api.db, row)).filter(({ type }) => type === 'client.updated')
    expect(told).toHaveLength(1)
    expect(await tracesOf(api, who.words)).toEqual([])
  })

  it('bookings at the same time are cancelled or refused, never left', async () => {
    const { clinic, id, who, erase } = await place()
    const starts = ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30']
    const bookings = Promise.all(
      starts.map((clock) => clinic.book({ client_id: id, start: at(clock), notes: who.note })),
    )
    let reply = await erase()
    const statuses = (await bookings).map(({ status }) => status)
    expect(statuses.every((status) => status === 201 || status === 400)).toBe(true)
    if (reply.status === 409) reply = await erase()
    expect(reply.status).toBe(200)
    const left = await api.db.appointment.count({
      where: { clientId: id, status: { in: ['PENDING', 'CONFIRMED'] } },
    })
    expect(left).toBe(0)
    expect(await tracesOf(api, who.words)).toEqual([])
  })

  it('what a change that began before still writes is removed too', async () => {
    const { clinic, owner, id, who, preview, row } = await place()
    const booked = await clinic.book({ client_id: id, notes: who.note })
    const { version } = (await preview()).body
    const session = await api.connection.pool.connect()
    try {
      // Someone who has read the client, and writes an event of it only after the erasure has committed.
      await session.query('BEGIN')
      await session.query('SELECT pg_current_xact_id()')
      const erasing = owner.mutate('clients.erase', { client_id: id, version })
      const gone = async () =>
        (await api.db.client.findUniqueOrThrow({ where: { id } })).erasedAt !== null
      while (!(await gone())) await new Promise((done) => setTimeout(done, 5))
      await session.query(
        `INSERT INTO event SELECT event_day, organization_id, sequence + 1000000, id || 'late', type, livemode, created_at,
           json_build_object('object', json_build_object('object', 'appointment', 'id', ${booked.body.id}, 'client_id', ${id}, 'notes', '${who.note}'), 'changes', NULL, 'batch_id', NULL),
           context FROM event WHERE organization_id = $1 AND type = 'appointment.created' LIMIT 1`,
        [row.id],
      )
      await session.query('COMMIT')
      expect((await erasing).body).toMatchObject({ is_complete: true })
    } finally {
      session.release(true)
    }
    expect(await tracesOf(api, who.words)).toEqual([])
  })

  it('waits behind a merge of the same client, and then erases no one', async () => {
    const { owner, id, row, preview } = await place()
    const other = await createClientRow(api.db, row, { email: 'keeps@example.com' })
    const { version } = (await preview()).body
    const session = await api.connection.pool.connect()
    try {
      await session.query('BEGIN')
      await session.query('SELECT FROM client WHERE id = $1 FOR UPDATE', [id])
      const merging = owner.mutate('clients.merge', { client_id: other.id, merged_client_id: id })
      await untilWaiting(api, 1)
      const erasing = owner.mutate('clients.erase', { client_id: id, version })
      await untilWaiting(api, 2)
      await session.query('COMMIT')
      expect((await merging).status).toBe(200)
      const reply = await erasing
      expect([reply.status, reply.problem?.detail]).toEqual([
        404,
        expect.stringContaining(`merged into the client ${other.id}`),
      ])
    } finally {
      session.release(true)
    }
  })
})
