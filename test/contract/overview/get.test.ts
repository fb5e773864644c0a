import { LISTS } from '@scheduling/dashboard/overview-lists'
import { beforeEach, describe, expect, it } from 'vitest'
import { useSharedApi, type TestOrganization } from '../../support/api.ts'
import {
  blockedTime,
  createAppointmentRow,
  createClientRow,
  createDepositRow,
  createProfessional,
  createService,
  holiday,
  workingHours,
} from '../../support/clinic.ts'
import { signIn, type Dashboard } from '../../support/dashboard.ts'

/** A Wednesday, late enough that it is Thursday by UTC. */
const NOW = Date.parse('2026-11-25T22:30:00-03:00')

const api = useSharedApi({ now: NOW })
let clinic: Awaited<ReturnType<typeof openClinic>>

beforeEach(async () => {
  clinic = await openClinic()
})

async function openClinic(organization?: TestOrganization) {
  const { db } = api
  const own = organization ?? (await api.organization())
  const { row } = own
  const professional = await createProfessional(db, row, { name: 'Bia' })
  const service = await createService(db, row, { performedBy: [professional] })
  const other = await createService(db, row, { name: 'Retorno', price: '0.35' })
  const client = await createClientRow(db, row)
  const book = (
    start: string,
    status: 'CONFIRMED' | 'COMPLETED' | 'NO_SHOW' | 'CANCELLED_CLIENT' = 'CONFIRMED',
    services = [service],
  ) => createAppointmentRow(db, row, { professional, client, services, start, status })
  return { row, professional, service, other, client, book, owner: await signIn(api, own), own }
}

async function overviewOf(owner: Dashboard, period = 'week'): Promise<any> {
  const { status, body, problem } = await owner.query('overview.get', { period })
  expect([status, problem]).toEqual([200, undefined])
  return body
}

/** The length of a list over all pages. */
async function lengthOf(owner: Dashboard, procedure: string, filters: object): Promise<number> {
  let length = 0
  let cursor: string | undefined
  do {
    const { status, body } = await owner.query(procedure, { ...filters, limit: 2, cursor })
    expect(status).toBe(200)
    length += body.data.length
    cursor = body.next_cursor ?? undefined
  } while (cursor !== undefined)
  return length
}

