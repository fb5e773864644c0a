/** What a hold may never do: give one time to two, or keep time after it has expired. */
import { expireHolds, offerFreeTime } from '@scheduling/core'
import { beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, useOwnApi } from '../../support/api.ts'
import { clientsOf, expectSoundCalendar, tally, times } from '../../support/at-once.ts'
import { at, holdsOf, openClinic, type BookableClinic } from '../../support/booking.ts'
import { signIn } from '../../support/dashboard.ts'
import { bookHold, held, hold, holdStatus } from '../../support/holds.ts'
import { arrived } from '../../support/test-clock.ts'
import { free, openFullClinic, statusOf, waiting } from '../../support/waitlist.ts'

const MINUTE_MS = 60_000

const api = useOwnApi()
beforeEach(() => api.setNow(TEST_NOW))

const audit = ({ organization }: BookableClinic, action: string) =>
  api.db.auditEntry.count({ where: { organizationId: organization.row.id, action } })

describe('one time', () => {
  it('is held by one of fifty', async () => {
    const clinic = await openClinic(api)
    const replies = await times(50, (index) => hold(clinic, { holder: `visitor-${index}` }))
    expect(tally(replies)).toEqual({ '201': 1, '409 slot_unavailable': 49 })
    await expectSoundCalendar(api, clinic)
  })

  it('is held, booked, offered or blocked, and never two of them', async () => {
    for (let round = 0; round < 4; round += 1) {
      const clinic = await openFullClinic(api)
      const token = await waiting(api, clinic)
      const owner = await signIn(api, clinic.organization)
      await clinic.call('POST', `/v1/appointments/${clinic.appointmentId}/cancel`)
      const [holds, bookings, blocked] = await Promise.all([
        times(3, () => hold(clinic)),
        times(2, () => clinic.book()),
        owner.mutate('schedule.createBlockedTime', {
          professional_id: clinic.professional.id,
          start: at('09:00'),
          end: at('09:30'),
          appointments: 'keep',
        }),
        times(2, () => offerFreeTime(api.service, clinic.organization.row.id)),
      ])
      expect(blocked.problem).toBeUndefined()
      const isOffered = (await statusOf(api, token)) === 'OFFERED'
      const taken = [...holds, ...bookings.slice(0, 1)].filter(({ status }) => status === 201)
      expect(taken.length + (isOffered ? 1 : 0)).toBeLessThanOrEqual(1)
      await expectSoundCalendar(api, clinic)
    }
  })

  it('is booked once of one hold, by one of ten', async () => {
    const clinic = await openClinic(api)
    const id = await held(clinic)
    const clients = await clientsOf(api, clinic, 10)
    const replies = await Promise.all(
      clients.map((client_id) => bookHold(clinic, id, { client_id })),
    )
    expect(tally(replies)).toEqual({ '201': 1, '409 action_not_allowed': 9 })
    await expectSoundCalendar(api, clinic)
  })

  it('at the end of a hold is its caller’s or the stranger’s, and never both', async () => {
    for (const late of [-1, 0]) {
      api.setNow(TEST_NOW)
      const clinic = await openClinic(api)
      const id = await held(clinic)
      const [first = 0, ...others] = await clientsOf(api, clinic, 4)
      api.setNow(TEST_NOW + 5 * MINUTE_MS + late)
      const [mine, strangers] = await Promise.all([
        bookHold(clinic, id, { client_id: first }),
        Promise.all(others.map((client_id) => clinic.book({ client_id }))),
        times(2, () => expireHolds(api.service)),
      ])
      expect(tally([mine, ...strangers])).toEqual({ '201': 1, '409 slot_unavailable': 3 })
      if (late < 0) expect(mine.status).toBe(201)
      await expectSoundCalendar(api, clinic)
    }
  })

  it('held, released, replaced and booked at once, ends one way', async () => {
    for (let round = 0; round < 4; round += 1) {
      const clinic = await openClinic(api)
      const id = await held(clinic, { holder: 'ana' })
      const [booked, released, replaced] = await Promise.all([
        bookHold(clinic, id),
        clinic.call('DELETE', `/v1/holds/${id}`),
        hold(clinic, { holder: 'ana', start: at('10:00') }),
      ])
      const status = await holdStatus(clinic, id)
      expect(['BOOKED', 'RELEASED']).toContain(status)
      // Released first, it was booked as time that is free.
      expect(booked.status).toBe(201)
      expect(released.status).toBe(status === 'BOOKED' ? 409 : 204)
      expect([201, 409]).toContain(replaced.status)
      await expectSoundCalendar(api, clinic)
    }
  })

  it('of a group has as many holds and bookings as seats', async () => {
    const clinic = await openClinic(api, { service: { maxCapacity: 5 } })
    const clients = await clientsOf(api, clinic, 6)
    const replies = await Promise.all([
      ...clients.map((client_id) => clinic.book({ client_id })),
      ...clients.map(() => hold(clinic)),
    ])
    expect(tally(replies)['201']).toBe(5)
    await expectSoundCalendar(api, clinic)
  })

  it('limits of one key and one holder hold, also at the same time', async () => {
    const clinic = await openClinic(api, { professionals: 14 })
    const byKey = await Promise.all(
      clinic.professionals.map(({ id }) => hold(clinic, { professional_id: id })),
    )
    expect(tally(byKey)).toEqual({ '201': 10, '409 action_not_allowed': 4 })
    const other = await openClinic(api, { professionals: 8 })
    const byHolder = await Promise.all(
      other.professionals.map(({ id }) => hold(other, { professional_id: id, holder: 'ana' })),
    )
    expect(tally(byHolder)).toEqual({ '201': 3, '409 action_not_allowed': 5 })
    expect(await holdsOf(api, other)).toHaveLength(1)
    await expectSoundCalendar(api, other)
  })
})

