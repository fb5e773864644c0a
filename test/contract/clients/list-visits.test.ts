import { describe, expect, it } from 'vitest'
import { TEST_NOW, useSharedApi } from '../../support/api.ts'
import { anotherClient, openClinic } from '../../support/booking.ts'
import { createAppointmentRow } from '../../support/clinic.ts'
import { openStranger, signIn } from '../../support/dashboard.ts'
import { formatInstant } from '@scheduling/availability'

const api = useSharedApi()

const HOUR_MS = 60 * 60_000
const inHours = (hours: number) => formatInstant(TEST_NOW + hours * HOUR_MS, 'America/Sao_Paulo')

describe('clients.listVisits', () => {
  it('200: the last and the next, without those that were cancelled or missed', async () => {
    const clinic = await openClinic(api)
    const { row } = clinic.organization
    const other = await anotherClient(api, clinic)
    const stranger = (await openClinic(api)).client
    const visit = (
      hours: number,
      status: 'PENDING' | 'COMPLETED' | 'NO_SHOW' | 'CANCELLED_CLIENT',
    ) =>
      createAppointmentRow(api.db, row, {
        professional: clinic.professional,
        client: clinic.client,
        services: [clinic.service],
        start: inHours(hours),
        status,
      })
    for (const [hours, status] of [
      [-100, 'COMPLETED'],
      [-50, 'PENDING'],
      [-25, 'NO_SHOW'],
      [-10, 'CANCELLED_CLIENT'],
      [10, 'CANCELLED_CLIENT'],
      [30, 'PENDING'],
      [60, 'PENDING'],
    ] as const) {
      await visit(hours, status)
    }
    const asked = { client_ids: [other.id, clinic.client.id, stranger.id, clinic.client.id] }
    for (const role of ['owner', 'manager'] as const) {
      const user = await signIn(api, clinic.organization, role)
      const { body } = await user.query('clients.listVisits', asked)
      expect(body.data).toEqual([
        { client_id: clinic.client.id, last_visit_at: inHours(-50), next_visit_at: inHours(30) },
        { client_id: other.id, last_visit_at: null, next_visit_at: null },
      ])
    }
  })

  it('400 validation_error: no one, and too many', async () => {
    const clinic = await openClinic(api)
    const owner = await signIn(api, clinic.organization)
    for (const client_ids of [[], Array.from({ length: 201 }, (_, id) => id + 1), ['x']]) {
      expect((await owner.query('clients.listVisits', { client_ids })).status).toBe(400)
    }
    expect((await openStranger(api).query('clients.listVisits', { client_ids: [1] })).status).toBe(
      401,
    )
  })
})
