/** What every change that can concern what is booked does in the same way. */
import { expect, it } from 'vitest'
import type { TestApi } from './api.ts'
import { anotherClient, at } from './booking.ts'
import { createDepositRow } from './clinic.ts'
import { openBrowser, signIn } from './dashboard.ts'
import {
  expectOk,
  faultsOf,
  openChangingClinic,
  secondOf,
  shown,
  type ChangingClinic,
} from './impact.ts'

const TUESDAY = '2026-11-24'

/** A change that leaves the appointment of the first of two professionals without its place. */
export type ImpactCase = {
  readonly procedure: string
  readonly input: (clinic: ChangingClinic) => object
  readonly reason: string
  /** Whether the other professional can take it over. */
  readonly canMove: boolean
  /** The events of the change itself. */
  readonly events?: readonly string[]
  readonly notes?: readonly string[]
  /** The same change, but not quite. */
  readonly other?: (clinic: ChangingClinic) => object
  /** Where the appointment is; Monday 14:00 unless said otherwise. */
  readonly date?: string
  readonly prepare?: (clinic: ChangingClinic) => Promise<void>
}

/** A clinic where the appointment is booked, and the change. */
async function open(api: TestApi, one: ImpactCase) {
  const clinic = await openChangingClinic(api, { professionals: 2 })
  await one.prepare?.(clinic)
  const start = at('14:00', one.date)
  const reply = await clinic.book({ start })
  if (reply.status !== 201) throw new Error(reply.text)
  const id: number = reply.body.id
  const input = one.input(clinic)
  const change = (choice: object = {}, of: object = input) =>
    clinic.owner.mutate(one.procedure, { ...of, ...choice })
  const seen = await clinic.told()
  return { clinic, id, start, input, change, told: () => clinic.told(seen.length) }
}

