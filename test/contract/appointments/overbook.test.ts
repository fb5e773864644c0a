import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { anotherClient, at, openClinic } from '../../support/booking.ts'
import { blockedTime, createProfessional, eventsOf } from '../../support/clinic.ts'
import { openBrowser, signIn } from '../../support/dashboard.ts'
import { expectOk, faultsOf } from '../../support/impact.ts'

const api = useSharedApi()

/** A clinic with an appointment at 09:00, and one at 10:00 that a member of the team moves. */
async function open(options: Parameters<typeof openClinic>[1] = {}) {
  const clinic = await openClinic(api, options)
  await clinic.book({ start: at('09:00') })
  const rui = await anotherClient(api, clinic)
  const { body: moved } = await clinic.book({ start: at('10:00'), client_id: rui.id })
  const owner = await signIn(api, clinic.organization)
  const overbook = (start: string, more: object = {}) =>
    owner.mutate('appointments.overbook', {
      appointment_id: moved.id,
      start,
      notify_client: false,
      ...more,
    })
  return { clinic, moved, overbook }
}

describe('appointments.overbook', () => {
  it('200: over what is taken, blocked or closed, marked; a free time is a plain move', async () => {
    const { clinic, moved, overbook } = await open()
    await blockedTime(api.db, clinic.organization.row, null, at('14:00'), at('15:00'))
    const free = expectOk(await overbook(at('11:00'))).body
    expect([free.start, free.is_overbook]).toEqual([at('11:00'), false])
    for (const start of [at('09:00'), at('14:00'), at('22:00')]) {
      const { body } = expectOk(await overbook(start))
      expect([body.start, body.is_overbook]).toEqual([start, true])
    }
    const back = expectOk(await overbook(at('11:00'))).body
    expect([back.start, back.is_overbook]).toEqual([at('11:00'), false])
    expectOk(await overbook(at('22:00')))
    const last = (await eventsOf(api.db, clinic.organization.row)).at(-1)
    expect(last).toMatchObject({
      type: 'appointment.rescheduled',
      payload: { object: { id: moved.id, start: at('22:00'), is_overbook: true } },
    })
  })

  it('409 action_not_allowed: it was moved since it was picked up', async () => {
    const { overbook } = await open()
    const reply = await overbook(at('09:00'), { expected_start: at('11:00') })
    expect(reply.problem.code).toBe('action_not_allowed')
  })

  it('403 forbidden_overbook: the organization does not allow it', async () => {
    const { clinic, moved, overbook } = await open({
      organization: { switchedOff: ['overbooking'] },
    })
    expect((await overbook(at('09:00'))).problem.code).toBe('forbidden_overbook')
    const kept = await clinic.call('GET', `/v1/appointments/${moved.id}`)
    expect(kept.body.start).toBe(at('10:00'))
  })

  it('409 professional_cannot_perform_service: another service needs another professional', async () => {
    const { clinic, overbook } = await open()
    const other = await createProfessional(api.db, clinic.organization.row)
    const reply = await overbook(at('09:00'), { professional_id: other.id })
    expect(reply.problem.code).toBe('professional_cannot_perform_service')
  })

  it('409 min_advance_violation: more than a year back', async () => {
    const { overbook } = await open()
    const reply = await overbook('2024-01-08T09:00:00-03:00')
    expect(reply.problem.code).toBe('min_advance_violation')
  })

  it('409 slot_unavailable: further ahead than the team books', async () => {
    const { overbook } = await open()
    const reply = await overbook('2031-01-08T09:00:00-03:00')
    expect(reply.problem.code).toBe('slot_unavailable')
  })

  it('409 appointment_not_editable: it was cancelled', async () => {
    const { clinic, moved, overbook } = await open()
    await clinic.call('POST', `/v1/appointments/${moved.id}/cancel`, { body: {} })
    expect((await overbook(at('09:00'))).problem.code).toBe('appointment_not_editable')
  })

  it('404 not_found: of another organization; 400: no start, a professional of another; 401: a stranger', async () => {
    const { moved, overbook } = await open()
    const other = await open()
    expect((await other.overbook(at('09:00'), { appointment_id: moved.id })).status).toBe(404)
    expect(faultsOf(await overbook('soon'))).toEqual(['start:invalid_format'])
    const { professional } = other.clinic
    const strange = await overbook(at('09:00'), { professional_id: professional.id })
    expect(faultsOf(strange)).toEqual(['professional_id:not_found'])
    const body = { appointment_id: moved.id, start: at('09:00') }
    expect((await openBrowser(api).mutate('appointments.overbook', body)).status).toBe(401)
  })
})
