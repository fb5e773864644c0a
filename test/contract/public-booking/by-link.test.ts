/** What a client sees and does with the link to an appointment. */
import { linkToken } from '@scheduling/core'
import { beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, useSharedApi } from '../../support/api.ts'
import { at, openClinic, type BookableClinic } from '../../support/booking.ts'
import { createProfessional, eventsOf, performs, workingHours } from '../../support/clinic.ts'
import { openStranger } from '../../support/dashboard.ts'
import { openQueue } from '../../support/queue.ts'
import { bookAs, joinAs, tokenOf } from '../../support/public-booking.ts'

const DAY_MS = 86_400_000

const api = useSharedApi()
beforeEach(() => api.setNow(TEST_NOW))

const call = (name: string, token: string, more: object = {}) =>
  openStranger(api).mutate(`publicBooking.${name}`, { token, ...more })

async function bookedAt(clinic: BookableClinic, clock = '09:00') {
  const reply = await bookAs(api, clinic, { start: at(clock) })
  expect(reply.problem).toBeUndefined()
  const row = await api.db.appointment.findFirstOrThrow({
    where: { organizationId: clinic.organization.row.id },
    orderBy: { id: 'desc' },
  })
  return { token: tokenOf(reply.body.url), row, view: reply.body.appointment }
}

const typesOf = async (clinic: BookableClinic) =>
  (await eventsOf(api.db, clinic.organization.row)).map(({ type }) => type)

const DEAD = { status: 404, problem: { code: 'not_found', errors: [] } }

describe('publicBooking.getAppointment', () => {
  it('200: as the booking answered, and nothing changes', async () => {
    const clinic = await openClinic(api)
    const { token, view, row } = await bookedAt(clinic)
    expect((await call('getAppointment', token)).body).toEqual(view)
    expect(await api.db.appointment.findUnique({ where: { id: row.id } })).toEqual(row)
  })

  it('200: of an appointment that the team booked; nothing of the client, nor what the team wrote', async () => {
    const clinic = await openClinic(api)
    const { body } = await clinic.book({ notes: 'Segredo da equipe', metadata: { crm: 'segredo' } })
    const row = await api.db.appointment.findUniqueOrThrow({ where: { id: body.id } })
    await clinic.call('POST', `/v1/appointments/${body.id}/cancel`, {
      body: { reason: 'Segredo do motivo' },
    })
    const reply = await call('getAppointment', linkToken(api.service, 'appointment', row))
    expect(reply.body).toMatchObject({
      status: 'CANCELLED_PROFESSIONAL',
      cancelled_by: 'team',
      can_cancel: false,
      can_reschedule: false,
    })
    expect(JSON.stringify(reply.body)).not.toMatch(/segredo|Ana|Souza|9876/i)
  })
})