/** The tests of one such change, for the file of its procedure. */
export function testEveryImpact(api: () => TestApi, one: ImpactCase): void {
  it('409 action_not_allowed: without a word about the appointment nothing changes', async () => {
    const { clinic, change } = await open(api(), one)
    const before = await clinic.everything()
    const reply = await change()
    expect([reply.status, reply.problem.code]).toEqual([409, 'action_not_allowed'])
    expect(reply.problem.detail).toContain('1 appointment does not fit')
    expect(faultsOf(reply)).toEqual(['appointments:required'])
    expect(await clinic.everything()).toBe(before)
  })

  it('200: a preview answers the same and changes nothing', async () => {
    const { clinic, id, change } = await open(api(), one)
    const before = await clinic.everything()
    const preview = expectOk(await change({ preview: true }))
    expect(shown(preview)).toEqual([[id, one.reason, 'kept', null]])
    const cancelling = expectOk(await change({ preview: true, appointments: 'cancel' }))
    expect(shown(cancelling)).toEqual([[id, one.reason, 'cancelled', null]])
    expect(await clinic.everything()).toBe(before)
    const { version } = preview.body.impact
    expect(cancelling.body.impact.version).toBe(version)
    const applied = expectOk(await change({ appointments: 'cancel', version }))
    expect(applied.body.impact).toEqual(cancelling.body.impact)
    expect(await clinic.everything()).not.toBe(before)
  })

  it('200: keep: the appointment keeps its time', async () => {
    const { clinic, id, start, change, told } = await open(api(), one)
    const before = await clinic.booked()
    expect(shown(expectOk(await change({ appointments: 'keep' })))).toEqual([
      [id, one.reason, 'kept', null],
    ])
    expect(await clinic.booked()).toEqual(before)
    expect((await told()).map(([type]) => type)).toEqual(one.events ?? [])
    expect((await clinic.noted()).map(({ action }) => action)).toEqual([
      ...(one.events ?? []),
      ...(one.notes ?? []),
    ])
    const held = await api().db.calendarHold.findMany({
      where: { organizationId: clinic.organization.row.id },
    })
    expect(held.map(({ startsAt }) => startsAt.getTime())).toEqual([Date.parse(start)])
    // It is known now: another change does not tell it again, and no one books over it.
    const { professional } = clinic
    const week = { professional_id: professional.id, intervals: [] }
    const next = await clinic.owner.mutate('schedule.setWeek', { ...week, preview: true })
    const told2 = one.reason === 'outside_hours' ? [] : [[id, 'outside_hours', 'kept', null]]
    // A professional who works on after all: there the hours are a reason of their own.
    expect(shown(expectOk(next))).toEqual(one.procedure === 'schedule.addHoliday' ? [] : told2)
  })

  it('200: cancel: the appointment and its unpaid deposit end, in one batch', async () => {
    const { clinic, id, change, told } = await open(api(), one)
    const appointment = await api().db.appointment.findUniqueOrThrow({ where: { id } })
    await createDepositRow(api().db, clinic.organization.row, {
      appointment,
      expiresAt: '2026-11-20T08:30:00-03:00',
    })
    const decisions = [{ appointment_id: id, action: 'cancel' }]
    const reply = expectOk(await change({ decisions, reason: 'Férias' }))
    expect(shown(reply)).toEqual([[id, one.reason, 'cancelled', null]])
    expect(await api().db.appointment.findUniqueOrThrow({ where: { id } })).toMatchObject({
      status: 'CANCELLED_PROFESSIONAL',
      cancellationReason: 'Férias',
      holdId: null,
    })
    const events = await told()
    expect(events.map(([type]) => type)).toEqual([
      ...(one.events ?? []),
      'appointment.cancelled',
      'deposit.expired',
    ])
    expect([...new Set(events.map(([, batch]) => batch))]).toEqual([expect.stringMatching(/^bat_/)])
  })

  it('200: move: to any professional who is free, and else it is kept', async () => {
    const { clinic, id, start, change, told } = await open(api(), one)
    const second = secondOf(clinic)
    const reply = await change({ appointments: 'move' })
    if (one.procedure === 'services.deactivate') {
      expect([reply.status, faultsOf(reply)]).toEqual([400, ['appointments:invalid_value']])
      return
    }
    expectOk(reply)
    const [entry] = reply.body.impact.appointments
    if (one.canMove) {
      expect(shown(reply)).toEqual([[id, one.reason, 'moved', second.id]])
      expect(entry.kept_because).toBeNull()
      expect(await clinic.booked()).toEqual([
        [id, 'PENDING', second.id, new Date(start).toISOString()],
      ])
      const last = (await told()).at(-1)
      expect(last?.[0]).toBe('appointment.rescheduled')
    } else {
      expect(shown(reply)).toEqual([[id, one.reason, 'kept', null]])
      expect(entry.kept_because).toEqual(expect.any(String))
    }
  })

  it('409 action_not_allowed: a version that is stale names `version`, and nothing changes', async () => {
    const { clinic, id, change } = await open(api(), one)
    const version = async () => (await change({ preview: true })).body.impact.version
    const stale = async (sent: string) => {
      const before = await clinic.everything()
      const reply = await change({ appointments: 'keep', version: sent })
      expect([reply.status, reply.problem?.code]).toEqual([409, 'action_not_allowed'])
      expect(reply.problem.detail).toContain('version is stale')
      expect(faultsOf(reply)).toEqual(['version:invalid_value'])
      expect(await clinic.everything()).toBe(before)
    }
    const first = await version()
    expect(await version()).toBe(first)
    await clinic.call('PATCH', `/v1/appointments/${id}`, { body: { notes: 'Prefere a sala 2' } })
    await stale(first)
    const second = await version()
    const start = at('14:30', one.date)
    const more = await anotherClient(api(), clinic)
    expect((await clinic.book({ start, client_id: more.id })).status).toBe(201)
    await stale(second)
    const third = await version()
    if (one.other !== undefined) {
      const reply = await change({ preview: true }, one.other(clinic))
      expect(expectOk(reply).body.impact.version).not.toBe(third)
      await stale(reply.body.impact.version)
    }
    await stale('x')
    expectOk(await change({ appointments: 'keep', version: third }))
  })

  it('400 not_found: decisions about what is not concerned', async () => {
    const { clinic, id, change } = await open(api(), one)
    const elsewhere = {
      ...(await anotherService(api(), clinic)),
      professional_id: secondOf(clinic).id,
    }
    const free = await clinic.bookAt('09:00', { ...elsewhere, start: at('09:00', TUESDAY) })
    const stranger = await openChangingClinic(api())
    const theirs = await stranger.bookAt('14:00')
    const before = await clinic.everything()
    for (const foreign of [free, theirs, 2_000_000_000]) {
      const decisions = [
        { appointment_id: id, action: 'cancel' },
        { appointment_id: foreign, action: 'cancel' },
      ]
      for (const preview of [false, true]) {
        const reply = await change({ decisions, preview })
        expect([reply.status, faultsOf(reply)]).toEqual([
          400,
          ['decisions[1].appointment_id:not_found'],
        ])
      }
    }
    const twice = [id, id].map((appointment_id) => ({ appointment_id, action: 'keep' }))
    expect(faultsOf(await change({ decisions: twice }))).toEqual([
      'decisions[1].appointment_id:duplicate_item',
    ])
    expect(JSON.stringify(await stranger.booked())).toContain('PENDING')
    expect(await clinic.everything()).toBe(before)
  })

  it('401: no user is signed in; 200: a collaborator may do it', async () => {
    const { clinic, input } = await open(api(), one)
    const stranger = await openBrowser(api()).mutate(one.procedure, input)
    expect([stranger.status, stranger.problem.code]).toEqual([401, 'unauthorized'])
    const collaborator = await signIn(api(), clinic.organization, 'manager')
    const reply = await collaborator.mutate(one.procedure, { ...input, appointments: 'cancel' })
    expectOk(reply)
  })
}

/** A service of its own for an appointment that no change of the other one concerns. */
async function anotherService(
  api: TestApi,
  { organization, professionals }: ChangingClinic,
): Promise<object> {
  const service = await api.db.service.create({
    data: {
      organizationId: organization.row.id,
      name: 'Outra',
      durationMinutes: 30,
      professionals: {
        create: professionals.map(({ id }) => ({
          professional: {
            connect: { organizationId_id: { organizationId: organization.row.id, id } },
          },
        })),
      },
    },
  })
  return { service_ids: [service.id] }
}
