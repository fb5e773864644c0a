import { beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, useSharedApi } from '../../support/api.ts'
import { expectSoundCalendar, times } from '../../support/at-once.ts'
import { eventsOf } from '../../support/clinic.ts'
import { signIn, type Dashboard } from '../../support/dashboard.ts'
import {
  byWish,
  free,
  NINE,
  openFullClinic,
  statusOf,
  waiting,
  type FullClinic,
} from '../../support/waitlist.ts'

const api = useSharedApi()
let clinic: FullClinic
let team: Dashboard
let token: string
beforeEach(async () => {
  api.setNow(TEST_NOW)
  clinic = await openFullClinic(api)
  team = await signIn(api, clinic.organization, 'manager')
  token = await waiting(api, clinic)
})

const wishOf = () =>
  api.db.waitlistWish.findFirstOrThrow({ where: { organizationId: clinic.organization.row.id } })
const book = async (input: object = {}) =>
  team.mutate('waitlist.book', { entry_id: (await wishOf()).id, ...input })

describe('waitlist.book', () => {
  it('200: what is held becomes the appointment of who waits', async () => {
    await free(api, clinic)
    const wish = await wishOf()
    const { body } = await book()
    expect(body).toMatchObject({
      object: 'appointment',
      status: 'PENDING',
      start: NINE,
      client_id: wish.clientId,
      professional_id: clinic.professional.id,
      source: 'dashboard',
      deposit_id: null,
    })
    expect(await wishOf()).toMatchObject({ status: 'BOOKED', appointmentId: body.id })
    expect(await statusOf(api, token)).toBe('BOOKED')
    const [created] = (await eventsOf(api.db, clinic.organization.row)).slice(-2)
    expect(created).toMatchObject({
      type: 'appointment.created',
      payload: { object: { id: body.id } },
      context: { actor: { type: 'user' }, source: 'dashboard' },
    })
    await expectSoundCalendar(api, clinic)
  })

  it.each([true, false])('200: the client is told: %s', async (notify_client) => {
    await free(api, clinic)
    const { body } = await book({ notify_client })
    const where = { record: 'appointment', recordId: body.id, purpose: 'booked' }
    expect((await api.db.message.count({ where })) > 0).toBe(notify_client)
  })

  it('409 action_not_allowed: nothing is offered, or not any more', async () => {
    expect((await book()).problem.code).toBe('action_not_allowed')
    await free(api, clinic)
    api.setNow(TEST_NOW + 20 * 60_000)
    expect((await book()).problem.code).toBe('action_not_allowed')
    expect((await wishOf()).appointmentId).toBeNull()
  })

  it('409 slot_unavailable: what was offered is no longer for visitors', async () => {
    await free(api, clinic)
    const where = { id: clinic.service.id }
    await api.db.service.update({ where, data: { isActive: false } })
    expect((await book()).problem.code).toBe('slot_unavailable')
    expect((await wishOf()).status).toBe('OFFERED')
  })

  it('409 min_advance_violation: the team asks for more notice by now', async () => {
    await free(api, clinic)
    const where = { id: clinic.service.id }
    await api.db.service.update({ where, data: { minAdvanceMinutes: 7 * 24 * 60 } })
    expect((await book()).problem.code).toBe('min_advance_violation')
    expect((await wishOf()).status).toBe('OFFERED')
  })

  it('404 not_found: of another organization', async () => {
    const stranger = await signIn(api, (await openFullClinic(api)).organization)
    const entry_id = (await wishOf()).id
    expect((await stranger.mutate('waitlist.book', { entry_id })).status).toBe(404)
  })

  it('books once, pressed by several and by the client at one time', async () => {
    await free(api, clinic)
    const [ofTeam, ofClient] = await Promise.all([
      times(3, () => book()),
      byWish(api, 'bookOffer', token),
    ])
    const replies = [...ofTeam, ofClient]
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    const appointments = await api.db.appointment.count({
      where: {
        organizationId: clinic.organization.row.id,
        status: { in: ['PENDING', 'CONFIRMED'] },
      },
    })
    expect(appointments).toBe(1)
    await expectSoundCalendar(api, clinic)
  })
})
