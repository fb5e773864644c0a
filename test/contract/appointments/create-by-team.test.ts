/** What those who are signed in may book and move, and keys may not: at once, far ahead, and what is past. */
import { beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, useSharedApi } from '../../support/api.ts'
import { anotherClient, at } from '../../support/booking.ts'
import { eventsOf } from '../../support/clinic.ts'
import { charged, openPayments } from '../../support/deposits.ts'
import { openDashboard } from '../../support/team-changes.ts'

const api = useSharedApi()
beforeEach(() => api.setNow(TEST_NOW))

/** The clock of the test stands at 08:00 of Friday, 20 November 2026. */
const LAST_MONDAY = '2026-11-16'
async function openTeam(values: Parameters<typeof openDashboard>[1] = {}) {
  const clinic = await openDashboard(api, values)
  const { owner, client, service, professional } = clinic
  const create = (body: object) =>
    owner.mutate('appointments.create', {
      service_ids: [service.id],
      professional_id: professional.id,
      client_id: client.id,
      ...body,
    })
  return { ...clinic, create }
}

describe('appointments.create by who is signed in', () => {
  it('books at once and far ahead, where a key is refused', async () => {
    const clinic = await openTeam({ organization: { minAdvanceMinutes: 1440, maxAdvanceDays: 30 } })
    const today = at('09:00', '2026-11-20')
    const farAhead = at('09:00', '2028-11-13')
    expect((await clinic.book({ start: today })).body.code).toBe('min_advance_violation')
    expect((await clinic.book({ start: farAhead })).body.code).toBe('slot_unavailable')
    for (const start of [today, farAhead]) {
      expect((await clinic.create({ start })).body).toMatchObject({ start, status: 'PENDING' })
    }
    const tooFar = await clinic.create({ start: at('09:00', '2028-11-27') })
    expect([tooFar.status, tooFar.problem.code]).toEqual([409, 'slot_unavailable'])
  })

  it('writes down what took place: confirmed, with its events, and the client is sent nothing', async () => {
    const clinic = await openTeam()
    const start = at('09:00', LAST_MONDAY)
    const { body } = await clinic.create({ start, notify_client: true })
    expect(body).toMatchObject({ start, status: 'CONFIRMED', is_overbook: false })
    expect(body.confirmed_at).not.toBeNull()
    const { row } = clinic.organization
    const types = (await eventsOf(api.db, row)).map(({ type }) => type)
    expect(types).toEqual(['appointment.created', 'client.first_appointment'])
    expect(await api.db.message.count({ where: { organizationId: row.id } })).toBe(0)
    const rui = await anotherClient(api, clinic)
    const again = await clinic.create({ start, client_id: rui.id })
    expect([again.status, again.problem.code]).toEqual([409, 'slot_unavailable'])
    const tooLongAgo = await clinic.create({ start: at('09:00', '2025-11-17') })
    expect([tooLongAgo.status, tooLongAgo.problem.code]).toEqual([409, 'min_advance_violation'])
  })

  it('books where it is closed with the overbook tick, if overbooking is on', async () => {
    const clinic = await openTeam()
    const start = at('23:00')
    expect((await clinic.create({ start })).problem.code).toBe('slot_unavailable')
    const byKey = await clinic.book({ start, allow_overbook: true })
    expect(byKey.body.code).toBe('slot_unavailable')
    const over = await clinic.create({ start, allow_overbook: true })
    expect(over.body).toMatchObject({ start, is_overbook: true })
    const strict = await openTeam({ organization: { switchedOff: ['overbooking'] } })
    const refused = await strict.create({ start, allow_overbook: true })
    expect([refused.status, refused.problem.code]).toEqual([403, 'forbidden_overbook'])
  })
})

it('moves into the past, and tells the client nothing', async () => {
  const clinic = await openTeam()
  const { id } = (await clinic.create({ start: at('09:00'), notify_client: false })).body
  const start = at('10:00', LAST_MONDAY)
  const byKey = await clinic.call('POST', `/v1/appointments/${id}/reschedule`, { body: { start } })
  expect(byKey.body.code).toBe('min_advance_violation')
  const moved = await clinic.owner.mutate('appointments.reschedule', { appointment_id: id, start })
  expect(moved.body).toMatchObject({ id, start, reschedule_count: 1 })
  const { row } = clinic.organization
  expect(await api.db.message.count({ where: { organizationId: row.id } })).toBe(0)
})

it('moves an appointment whose deposit is unpaid to this moment, but not into the past', async () => {
  const clinic = await openTeam()
  const payments = await openPayments(api)
  const now = at('09:00', '2026-11-20')
  api.setNow(Date.parse(now))
  const { appointmentId } = await charged(api, payments, clinic)
  const move = (start: string) =>
    clinic.owner.mutate('appointments.reschedule', { appointment_id: appointmentId, start })
  const refused = await move(at('10:00', LAST_MONDAY))
  expect([refused.status, refused.problem.code]).toEqual([409, 'action_not_allowed'])
  expect((await move(now)).body).toMatchObject({ start: now })
})

it('lists per caller what a booking accepts', async () => {
  const clinic = await openTeam()
  const { service, owner } = clinic
  const byTeam = await owner.query('availability.slots', {
    service_ids: [service.id],
    date: LAST_MONDAY,
  })
  const [first] = byTeam.body.data
  expect((await clinic.create({ start: first.start })).body).toMatchObject({ start: first.start })
  const byKey = await clinic.call(
    'GET',
    `/v1/availability/slots?service_ids=${service.id}&date=${LAST_MONDAY}`,
  )
  expect(byKey.body.data).toEqual([])
  const next = await owner.query('availability.nextDates', { service_ids: [service.id], limit: 1 })
  expect(Date.parse(next.body.data[0].first_start)).toBeGreaterThanOrEqual(TEST_NOW)
})
