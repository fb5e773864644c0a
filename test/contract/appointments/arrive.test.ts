import type { AppointmentStatus } from '@scheduling/database'
import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import {
  appointmentWith,
  move,
  STATUSES,
  testEveryAction,
} from '../../support/appointment-actions.ts'
import { at } from '../../support/booking.ts'
import { openDashboard, faultsOf, testEveryTeamChange, told } from '../../support/team-changes.ts'

const api = useSharedApi()

const MOMENT = '2026-11-20T08:00:00-03:00'

async function opened(
  status: AppointmentStatus,
  columns: Parameters<typeof appointmentWith>[3] = {},
) {
  const clinic = await openDashboard(api)
  const row = await appointmentWith(api, clinic, status, columns)
  const act = (action: string, call = {}) =>
    clinic.call('POST', `/v1/appointments/${row.id}/${action}`, call)
  const changes = async () =>
    (await told(api, clinic)).map(({ type, payload }) => [type, payload.changes])
  return { clinic, row, act, changes }
}

describe('POST /v1/appointments/{appointment_id}/arrive', () => {
  testEveryAction(() => api, 'arrive')

  it('200: the moment is kept when it is said again, and the status stays', async () => {
    const { act, changes } = await opened('PENDING')
    const first = await act('arrive')
    expect(first.body).toMatchObject({ status: 'PENDING', arrived_at: MOMENT, started_at: null })
    expect((await act('arrive')).text).toBe(first.text)
    expect(await changes()).toEqual([
      ['appointment.updated', { arrived_at: { from: null, to: MOMENT } }],
    ])
  })

  it('200: a move clears arrival and start, and says so', async () => {
    const { clinic, row, act } = await opened('CONFIRMED')
    await act('start')
    const moved = await move(clinic, row.id, { start: at('14:00') })
    expect(moved.body).toMatchObject({ arrived_at: null, started_at: null })
    expect((await told(api, clinic)).at(-1)?.payload.changes).toMatchObject({
      arrived_at: { from: MOMENT, to: null },
      started_at: { from: MOMENT, to: null },
    })
  })
})

describe('POST /v1/appointments/{appointment_id}/start', () => {
  it('200: sets an arrival that is missing; again, nothing changes', async () => {
    const { act, changes } = await opened('CONFIRMED')
    const first = await act('start')
    expect(first.body).toMatchObject({ arrived_at: MOMENT, started_at: MOMENT })
    expect((await act('start')).text).toBe(first.text)
    const moment = { from: null, to: MOMENT }
    expect(await changes()).toEqual([
      ['appointment.updated', { arrived_at: moment, started_at: moment }],
    ])
  })

  it('200: keeps the arrival that was recorded', async () => {
    const arrivedAt = new Date('2026-11-20T07:50:00-03:00')
    const { act, changes } = await opened('CONFIRMED', { arrivedAt })
    expect((await act('start')).body.arrived_at).toBe('2026-11-20T07:50:00-03:00')
    expect(await changes()).toEqual([
      ['appointment.updated', { started_at: { from: null, to: MOMENT } }],
    ])
  })

  it('200: confirms a pending one first, and sends no message about it', async () => {
    const { clinic, act, changes } = await opened('PENDING')
    expect((await act('start')).body).toMatchObject({ status: 'CONFIRMED', confirmed_at: MOMENT })
    expect((await changes()).map(([type]) => type)).toEqual([
      'appointment.confirmed',
      'appointment.updated',
    ])
    const where = { organizationId: clinic.organization.row.id }
    expect(await api.db.message.count({ where })).toBe(0)
  })

  it('200: a repetition with its Idempotency-Key answers the same, another body is refused', async () => {
    const { act } = await opened('PENDING')
    const headers = { 'Idempotency-Key': crypto.randomUUID() }
    const first = await act('start', { headers })
    expect((await act('start', { headers })).text).toBe(first.text)
    const other = await act('start', { headers, body: { ignored: true } })
    expect([other.status, other.body.code]).toEqual([409, 'duplicate_request'])
  })

  it.each(STATUSES.filter((status) => !['PENDING', 'CONFIRMED'].includes(status)))(
    '409 appointment_not_editable: from %s',
    async (status) => {
      const { act, changes } = await opened(status)
      const reply = await act('start')
      expect([reply.status, reply.body.code]).toEqual([409, 'appointment_not_editable'])
      expect(await changes()).toEqual([])
    },
  )

  it('409 appointment_not_editable: an invoice was issued', async () => {
    const { act } = await opened('CONFIRMED', { invoiceIssued: true })
    expect((await act('start')).body.code).toBe('appointment_not_editable')
  })

  it('404 not_found, 403 forbidden_scope, 400 validation_error', async () => {
    const { clinic, row } = await opened('CONFIRMED')
    const stranger = await openDashboard(api)
    const path = `/v1/appointments/${row.id}/start`
    expect((await stranger.call('POST', path)).status).toBe(404)
    const key = await clinic.organization.keyWith(['read'])
    expect((await clinic.call('POST', path, { key })).body.code).toBe('forbidden_scope')
    const wrong = await clinic.call('POST', '/v1/appointments/x/start')
    expect(wrong.body.errors).toMatchObject([{ field: 'appointment_id', code: 'invalid_type' }])
  })
})

describe('appointments.takeBackMark', () => {
  testEveryTeamChange(() => api, {
    procedure: 'appointments.takeBackMark',
    input: () => ({ mark: 'arrived' }),
    columns: { arrivedAt: new Date(MOMENT) },
  })

  it.each([
    ['arrived', { arrived_at: null, started_at: null }],
    ['started', { arrived_at: MOMENT, started_at: null }],
  ])('200: %s, once; a status that a start confirmed stays', async (mark, left) => {
    const { clinic, row, act, changes } = await opened('PENDING')
    await act('start')
    const back = () =>
      clinic.owner.mutate('appointments.takeBackMark', { appointment_id: row.id, mark })
    expect((await back()).body).toMatchObject({ status: 'CONFIRMED', ...left })
    expect((await back()).body).toMatchObject(left)
    expect(await changes()).toHaveLength(3)
  })

  it('409 appointment_not_editable: once it is over', async () => {
    const { clinic, row } = await opened('COMPLETED', { arrivedAt: new Date(MOMENT) })
    const input = { appointment_id: row.id, mark: 'arrived' }
    const reply = await clinic.owner.mutate('appointments.takeBackMark', input)
    expect(reply.problem.code).toBe('appointment_not_editable')
  })

  it('400 validation_error: a mark that is none', async () => {
    const { clinic, row } = await opened('CONFIRMED')
    const input = { appointment_id: row.id, mark: 'left' }
    const reply = await clinic.owner.mutate('appointments.takeBackMark', input)
    expect(faultsOf(reply)).toEqual(['mark invalid_value'])
  })
})
