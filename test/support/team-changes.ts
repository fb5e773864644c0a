/** What holds for every change that the team makes to an appointment. */
import type { Appointment } from '@scheduling/database'
import { expect, it } from 'vitest'
import type { TestApi } from './api.ts'
import { appointmentWith } from './appointment-actions.ts'
import { openClinic, type BookableClinic } from './booking.ts'
import { eventsOf } from './clinic.ts'
import { openBrowser, signIn, type Browser } from './dashboard.ts'

export type SignedIn = BookableClinic & { readonly owner: Browser }

/** A clinic whose owner is signed in. */
export async function openDashboard(
  api: TestApi,
  values: Parameters<typeof openClinic>[1] = {},
): Promise<SignedIn> {
  const clinic = await openClinic(api, values)
  return { ...clinic, owner: await signIn(api, clinic.organization) }
}

/** `field code` of every entry of a refusal. */
export function faultsOf({ problem }: { readonly problem: any }): string[] {
  return problem.errors.map(({ field, code }: any) => `${field} ${code}`)
}

/** The events of the clinic since the last one of these. */
export async function told(api: TestApi, { organization }: BookableClinic, from = 0) {
  return (await eventsOf(api.db, organization.row)).slice(from)
}

/** The rows that a refused change must leave as they are. */
async function stateOf(api: TestApi, { organizationId }: Pick<Appointment, 'organizationId'>) {
  const where = { organizationId }
  const order = { orderBy: { id: 'asc' } } as const
  return [
    await api.db.appointment.findMany({ where, ...order }),
    await api.db.appointmentService.findMany({
      where,
      orderBy: [{ appointmentId: 'asc' }, { position: 'asc' }],
    }),
    await api.db.calendarHold.findMany({ where, ...order }),
    await api.db.deposit.findMany({ where, ...order }),
    await api.db.event.count({ where }),
    await api.db.auditEntry.count({ where }),
  ]
}

/** Runs a call, and fails when anything of the organization is not as it was. */
export async function unchanged<Result>(
  api: TestApi,
  clinic: BookableClinic,
  call: () => Promise<Result>,
): Promise<Result> {
  const of = { organizationId: clinic.organization.row.id }
  const before = await stateOf(api, of)
  const result = await call()
  expect(await stateOf(api, of)).toEqual(before)
  return result
}

/**
 * Registers what holds for each procedure that changes one appointment, or the series of one.
 *
 * @param change.input of a call that changes something of the appointment, without its id
 * @param change.columns of the appointment
 */
export function testEveryTeamChange(
  api: () => TestApi,
  change: {
    readonly procedure: string
    readonly input?: (clinic: BookableClinic) => object
    readonly columns?: Parameters<typeof appointmentWith>[3]
  },
): void {
  const { procedure, input = () => ({}), columns = {} } = change
  it('200: a collaborator may do it, and the audit says who did', async () => {
    const clinic = await openClinic(api())
    const row = await appointmentWith(api(), clinic, 'CONFIRMED', columns)
    const collaborator = await signIn(api(), clinic.organization, 'manager')
    const reply = await collaborator.mutate(procedure, {
      appointment_id: row.id,
      ...input(clinic),
    })
    expect([reply.status, reply.problem]).toEqual([200, undefined])
    const [event] = await told(api(), clinic)
    expect(event?.context).toMatchObject({
      actor: { type: 'user', name: 'Dona' },
      source: 'dashboard',
    })
    const entries = await api().db.auditEntry.findMany({
      where: { organizationId: clinic.organization.row.id },
    })
    expect(entries).toMatchObject([
      { action: event?.type, record: 'appointment', recordId: String(row.id), actorType: 'user' },
    ])
  })

  it('401 unauthorized: no user is signed in', async () => {
    const clinic = await openClinic(api())
    const row = await appointmentWith(api(), clinic, 'CONFIRMED', columns)
    const reply = await unchanged(api(), clinic, () =>
      openBrowser(api()).mutate(procedure, { appointment_id: row.id, ...input(clinic) }),
    )
    expect([reply.status, reply.problem.code]).toEqual([401, 'unauthorized'])
  })

  it('404 not_found: no one has this id, or only another organization', async () => {
    const clinic = await openClinic(api())
    const row = await appointmentWith(api(), clinic, 'CONFIRMED', columns)
    const stranger = await openDashboard(api())
    for (const appointment_id of [row.id, 2_147_483_647]) {
      const reply = await unchanged(api(), clinic, () =>
        stranger.owner.mutate(procedure, { ...input(stranger), appointment_id }),
      )
      expect([reply.status, reply.problem.code]).toEqual([404, 'not_found'])
    }
  })

  it('400 validation_error: an id that is none', async () => {
    const clinic = await openDashboard(api())
    for (const [appointment_id, code] of [
      ['x', 'invalid_type'],
      [0, 'out_of_range'],
      [2_147_483_648, 'out_of_range'],
      [undefined, 'required'],
    ]) {
      const reply = await clinic.owner.mutate(procedure, { ...input(clinic), appointment_id })
      expect(faultsOf(reply)).toEqual([`appointment_id ${code}`])
    }
  })
}
