/** From a day that is full to someone who waited and has it: holds, offers, and who comes next. */
import { endOverdueOffers, offerFreeTime } from '@scheduling/core'
import { beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, useOwnApi } from '../../support/api.ts'
import { at, holdsOf, MONDAY } from '../../support/booking.ts'
import { eventsOf } from '../../support/clinic.ts'
import { signIn } from '../../support/dashboard.ts'
import { bookAs, tokenOf } from '../../support/public-booking.ts'
import {
  byWish,
  free,
  NINE,
  openFullClinic,
  statusOf,
  told,
  waiting,
  type FullClinic,
} from '../../support/waitlist.ts'

const MINUTE_MS = 60_000
const HELD_MS = 20 * MINUTE_MS

const api = useOwnApi()
let clinic: FullClinic
beforeEach(async () => {
  api.setNow(TEST_NOW)
  clinic = await openFullClinic(api)
})

const slots = () => clinic.starts(MONDAY)
const messages = () =>
  api.db.message.findMany({
    where: { organizationId: clinic.organization.row.id, purpose: 'offer' },
    orderBy: { createdAt: 'asc' },
  })
const jobs = async () =>
  (
    await api.connection.pool.query(
      `SELECT payload FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
       WHERE t.identifier = 'offer_waitlist' AND (payload->>'organization_id')::int = $1`,
      [clinic.organization.row.id],
    )
  ).rows.length

describe('time that frees', () => {
  it('is held for who waits, told with a link, and booked by it', async () => {
    const token = await waiting(api, clinic)
    await free(api, clinic)
    const { body } = await byWish(api, 'getWish', token)
    expect(body).toMatchObject({
      status: 'OFFERED',
      offer: {
        start: NINE,
        end: at('09:30'),
        professional: 'Profissional 0',
        held_until: '2026-11-20T08:20:00-03:00',
      },
    })
    expect(await slots()).toEqual([])
    expect(await messages()).toMatchObject([{ status: 'QUEUED', record: 'waitlist_offer' }])
    const reply = await byWish(api, 'bookOffer', token)
    expect(reply.body).toMatchObject({ appointment: { status: 'PENDING', start: NINE } })
    expect((await byWish(api, 'getWish', token)).body).toMatchObject({
      status: 'BOOKED',
      offer: null,
      appointment_url: reply.body.url,
      can_leave: false,
    })
    expect(await holdsOf(api, clinic)).toHaveLength(1)
    const events = await eventsOf(api.db, clinic.organization.row)
    expect(events.map(({ type }) => type).slice(-2)).toEqual([
      'appointment.created',
      'client.first_appointment',
    ])
  })

  it('is no one else’s while it is held', async () => {
    await waiting(api, clinic)
    await free(api, clinic)
    expect((await bookAs(api, clinic)).problem.code).toBe('slot_unavailable')
    expect((await clinic.book()).body.code).toBe('slot_unavailable')
  })

  it('goes to the next when no one answers, and the one who did not waits behind', async () => {
    const first = await waiting(api, clinic)
    api.setNow(TEST_NOW + MINUTE_MS)
    const second = await waiting(api, clinic)
    await free(api, clinic)
    expect([await statusOf(api, first), await statusOf(api, second)]).toEqual([
      'OFFERED',
      'WAITING',
    ])
    await told(api, clinic)
    api.setNow(TEST_NOW + MINUTE_MS + HELD_MS)
    expect(await statusOf(api, first)).toBe('WAITING')
    expect(await endOverdueOffers(api.service, clinic.organization.row.id)).toBe(1)
    await offerFreeTime(api.service, clinic.organization.row.id)
    expect([await statusOf(api, first), await statusOf(api, second)]).toEqual([
      'WAITING',
      'OFFERED',
    ])
    expect((await byWish(api, 'bookOffer', first)).problem.code).toBe('action_not_allowed')
    expect((await byWish(api, 'bookOffer', second)).status).toBe(200)
  })

  it('is not held for someone who cannot be told; the team can call, and offers it by hand', async () => {
    const unreachable = await waiting(api, clinic, {
      client: { first_name: 'Rui', phone: '(11) 98888-7777' },
    })
    api.setNow(TEST_NOW + MINUTE_MS)
    const next = await waiting(api, clinic)
    await free(api, clinic)
    expect([await statusOf(api, unreachable), await statusOf(api, next)]).toEqual([
      'WAITING',
      'OFFERED',
    ])
    await byWish(api, 'leaveWaitlist', next)
    const [wish] = await api.db.waitlistWish.findMany({
      where: { organizationId: clinic.organization.row.id, status: 'WAITING' },
    })
    const team = await signIn(api, clinic.organization, 'manager')
    const { problem } = await team.mutate('waitlist.offer', { entry_id: wish?.id, start: NINE })
    expect([problem, await statusOf(api, unreachable)]).toEqual([undefined, 'OFFERED'])
  })

  it('is free for everybody once the hold has expired, whether or not the timer has come', async () => {
    const token = await waiting(api, clinic)
    await free(api, clinic)
    api.setNow(TEST_NOW + HELD_MS - 1)
    expect(await slots()).toEqual([])
    api.setNow(TEST_NOW + HELD_MS)
    expect(await slots()).toEqual([NINE])
    const stranger = await bookAs(api, clinic)
    expect(stranger.body.outcome).toBe('created')
    expect((await byWish(api, 'bookOffer', token)).problem.code).toBe('action_not_allowed')
    await endOverdueOffers(api.service, clinic.organization.row.id)
    expect(await statusOf(api, token)).toBe('WAITING')
    expect(await holdsOf(api, clinic)).toHaveLength(1)
  })

  it('wakes a worker, in the transaction that frees it', async () => {
    await waiting(api, clinic)
    const before = await jobs()
    await clinic.call('POST', `/v1/appointments/${clinic.appointmentId}/cancel`)
    expect(await jobs()).toBe(before + 1)
  })
})

describe('publicBooking.bookOffer', () => {
  it('200: pressed twice, books once and has the same answer', async () => {
    const token = await waiting(api, clinic)
    await free(api, clinic)
    const replies = await Promise.all([1, 2, 3].map(() => byWish(api, 'bookOffer', token)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(replies.map(({ body }) => tokenOf(body.url))).size).toBe(1)
    expect(
      await api.db.appointment.count({ where: { organizationId: clinic.organization.row.id } }),
    ).toBe(2)
  })
})
