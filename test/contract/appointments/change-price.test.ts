import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { appointmentWith } from '../../support/appointment-actions.ts'
import {
  faultsOf,
  openDashboard,
  testEveryTeamChange,
  told,
  unchanged,
} from '../../support/team-changes.ts'

const api = useSharedApi()

describe('appointments.changePrice', () => {
  testEveryTeamChange(() => api, {
    procedure: 'appointments.changePrice',
    input: () => ({ price: '80.50' }),
  })

  it.each(['PENDING', 'CONFIRMED', 'COMPLETED', 'NO_SHOW'] as const)(
    '200: from %s, with the exact change',
    async (status) => {
      const clinic = await openDashboard(api)
      const row = await appointmentWith(api, clinic, status)
      const reply = await clinic.owner.mutate('appointments.changePrice', {
        appointment_id: row.id,
        price: '9999999999.99',
      })
      expect(reply.body).toMatchObject({ id: row.id, status, price: '9999999999.99' })
      const events = await told(api, clinic)
      expect(events).toMatchObject([
        { type: 'appointment.updated', payload: { object: reply.body, batch_id: null } },
      ])
      expect(events[0]?.payload.changes).toEqual({
        price: { from: '150.00', to: '9999999999.99' },
      })
      const got = await clinic.call('GET', `/v1/appointments/${row.id}`)
      expect(got.body).toEqual(reply.body)
      const since = `/v1/appointments?updated_since=${encodeURIComponent(reply.body.updated_at)}`
      expect((await clinic.call('GET', since)).body.data).toEqual([reply.body])
    },
  )

  it('200: zero, no price, and the same price, which changes nothing', async () => {
    const clinic = await openDashboard(api)
    const row = await appointmentWith(api, clinic, 'CONFIRMED')
    const change = (price: string | null) =>
      clinic.owner.mutate('appointments.changePrice', { appointment_id: row.id, price })
    expect((await change('0.00')).body.price).toBe('0.00')
    expect((await change('000.00')).body.price).toBe('0.00')
    expect((await change(null)).body.price).toBeNull()
    expect((await told(api, clinic)).map(({ payload }) => payload.changes)).toEqual([
      { price: { from: '150.00', to: '0.00' } },
      { price: { from: '0.00', to: null } },
    ])
  })

  it.each(['CANCELLED_CLIENT', 'CANCELLED_PROFESSIONAL'] as const)(
    '409 appointment_not_editable: %s',
    async (status) => {
      const clinic = await openDashboard(api)
      const row = await appointmentWith(api, clinic, status)
      const reply = await unchanged(api, clinic, () =>
        clinic.owner.mutate('appointments.changePrice', { appointment_id: row.id, price: '1.00' }),
      )
      expect([reply.status, reply.problem.code]).toEqual([409, 'appointment_not_editable'])
    },
  )

  it('400 validation_error: what is no amount', async () => {
    const clinic = await openDashboard(api)
    const row = await appointmentWith(api, clinic, 'CONFIRMED')
    for (const [price, code] of [
      [undefined, 'required'],
      [80, 'invalid_type'],
      ['', 'invalid_format'],
      ['80', 'invalid_format'],
      ['80.5', 'invalid_format'],
      ['80,50', 'invalid_format'],
      ['-1.00', 'invalid_format'],
      ['+1.00', 'invalid_format'],
      ['1e3.00', 'invalid_format'],
      ['NaN', 'invalid_format'],
      [' 1.00', 'invalid_format'],
      ['10000000000.00', 'invalid_format'],
      ['٨٠.٥٠', 'invalid_format'],
    ]) {
      const input = { appointment_id: row.id, price }
      const reply = await clinic.owner.mutate('appointments.changePrice', input)
      expect([price, faultsOf(reply)]).toEqual([price, [`price ${code}`]])
    }
  })
})