describe('overview.get', () => {
  it('200: every count is the length of the list with the same days and filters', async () => {
    const { book, client, professional, service, other, owner, row } = clinic
    const { db } = api
    const paidFor = await book('2026-11-23T00:00:00-03:00', 'COMPLETED', [service, other])
    await Promise.all([
      book('2026-11-23T10:00:00-03:00', 'COMPLETED', [other]),
      book('2026-11-24T10:00:00-03:00', 'NO_SHOW'),
      book('2026-11-24T11:00:00-03:00', 'CANCELLED_CLIENT'),
      book('2026-11-25T23:30:00-03:00'),
      book('2026-11-26T10:00:00-03:00'),
      book('2026-11-22T23:29:00-03:00', 'COMPLETED'),
      book('2026-11-18T23:30:00-03:00', 'COMPLETED'),
      book('2026-11-16T00:00:00-03:00'),
      book('2026-11-15T23:29:00-03:00'),
      book('2026-11-01T09:00:00-03:00', 'NO_SHOW'),
      book('2026-10-25T09:00:00-03:00', 'COMPLETED'),
    ])
    const asked = (createdAt: string, rest: object) =>
      createDepositRow(db, row, {
        appointment: { id: paidFor.id, clientId: client.id },
        expiresAt: '2026-11-30T10:00:00-03:00',
        createdAt: new Date(createdAt),
        ...rest,
      })
    await asked('2026-11-25T23:59:00-03:00', { status: 'PAID', paidAmount: '50.10' })
    await asked('2026-11-23T00:00:00-03:00', {
      status: 'REFUNDED',
      paidAmount: '50.00',
      refundedAmount: '20.05',
    })
    await asked('2026-11-16T12:00:00-03:00', {})
    for (const period of ['week', 'month']) {
      const overview = await overviewOf(owner, period)
      for (const when of ['now', 'before']) {
        const days = overview.days[when]
        for (const name of ['booked', 'completed', 'no_shows', 'cancelled'] as const) {
          const listed = await lengthOf(owner, 'appointments.list', {
            ...days,
            status: LISTS[name],
          })
          expect([period, when, name, overview[name][when]]).toEqual([period, when, name, listed])
        }
        const [{ appointments }] = overview.professionals
        const filters = { ...days, status: LISTS.taking, professional_id: professional.id }
        expect(appointments[when]).toBe(await lengthOf(owner, 'appointments.list', filters))
        for (const { service: one, booked } of overview.services) {
          const performed = { ...days, status: LISTS.booked, service_id: one.id }
          expect(booked[when]).toBe(await lengthOf(owner, 'appointments.list', performed))
        }
        expect(overview.deposits[when].count).toBe(
          await lengthOf(owner, 'deposits.listNewest', days),
        )
      }
    }
    expect(await overviewOf(owner)).toEqual({
      object: 'overview',
      days: {
        now: { from: '2026-11-23', to: '2026-11-25' },
        before: { from: '2026-11-16', to: '2026-11-18' },
      },
      currency: 'BRL',
      booked: { now: 4, before: 2 },
      completed: { now: 2, before: 1 },
      no_shows: { now: 1, before: 0 },
      cancelled: { now: 1, before: 0 },
      revenue: { now: '150.70', before: '150.00' },
      deposits: { now: { count: 2, paid: '80.05' }, before: { count: 1, paid: '0.00' } },
      professionals: expect.arrayContaining([
        {
          professional: { id: professional.id, name: 'Bia' },
          appointments: { now: 3, before: 2 },
          taken_minutes: { now: 120, before: 60 },
          open_minutes: { now: 0, before: 0 },
        },
      ]),
      services: [
        { service: { id: service.id, name: 'Consulta' }, booked: { now: 3, before: 2 } },
        { service: { id: other.id, name: 'Retorno' }, booked: { now: 2, before: 0 } },
      ],
    })
  })

  it('200: working hours less holidays and blocked times, and a session of a group once', async () => {
    const { book, professional, row, owner } = clinic
    const { db } = api
    const group = await createService(db, row, { name: 'Grupo', maxCapacity: 2 })
    await workingHours(db, row, professional, { intervals: [['09:00', '12:00']] })
    await holiday(db, row, '2026-11-24')
    await blockedTime(
      db,
      row,
      professional,
      '2026-11-25T10:00:00-03:00',
      '2026-11-25T11:00:00-03:00',
    )
    await blockedTime(db, row, null, '2026-11-25T10:30:00-03:00', '2026-11-25T13:00:00-03:00')
    const first = await book('2026-11-25T09:00:00-03:00', 'CONFIRMED', [group])
    await createAppointmentRow(db, row, {
      professional,
      client: await createClientRow(db, row, { first_name: 'Eva' }),
      services: [group],
      start: '2026-11-25T09:00:00-03:00',
      hold: { id: first.holdId ?? 0 },
    })
    expect(
      (await overviewOf(owner)).professionals.find(
        ({ professional: { name } }: any) => name === 'Bia',
      ),
    ).toEqual({
      professional: { id: professional.id, name: 'Bia' },
      appointments: { now: 2, before: 0 },
      taken_minutes: { now: 30, before: 0 },
      open_minutes: { now: 180 + 60, before: 540 },
    })
  })

  it('200: shows what changed of a day that was counted before', async () => {
    const { book, owner, row, own } = clinic
    const { db } = api
    const stands = async () => {
      const { booked, completed, revenue } = await overviewOf(owner)
      return [booked.now, booked.before, completed.now, revenue.now]
    }
    const stays = await book('2026-11-23T10:00:00-03:00')
    const moves = await book('2026-11-24T10:00:00-03:00')
    expect(await stands()).toEqual([2, 0, 0, '0.00'])
    const kept = () =>
      db.overviewDay.count({ where: { organizationId: row.id, counted: { not: {} } } })
    // Older transactions of the tests beside this one can still go on.
    await expect.poll(async () => (await stands()) && kept()).toBe(5)
    await db.appointment.update({ where: { id: stays.id }, data: { status: 'COMPLETED' } })
    expect(await stands()).toEqual([2, 0, 1, '150.00'])
    await db.appointment.update({
      where: { id: moves.id },
      data: { startsAt: new Date('2026-11-17T10:00:00-03:00') },
    })
    expect(await stands()).toEqual([1, 1, 1, '150.00'])
    await book('2026-11-24T23:30:00-03:00', 'COMPLETED')
    expect(await stands()).toEqual([2, 1, 2, '300.00'])
    await owner.mutate('appointments.delete', { appointment_id: stays.id })
    expect(await stands()).toEqual([1, 1, 1, '150.00'])
    await owner.mutate('organization.update', { time_zone: 'Asia/Tokyo' })
    const { body } = await (await signIn(api, own)).query('overview.get', { period: 'week' })
    // By then it is Thursday there, and what began at 23:30 belongs to the day after.
    expect([body.days.now, body.booked]).toEqual([
      { from: '2026-11-23', to: '2026-11-26' },
      { now: 1, before: 1 },
    ])
  })

  it('200: keeps no count of a day that a transaction is changing', async () => {
    const { book, owner, row } = clinic
    const { db } = api
    const appointment = await book('2026-11-23T10:00:00-03:00')
    await db.$transaction(async (transaction) => {
      await transaction.appointment.update({
        where: { id: appointment.id },
        data: { status: 'CANCELLED_CLIENT' },
      })
      expect((await overviewOf(owner)).booked.now).toBe(1)
    })
    expect(await db.overviewDay.count({ where: { organizationId: row.id } })).toBe(5)
    expect((await overviewOf(owner)).booked.now).toBe(0)
  })

  it('200: another organization counts nothing', async () => {
    await clinic.book('2026-11-23T10:00:00-03:00')
    const { owner } = await openClinic()
    expect(await overviewOf(owner)).toMatchObject({ booked: { now: 0, before: 0 }, services: [] })
  })

  it('403 forbidden_scope: a manager', async () => {
    const manager = await signIn(api, clinic.own, 'manager')
    const { status, problem } = await manager.query('overview.get', { period: 'week' })
    expect([status, problem.code]).toEqual([403, 'forbidden_scope'])
  })

  it('400 validation_error: another period', async () => {
    const { status, problem } = await clinic.owner.query('overview.get', { period: 'year' })
    expect([status, problem.errors]).toMatchObject([
      400,
      [{ field: 'period', code: 'invalid_value' }],
    ])
  })
})