describe('holds that have expired', () => {
  it('give their time to those who wait, once, not a moment too soon, and by two at one time', async () => {
    const clinic = await openFullClinic(api)
    await clinic.call('POST', `/v1/appointments/${clinic.appointmentId}/cancel`)
    await held(clinic)
    const token = await waiting(api, clinic)
    await offerFreeTime(api.service, clinic.organization.row.id)
    expect(await statusOf(api, token)).toBe('WAITING')
    api.setNow(TEST_NOW + 5 * MINUTE_MS - 1)
    expect(await expireHolds(api.service, clinic.organization.row.id)).toBe(0)
    api.setNow(TEST_NOW + 5 * MINUTE_MS)
    const { id } = clinic.organization.row
    const expired = await times(2, () => expireHolds(api.service, id))
    expect(expired.toSorted()).toEqual([0, 1])
    expect(await audit(clinic, 'hold.expired')).toBe(1)
    const jobs = await api.connection.pool.query(
      `SELECT FROM graphile_worker.jobs WHERE task_identifier = 'offer_waitlist' AND key LIKE $1`,
      [`waitlist:${clinic.organization.row.id}:%`],
    )
    expect(jobs.rowCount).toBeGreaterThan(0)
    await offerFreeTime(api.service, clinic.organization.row.id)
    expect(await statusOf(api, token)).toBe('OFFERED')
    expect((await hold(clinic)).body.code).toBe('slot_unavailable')
  })

  it('are freed late, after a time without a worker', async () => {
    const clinic = await openClinic(api)
    await held(clinic)
    await held(clinic, { start: at('10:00'), minutes: 15 })
    api.setNow(TEST_NOW + 24 * 60 * MINUTE_MS)
    expect(await clinic.starts()).toContain(at('10:00'))
    expect(await expireHolds(api.service, clinic.organization.row.id)).toBe(2)
    expect(await holdsOf(api, clinic)).toEqual([])
  })

  it('expire by the clock of their organization', async () => {
    const clinic = await openClinic(api, { organization: { livemode: false } })
    const owner = await signIn(api, clinic.organization)
    const id = await held(clinic)
    const advance = async (by_minutes: number) => {
      await owner.mutate('testClock.advance', { by_minutes })
      await arrived(api, clinic.organization.row.id)
    }
    await advance(4)
    expect(await holdStatus(clinic, id)).toBe('HELD')
    await advance(1)
    expect(await holdStatus(clinic, id)).toBe('EXPIRED')
    expect(await audit(clinic, 'hold.expired')).toBe(1)
    expect(await clinic.starts()).toContain(at('09:00'))
    const next = await held(clinic)
    expect((await bookHold(clinic, next)).status).toBe(201)
  })
})

it('a wish is not offered what is held, and the client who waits has it after the hold', async () => {
  const clinic = await openFullClinic(api)
  const token = await waiting(api, clinic)
  await free(api, clinic)
  expect(await statusOf(api, token)).toBe('OFFERED')
  expect((await hold(clinic)).body.code).toBe('slot_unavailable')
  await expectSoundCalendar(api, clinic)
})
