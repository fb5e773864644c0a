import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { appointmentWith, move } from '../../support/appointment-actions.ts'
import { anotherClient, at, faults, openClinic } from '../../support/booking.ts'
import {
  blockedTime,
  createProfessional,
  createService,
  performs,
  workingHours,
} from '../../support/clinic.ts'

const api = useSharedApi()

describe('POST /v1/appointments/{appointment_id}/reschedule', () => {
  it('409 slot_unavailable: the same start with a professional who is taken, or off', async () => {
    const clinic = await openClinic(api, { professionals: 2 })
    const { row } = clinic.organization
    const [, two] = clinic.professionals
    const off = await createProfessional(api.db, row)
    await performs(api.db, row, off, clinic.service)
    const rui = await anotherClient(api, clinic)
    await clinic.book({ client_id: rui.id, professional_id: two?.id })
    const { body } = await clinic.book()
    for (const professional of [two, off]) {
      const reply = await move(clinic, body.id, { professional_id: professional?.id })
      expect([reply.status, reply.body.code]).toEqual([409, 'slot_unavailable'])
    }
  })

  it('409 slot_unavailable: taken, blocked, off, too far; there is no overbooking here', async () => {
    const clinic = await openClinic(api)
    const rui = await anotherClient(api, clinic)
    await clinic.book({ client_id: rui.id, start: at('14:00') })
    await blockedTime(api.db, clinic.organization.row, null, at('16:00'), at('17:00'))
    const { body } = await clinic.book()
    const before = await api.db.appointment.findUnique({ where: { id: body.id } })
    for (const start of [at('14:15'), at('16:30'), at('12:00'), at('09:00', '2027-05-03')]) {
      for (const more of [{}, { professional_id: null }, { allow_overbook: true }]) {
        const reply = await move(clinic, body.id, { start, ...more })
        expect([reply.status, reply.body.code], start).toEqual([409, 'slot_unavailable'])
      }
    }
    expect(await api.db.appointment.findUnique({ where: { id: body.id } })).toEqual(before)
    expect(await clinic.starts()).not.toContain(at('09:00'))
  })

  it('409 slot_unavailable: who has it left, and no one else was named', async () => {
    const clinic = await openClinic(api, { professionals: 2 })
    const { body } = await clinic.book()
    await api.db.professional.update({
      where: { id: clinic.professional.id },
      data: { isActive: false },
    })
    const kept = await move(clinic, body.id, { start: at('14:00') })
    expect([kept.status, kept.body.code]).toEqual([409, 'slot_unavailable'])
    const any = await move(clinic, body.id, { start: at('14:00'), professional_id: null })
    expect(any.body.professional_id).toBe(clinic.professionals[1]?.id)
  })

  it('409 min_advance_violation: in the past, or sooner than the notice', async () => {
    const clinic = await openClinic(api, { organization: { minAdvanceMinutes: 120 } })
    const { body } = await clinic.book()
    for (const start of [at('09:00', '2026-11-19'), at('09:45', '2026-11-20')]) {
      const reply = await move(clinic, body.id, { start })
      expect([reply.status, reply.body.code]).toEqual([409, 'min_advance_violation'])
    }
    expect((await move(clinic, body.id, { start: at('10:00', '2026-11-20') })).status).toBe(200)
  })

  it('409 professional_cannot_perform_service: the one named does not perform all of the services', async () => {
    const clinic = await openClinic(api)
    const { row } = clinic.organization
    const other = await createProfessional(api.db, row)
    await workingHours(api.db, row, other)
    await createService(api.db, row, { performedBy: [other] })
    const { body } = await clinic.book()
    const reply = await move(clinic, body.id, { professional_id: other.id })
    expect([reply.status, reply.body.code]).toEqual([409, 'professional_cannot_perform_service'])
  })

  it('400 validation_error: shapes and references', async () => {
    const clinic = await openClinic(api)
    const stranger = await openClinic(api)
    const gone = await createProfessional(api.db, clinic.organization.row, { isActive: false })
    const { body } = await clinic.book()
    for (const [input, ...expected] of [
      [{}, 'start:required'],
      [{ reason: 'x' }, 'start:required'],
      [{ start: '2026-11-23T14:00:00' }, 'start:offset_required'],
      [{ start: '2026-11-23T14:00:01-03:00' }, 'start:minute_precision'],
      [{ start: null }, 'start:invalid_type'],
      [{ professional_id: 0 }, 'professional_id:out_of_range'],
      [{ professional_id: 2147483647 }, 'professional_id:not_found'],
      [{ professional_id: stranger.professional.id }, 'professional_id:not_found'],
      [{ professional_id: gone.id }, 'professional_id:inactive'],
      [{ start: at('14:00'), reason: 'x'.repeat(501) }, 'reason:too_long'],
      [{ start: at('14:00'), reason: 'a\nb' }, 'reason:invalid_format'],
      [{ start: at('14:00'), notify_client: 1 }, 'notify_client:invalid_type'],
    ] as const) {
      const reply = await move(clinic, body.id, input)
      expect(reply.status, JSON.stringify(input)).toBe(400)
      expect(faults(reply), JSON.stringify(input)).toEqual(expected)
    }
    const bare = await clinic.call('POST', `/v1/appointments/${body.id}/reschedule`)
    expect(faults(bare)).toEqual(['start:required'])
  })

  it('404 before 400 of references before 409 of the status', async () => {
    const clinic = await openClinic(api)
    const over = await appointmentWith(api, clinic, 'COMPLETED')
    const body = { professional_id: 2147483647, start: at('14:00') }
    expect((await move(clinic, 2147483647, body)).status).toBe(404)
    expect((await move(clinic, over.id, body)).status).toBe(400)
    expect((await move(clinic, over.id, { start: at('12:00') })).body.code).toBe(
      'appointment_not_editable',
    )
  })
})
