/** Appointments from a CSV file. */
import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { expectSoundCalendar } from '../../support/at-once.ts'
import { at, openClinic } from '../../support/booking.ts'
import { eventsOf } from '../../support/clinic.ts'
import { signIn } from '../../support/dashboard.ts'
import { fileFaults, sendFile } from '../../support/imports.ts'

const api = useSharedApi()

async function place() {
  const clinic = await openClinic(api, { professionals: 2 })
  const { row } = clinic.organization
  const owner = await signIn(api, clinic.organization)
  const send = (file: string, input: object = {}) =>
    sendFile(api, owner, 'appointments', file, input)
  const stored = () =>
    api.db.appointment.findMany({ where: { organizationId: row.id }, orderBy: { id: 'asc' } })
  return { clinic, row, owner, send, stored }
}

const PAST = '2026-11-16T09:00:00-03:00'

describe('import/appointments', () => {
  it('200: what is to come is booked, what is past is COMPLETED, and collisions are refused in order', async () => {
    const { clinic, row, owner, send, stored } = await place()
    const { service, professional, professionals } = clinic
    await sendFile(api, owner, 'clients', 'external_id,first_name,phone\nC1,Ana,11987650001\n')
    const head =
      'external_id,start,service_ids,professional_id,client_external_id,client.first_name,client.phone,notes'
    const file = [
      head,
      `E1,${at('09:00')},${service.id},${professional.id},C1,,,Sala 2`,
      `E2,${at('09:00')},${service.name},${professionals[1]?.name},,Bea,11987650002,`,
      `E3,${at('09:00')},${service.id},${professional.id},,Cid,11987650003,`,
      `E4,${PAST},${service.id},${professional.id},C1,,,`,
      `E5,${PAST},${service.id},${professional.id},,Dan,11987650004,`,
      `E6,${PAST},${service.id},,C1,,,`,
      `E7,${at('10:00')},Corte raro,${professional.id},C1,,,`,
      `E8,${at('10:00')},${service.id},Ninguem,C1,,,`,
      `E9,${at('10:00')},${service.id},${professional.id},C9,,,`,
      `E10,${at('10:00')},${service.id},${professional.id},,,,`,
      `E11,ontem,${service.id},${professional.id},C1,,,`,
      `E12,${at('03:00')},${service.id},${professional.id},C1,,,`,
    ].join('\n')
    const dry = await send(file, { dry_run: true })
    expect(dry.sums).toMatchObject({ dry_run: true, rows: 12 })
    expect(await stored()).toEqual([])

    const { rows, sums } = await send(file)
    expect(
      rows.map(({ line, outcome, code, errors }) => [line, outcome, errors[0]?.field ?? code]),
    ).toEqual([
      [2, 'created', null],
      [3, 'created', null],
      [4, 'refused', 'slot_unavailable'],
      [5, 'created', null],
      [6, 'refused', 'slot_unavailable'],
      [7, 'refused', 'professional_id'],
      [8, 'refused', 'service_ids[0]'],
      [9, 'refused', 'professional_id'],
      [10, 'refused', 'client_external_id'],
      [11, 'refused', 'client_id'],
      [12, 'refused', 'start'],
      [13, 'refused', 'slot_unavailable'],
    ])
    expect(sums).toMatchObject({ created: 3, refused: 9 })
    const [first, second, past, ...others] = await stored()
    expect(others).toEqual([])
    expect(first).toMatchObject({ status: 'PENDING', notes: 'Sala 2', source: 'dashboard' })
    expect(second?.professionalId).toBe(professionals[1]?.id)
    expect(past).toMatchObject({ status: 'COMPLETED', startsAt: new Date(PAST) })
    expect(past?.completedAt).toEqual(past?.endsAt)
    await expectSoundCalendar(api, clinic)
    const told = (await eventsOf(api.db, row)).filter(({ type }) => type === 'appointment.created')
    expect(told.map(({ payload }) => payload.object['status'])).toEqual([
      'PENDING',
      'PENDING',
      'COMPLETED',
    ])
    // Nothing was made for those that were refused.
    expect(
      await api.db.client.count({
        where: { organizationId: row.id, firstName: { in: ['Cid', 'Dan'] } },
      }),
    ).toBe(0)

    const again = await send(file)
    expect(again.sums).toMatchObject({ created: 0, unchanged: 3, refused: 9 })
    expect(await stored()).toEqual([first, second, past])

    const gone = await owner.mutate('appointments.delete', { appointment_id: first?.id })
    expect(gone.status).toBe(200)
    expect((await send(file)).rows[0]).toMatchObject({ outcome: 'refused', code: 'not_found' })
  })

  it('200: a past appointment needs no notice and no opening hours; one to come needs both', async () => {
    const clinic = await openClinic(api, { organization: { minAdvanceMinutes: 60 * 24 * 30 } })
    const owner = await signIn(api, clinic.organization)
    const { service, professional, client } = clinic
    const file = [
      'external_id,start,service_ids,professional_id,client_id',
      `P1,2025-01-01T03:00:00-03:00,${service.id},${professional.id},${client.id}`,
      `P2,${at('09:00')},${service.id},${professional.id},${client.id}`,
    ].join('\n')
    expect((await sendFile(api, owner, 'appointments', file)).rows).toMatchObject([
      { outcome: 'created' },
      { outcome: 'refused', code: 'min_advance_violation' },
    ])
  })

  it("404 in a row: another organization's client, service and professional are not found", async () => {
    const { clinic, send, stored } = await place()
    const other = await place()
    const { service, professional, client } = clinic
    const foreign = other.clinic
    const file = [
      'external_id,start,service_ids,professional_id,client_id',
      `Q1,${at('09:00')},${foreign.service.id},${professional.id},${client.id}`,
      `Q2,${at('09:00')},${service.id},${foreign.professional.id},${client.id}`,
      `Q3,${at('09:00')},${service.id},${professional.id},${foreign.client.id}`,
    ].join('\n')
    const { rows } = await send(file)
    expect(
      rows.map(({ errors }) => errors.map((error: any) => `${error.field} ${error.code}`)),
    ).toEqual([
      ['service_ids[0] not_found'],
      ['professional_id not_found'],
      ['client_id not_found'],
    ])
    expect(await stored()).toEqual([])
  })

  it('400 validation_error: columns of clients are not those of appointments', async () => {
    const { send } = await place()
    expect(fileFaults(await send('external_id,start,service_ids,first_name\n'))).toEqual([
      'file.first_name unknown_field',
    ])
  })
})