describe('a link that does not work', () => {
  it('404: bit flips, other kinds, other records, old versions and nonsense have one and the same answer', async () => {
    const clinic = await openClinic(api)
    const { token, row } = await bookedAt(clinic)
    const bytes = Buffer.from(token, 'base64url')
    const flipped = Array.from({ length: bytes.length * 8 }, (_, bit) => {
      const other = Buffer.from(bytes)
      other[bit >> 3] = (other[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      return other.toString('base64url')
    })
    const wrong = [
      ...flipped,
      linkToken(api.service, 'queue_entry', row),
      linkToken(api.service, 'deposit', row),
      linkToken(api.service, 'appointment', { ...row, linkVersion: 2 }),
      linkToken(api.service, 'appointment', { ...row, organizationId: row.organizationId + 1 }),
      linkToken(api.service, 'appointment', { ...row, id: 2_000_000_000 }),
      '',
      'x',
      '../../etc',
      `${token}=`,
    ]
    for (const one of wrong) {
      const { status, problem } = await call('getAppointment', one)
      const { request_id: _, ...told } = problem
      expect([one, status, told]).toEqual([
        one,
        404,
        {
          code: 'not_found',
          status: 404,
          title: 'Not found',
          detail: 'This link does not work. It may be too old, or not complete.',
          errors: [],
        },
      ])
    }
    for (const name of ['cancelAppointment', 'listMoveSlots']) {
      expect(await call(name, flipped[3] ?? '')).toMatchObject(DEAD)
    }
    expect(
      await call('rescheduleAppointment', flipped[9] ?? '', { start: at('10:00') }),
    ).toMatchObject(DEAD)
    expect(await call('getQueueEntry', token)).toMatchObject(DEAD)
    expect(await call('leaveQueue', token)).toMatchObject(DEAD)
    expect(await call('confirmPresence', token)).toMatchObject(DEAD)
    expect(await call('getDeposit', token)).toMatchObject(DEAD)
    expect(await api.db.appointment.findUnique({ where: { id: row.id } })).toEqual(row)
  })

  it('404: seven days after the end of the appointment, or after it was cancelled', async () => {
    const clinic = await openClinic(api)
    const { token, row } = await bookedAt(clinic)
    const end = row.endsAt.getTime()
    api.setNow(end + 7 * DAY_MS - 1)
    expect((await call('getAppointment', token)).status).toBe(200)
    api.setNow(end + 7 * DAY_MS)
    expect(await call('getAppointment', token)).toMatchObject(DEAD)
    api.setNow(TEST_NOW)
    await call('cancelAppointment', token)
    api.setNow(TEST_NOW + 7 * DAY_MS - 1)
    expect((await call('getAppointment', token)).status).toBe(200)
    api.setNow(TEST_NOW + 7 * DAY_MS)
    expect(await call('getAppointment', token)).toMatchObject(DEAD)
  })

  it('404: by the clock of a test organization', async () => {
    const clinic = await openClinic(api, { organization: { livemode: false } })
    const { token, row } = await bookedAt(clinic)
    const ahead = (row.endsAt.getTime() - TEST_NOW + 7 * DAY_MS) / 1000
    await api.db.organization.update({
      where: { id: row.organizationId },
      data: { clockAheadSeconds: ahead - 1 },
    })
    expect((await call('getAppointment', token)).status).toBe(200)
    await api.db.organization.update({
      where: { id: row.organizationId },
      data: { clockAheadSeconds: ahead },
    })
    expect(await call('getAppointment', token)).toMatchObject(DEAD)
  })

  it('404: once it was taken back, for changes too', async () => {
    const clinic = await openClinic(api)
    const { token, row } = await bookedAt(clinic)
    await api.db.appointment.update({ where: { id: row.id }, data: { linkVersion: 2 } })
    expect(await call('cancelAppointment', token)).toMatchObject(DEAD)
    const now = linkToken(api.service, 'appointment', { ...row, linkVersion: 2 })
    expect((await call('getAppointment', now)).status).toBe(200)
  })
})

describe('publicBooking.cancelAppointment', () => {
  it('200: cancels as the client, frees the time, and tells it', async () => {
    const clinic = await openClinic(api)
    const { token, row } = await bookedAt(clinic)
    const reply = await call('cancelAppointment', token, { reason: 'Viagem' })
    expect(reply.body).toMatchObject({ status: 'CANCELLED_CLIENT', cancelled_by: 'client' })
    const after = await api.db.appointment.findUniqueOrThrow({ where: { id: row.id } })
    expect(after).toMatchObject({ status: 'CANCELLED_CLIENT', cancellationReason: 'Viagem' })
    expect(await clinic.starts()).toContain(at('09:00'))
    const event = (await eventsOf(api.db, clinic.organization.row)).at(-1)
    expect(event).toMatchObject({
      type: 'appointment.cancelled',
      context: {
        actor: { type: 'client', id: String(row.clientId), name: 'Maria' },
        source: 'public_booking',
      },
      payload: { changes: { status: { from: 'PENDING', to: 'CANCELLED_CLIENT' } } },
    })
  })

  it('409 appointment_not_editable: a second time, and of several at once one', async () => {
    const clinic = await openClinic(api)
    const { token } = await bookedAt(clinic)
    const replies = await Promise.all([1, 2, 3, 4].map(() => call('cancelAppointment', token)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    expect((await typesOf(clinic)).filter((type) => type === 'appointment.cancelled')).toHaveLength(
      1,
    )
  })

  it('409 action_not_allowed: when the notice for clients is over; the team still can', async () => {
    const clinic = await openClinic(api, { organization: { clientNoticeMinutes: 120 } })
    const { token, row, view } = await bookedAt(clinic)
    expect(view.changes_until).toBe(at('07:00'))
    api.setNow(Date.parse(at('07:00')) + 1)
    const shown = await call('getAppointment', token)
    expect(shown.body).toMatchObject({ can_cancel: false, can_reschedule: false })
    for (const [name, more] of [
      ['cancelAppointment', {}],
      ['rescheduleAppointment', { start: at('15:00') }],
    ] as const) {
      const { status, problem } = await call(name, token, more)
      expect([name, status, problem.code]).toEqual([name, 409, 'action_not_allowed'])
    }
    const team = await clinic.call('POST', `/v1/appointments/${row.id}/cancel`, { body: {} })
    expect(team.status).toBe(200)
  })

  it('200: the word of the service for an unpaid deposit is not taken from a client', async () => {
    const clinic = await openClinic(api)
    const { token } = await bookedAt(clinic)
    const reply = await call('cancelAppointment', token, { reason: 'deposit_expired' })
    expect(reply.body.cancelled_by).toBe('client')
  })
})

describe('publicBooking.rescheduleAppointment', () => {
  it('200: moves it, keeps the link, and tells who did', async () => {
    const clinic = await openClinic(api)
    const { token, row } = await bookedAt(clinic)
    const reply = await call('rescheduleAppointment', token, { start: at('10:15') })
    expect(reply.body).toMatchObject({ start: at('10:15'), end: at('10:45'), status: 'PENDING' })
    expect((await call('getAppointment', token)).body).toEqual(reply.body)
    expect(await clinic.starts()).toContain(at('09:00'))
    const event = (await eventsOf(api.db, clinic.organization.row)).at(-1)
    expect(event).toMatchObject({
      type: 'appointment.rescheduled',
      context: { actor: { type: 'client', id: String(row.clientId) }, source: 'public_booking' },
    })
    const [move] = await api.db.appointmentMove.findMany({ where: { appointmentId: row.id } })
    expect(move?.actor).toMatchObject({ type: 'client', id: String(row.clientId) })
  })

  it('200: to the same start changes nothing', async () => {
    const clinic = await openClinic(api)
    const { token } = await bookedAt(clinic)
    const before = await typesOf(clinic)
    expect((await call('rescheduleAppointment', token, { start: at('09:00') })).status).toBe(200)
    expect(await typesOf(clinic)).toEqual(before)
  })

  it('409 slot_unavailable: someone else has the time; two who want one: one gets it', async () => {
    const clinic = await openClinic(api)
    const [one, other] = [await bookedAt(clinic, '09:00'), await bookedAt(clinic, '10:00')]
    const taken = await call('rescheduleAppointment', one.token, { start: at('10:00') })
    expect([taken.status, taken.problem.code]).toEqual([409, 'slot_unavailable'])
    const both = await Promise.all(
      [one, other].map(({ token }) => call('rescheduleAppointment', token, { start: at('15:00') })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('409 min_advance_violation: the notice of a booking holds for the new start', async () => {
    const clinic = await openClinic(api, { organization: { minAdvanceMinutes: 60 } })
    const { token } = await bookedAt(clinic)
    api.setNow(Date.parse(at('08:00', '2026-11-23')) - 30 * 60_000)
    api.setNow(Date.parse(at('08:30')))
    const reply = await call('rescheduleAppointment', token, { start: at('09:15') })
    expect([reply.status, reply.problem.code]).toEqual([409, 'min_advance_violation'])
  })

  it('400 validation_error: professionals who cannot be booked are one and the same', async () => {
    const clinic = await openClinic(api)
    const other = await openClinic(api)
    const idle = await createProfessional(api.db, clinic.organization.row)
    const { token } = await bookedAt(clinic)
    const left = await createProfessional(api.db, clinic.organization.row, { isActive: false })
    for (const hiddenFromPublicBooking of [false, true]) {
      await api.db.service.update({
        where: { id: clinic.service.id },
        data: { hiddenFromPublicBooking },
      })
      for (const professional_id of [idle.id, left.id, other.professional.id, 2_000_000_000]) {
        const move = { start: at('15:00'), professional_id }
        const reply = await call('rescheduleAppointment', token, move)
        const faults = reply.problem.errors.map((one: any) => `${one.field} ${one.code}`)
        expect([reply.status, faults]).toEqual([400, ['professional_id not_found']])
      }
    }
    // The time of someone who performs it is still there to move to.
    const own = { start: at('15:00'), professional_id: clinic.professional.id }
    expect((await call('rescheduleAppointment', token, own)).status).toBe(200)
  })
})

describe('publicBooking.listMoveSlots', () => {
  it('200: lists what a move accepts: the own time is free, that of others is not', async () => {
    const clinic = await openClinic(api)
    const { token } = await bookedAt(clinic, '09:00')
    await bookedAt(clinic, '10:00')
    const reply = await call('listMoveSlots', token, { date: '2026-11-23' })
    const starts = reply.body.data.map(({ start }: { start: string }) => start)
    expect(starts).toContain(at('09:00'))
    expect(starts).toContain(at('09:15'))
    expect(starts).not.toContain(at('10:00'))
    expect(reply.body.professionals).toEqual([
      { id: clinic.professional.id, name: 'Profissional 0' },
    ])
    const moved = await call('rescheduleAppointment', token, { start: at('09:15') })
    expect(moved.status).toBe(200)
  })

  it('200: with anyone, when asked', async () => {
    const clinic = await openClinic(api)
    const { row } = clinic.organization
    const second = await createProfessional(api.db, row, { name: 'Segunda' })
    await workingHours(api.db, row, second)
    await performs(api.db, row, second, clinic.service)
    const { token } = await bookedAt(clinic)
    const date = '2026-11-23'
    const any = await call('listMoveSlots', token, { date, professional_id: null })
    expect(any.body.data[0].professional_ids).toEqual([clinic.professional.id, second.id])
    const own = await call('listMoveSlots', token, { date })
    expect(own.body.data[0].professional_ids).toEqual([clinic.professional.id])
  })
})

describe('publicBooking.listMoveDates', () => {
  it('200: the days of its free starts, its own time among them, from a day on', async () => {
    const clinic = await openClinic(api, { hours: { intervals: [['09:00', '09:30']] } })
    const { token } = await bookedAt(clinic, '09:00')
    const days = async (more: object = {}) =>
      (await call('listMoveDates', token, { limit: 2, from: '2026-11-23', ...more })).body.data
    expect(await days()).toEqual([
      {
        date: '2026-11-23',
        first_start: at('09:00'),
        slot_count: 1,
        professionals: [{ id: clinic.professional.id, first_start: at('09:00') }],
      },
      expect.objectContaining({ date: '2026-11-24' }),
    ])
    expect((await days({ from: '2026-11-25' }))[0]).toMatchObject({ date: '2026-11-25' })
    const [first] = await days({ from: undefined })
    expect(first.date).toBe('2026-11-20')
    const { data } = (await call('listMoveSlots', token, { date: first.date })).body
    expect(data).toHaveLength(first.slot_count)
    const hasOthers = async () => (await call('listMoveDates', token)).body.has_others
    expect(await hasOthers()).toBe(false)
    const second = await createProfessional(api.db, clinic.organization.row, { name: 'Segunda' })
    await performs(api.db, clinic.organization.row, second, clinic.service)
    expect(await hasOthers()).toBe(true)
  })

  it('400: a limit that is too high; 404: a link that does not work', async () => {
    const clinic = await openClinic(api)
    const { token } = await bookedAt(clinic)
    expect((await call('listMoveDates', token, { limit: 1000 })).status).toBe(400)
    expect(await call('listMoveDates', `${token}x`)).toMatchObject(DEAD)
  })
})

describe('why a client cannot change an appointment', () => {
  const shown = async (token: string) => {
    const { body } = await call('getAppointment', token)
    return [body.cannot_cancel, body.cannot_reschedule]
  }

  it('is told by the page: over, started, the notice, or a rule for the team', async () => {
    const clinic = await openClinic(api, {
      organization: { clientNoticeMinutes: 120, cancellationWindowMinutes: 1440 },
    })
    const { token, row } = await bookedAt(clinic)
    expect(await shown(token)).toEqual([null, null])
    api.setNow(Date.parse(at('05:00')))
    expect(await shown(token)).toEqual(['team', null])
    api.setNow(Date.parse(at('08:00')))
    expect(await shown(token)).toEqual(['notice', 'notice'])
    api.setNow(Date.parse(at('09:00')))
    expect(await shown(token)).toEqual(['started', 'started'])
    await api.db.appointment.update({ where: { id: row.id }, data: { status: 'COMPLETED' } })
    expect(await shown(token)).toEqual(['over', 'over'])
    await api.db.appointment.update({
      where: { id: row.id },
      data: { status: 'PENDING', invoiceIssued: true },
    })
    api.setNow(TEST_NOW)
    expect(await shown(token)).toEqual(['team', 'team'])
  })
})

describe('publicBooking.joinQueue', () => {
  it('200: joins, with the link, the wait and the client as the actor', async () => {
    const queue = await openQueue(api)
    await queue.entry('WAITING')
    const reply = await joinAs(api, queue)
    expect(reply.problem).toBeUndefined()
    expect(reply.body).toMatchObject({
      outcome: 'created',
      url: expect.stringMatching(/^http:\/\/api\.test\/f\/[\w-]{32}$/),
      queue_entry: {
        status: 'WAITING',
        position: 2,
        ahead_count: 1,
        estimated_wait_minutes: 20,
        service: 'Curativo',
        professional: null,
        place: null,
        can_leave: true,
        can_confirm_presence: false,
        deposit: null,
      },
    })
    const token = tokenOf(reply.body.url)
    expect((await call('getQueueEntry', token)).body).toEqual(reply.body.queue_entry)
    const events = await eventsOf(api.db, queue.organization.row)
    expect(events.map(({ type }) => type)).toEqual(['client.created', 'queue.entry.created'])
    expect(events[1]?.context).toMatchObject({
      actor: { type: 'client', name: 'Maria' },
      source: 'public_booking',
    })
  })
})

describe('publicBooking.getQueueEntry', () => {
  it('404 not_found: seven days after it was closed, or after its day', async () => {
    const queue = await openQueue(api)
    const token = tokenOf((await joinAs(api, queue)).body.url)
    const midnight = Date.parse('2026-11-21T00:00:00-03:00')
    api.setNow(midnight + 7 * DAY_MS - 1)
    expect((await call('getQueueEntry', token)).status).toBe(200)
    api.setNow(midnight + 7 * DAY_MS)
    expect(await call('getQueueEntry', token)).toMatchObject(DEAD)
    api.setNow(TEST_NOW)
    await call('leaveQueue', token)
    api.setNow(TEST_NOW + 7 * DAY_MS)
    expect(await call('getQueueEntry', token)).toMatchObject(DEAD)
  })
})

describe('publicBooking.leaveQueue', () => {
  it('200: leaves, once', async () => {
    const queue = await openQueue(api)
    const token = tokenOf((await joinAs(api, queue)).body.url)
    expect((await call('leaveQueue', token)).body).toMatchObject({
      status: 'CANCELLED',
      can_leave: false,
      position: null,
    })
    const again = await call('leaveQueue', token)
    expect([again.status, again.problem.code]).toEqual([409, 'queue_entry_not_editable'])
    const event = (await eventsOf(api.db, queue.organization.row)).at(-1)
    expect(event).toMatchObject({
      type: 'queue.entry.cancelled',
      context: { actor: { type: 'client' }, source: 'public_booking' },
    })
  })
})

describe('publicBooking.confirmPresence', () => {
  it('200: when called; 409 queue_entry_not_editable: before', async () => {
    const queue = await openQueue(api)
    const token = tokenOf((await joinAs(api, queue)).body.url)
    const early = await call('confirmPresence', token)
    expect([early.status, early.problem.code]).toEqual([409, 'queue_entry_not_editable'])
    const entry = await api.db.queueEntry.findFirstOrThrow({
      where: { organizationId: queue.organization.row.id },
    })
    await queue.call('POST', `/v1/queue/entries/${entry.id}/call`, {
      body: { professional_id: queue.professional.id, place: 'Sala 3' },
    })
    expect((await call('getQueueEntry', token)).body).toMatchObject({
      status: 'CALLED',
      place: 'Sala 3',
      call_expires_at: expect.any(String),
      can_confirm_presence: true,
    })
    expect((await call('confirmPresence', token)).body).toMatchObject({
      status: 'IN_SERVICE',
      place: null,
    })
    const event = (await eventsOf(api.db, queue.organization.row)).at(-1)
    expect(event).toMatchObject({
      type: 'queue.entry.in_service',
      context: { actor: { type: 'client' }, source: 'public_booking' },
    })
  })
})
