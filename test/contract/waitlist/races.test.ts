/** What a hold may never do: give one time to two, lose what was booked, or stand in anyone's way once it has expired. */
import { endOverdueOffers, expireDeposits, offerFreeTime, settlePayments } from '@scheduling/core'
import { beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, useOwnApi } from '../../support/api.ts'
import { expectSoundCalendar, times } from '../../support/at-once.ts'
import { anotherClient, at, holdsOf, MONDAY, openClinic } from '../../support/booking.ts'
import { createClientRow } from '../../support/clinic.ts'
import { openStranger, signIn } from '../../support/dashboard.ts'
import { appointmentOf, charged, EXPIRY, openPayments } from '../../support/deposits.ts'
import { sendFile } from '../../support/imports.ts'
import { bookAs, newClient, tokenOf } from '../../support/public-booking.ts'
import {
  byWish,
  free,
  NINE,
  openFullClinic,
  statusOf,
  told,
  waitAs,
  waiting,
  type FullClinic,
} from '../../support/waitlist.ts'

const HELD_MS = 20 * 60_000

const api = useOwnApi()
let clinic: FullClinic
beforeEach(async () => {
  api.setNow(TEST_NOW)
  clinic = await openFullClinic(api)
})

const id = () => clinic.organization.row.id
const offers = () => api.db.waitlistOffer.findMany({ where: { organizationId: id() } })
const messages = () => api.db.message.count({ where: { organizationId: id(), purpose: 'offer' } })
const booked = () =>
  api.db.appointment.count({
    where: { organizationId: id(), status: { in: ['PENDING', 'CONFIRMED'] } },
  })

/** A wish that is offered the only time there is. */
async function offered(): Promise<string> {
  const token = await waiting(api, clinic)
  await free(api, clinic)
  expect(await statusOf(api, token)).toBe('OFFERED')
  return token
}

describe('one time', () => {
  it('is offered once by many workers at the same time, with one message', async () => {
    const tokens = await times(4, () => waiting(api, clinic))
    await clinic.call('POST', `/v1/appointments/${clinic.appointmentId}/cancel`)
    await times(6, () => offerFreeTime(api.service, id()))
    const statuses = await Promise.all(tokens.map((token) => statusOf(api, token)))
    expect(statuses.filter((status) => status === 'OFFERED')).toHaveLength(1)
    expect(await offers()).toHaveLength(1)
    expect(await messages()).toBe(1)
    await expectSoundCalendar(api, clinic)
  })

  it('goes to the stranger or to the waiting client, whichever comes first, and never to both', async () => {
    for (let round = 0; round < 5; round += 1) {
      clinic = await openFullClinic(api)
      const token = await waiting(api, clinic)
      await clinic.call('POST', `/v1/appointments/${clinic.appointmentId}/cancel`)
      const [strangers] = await Promise.all([
        times(3, () => bookAs(api, clinic)),
        times(2, () => offerFreeTime(api.service, id())),
      ])
      const won = strangers.filter(({ status }) => status === 200).length
      const status = await statusOf(api, token)
      expect([won, status]).toEqual(won === 1 ? [1, 'WAITING'] : [0, 'OFFERED'])
      await expectSoundCalendar(api, clinic)
    }
  })

  it('at the end of a hold is its owner’s or the stranger’s, and never both', async () => {
    for (const late of [-1, 0, 1]) {
      api.setNow(TEST_NOW)
      clinic = await openFullClinic(api)
      const token = await offered()
      api.setNow(TEST_NOW + HELD_MS + late)
      const [mine, strangers] = await Promise.all([
        byWish(api, 'bookOffer', token),
        times(3, () => bookAs(api, clinic)),
        endOverdueOffers(api.service, id()),
      ])
      const won = [mine, ...strangers].filter(({ status }) => status === 200)
      expect(won).toHaveLength(1)
      expect(mine.status).toBe(late < 0 ? 200 : 409)
      expect(await booked()).toBe(1)
      await endOverdueOffers(api.service, id())
      await expectSoundCalendar(api, clinic)
    }
  })

  it('booked, declined and left at once, ends one way', async () => {
    for (let round = 0; round < 4; round += 1) {
      clinic = await openFullClinic(api)
      const token = await offered()
      await Promise.all([
        byWish(api, 'bookOffer', token),
        byWish(api, 'declineOffer', token),
        byWish(api, 'leaveWaitlist', token),
        byWish(api, 'bookOffer', token),
      ])
      const status = await statusOf(api, token)
      expect(['BOOKED', 'REMOVED']).toContain(status)
      expect(await booked()).toBe(status === 'BOOKED' ? 1 : 0)
      expect(await holdsOf(api, clinic)).toHaveLength(status === 'BOOKED' ? 1 : 0)
      await expectSoundCalendar(api, clinic)
    }
  })

  it('with many who wait, cancel, book and decline: the calendar is sound, and no one is stuck', async () => {
    clinic = await openFullClinic(api, {
      professionals: 2,
      hours: { weekdays: [1], intervals: [['09:00', '11:00']] },
    })
    const tokens = await times(8, () => waiting(api, clinic))
    for (let round = 0; round < 4; round += 1) {
      api.setNow(TEST_NOW + round * HELD_MS)
      await Promise.all([
        ...tokens.map((token, index) =>
          byWish(api, index % 3 === round % 3 ? 'declineOffer' : 'bookOffer', token),
        ),
        times(3, () => bookAs(api, clinic, { start: at('10:00') })),
        times(2, () => offerFreeTime(api.service, id())),
        endOverdueOffers(api.service, id()),
      ])
    }
    await endOverdueOffers(api.service, id())
    await expectSoundCalendar(api, clinic)
    const stuck = await api.db.waitlistWish.count({
      where: { organizationId: id(), status: 'OFFERED', offers: { none: { outcome: 'OPEN' } } },
    })
    expect(stuck).toBe(0)
    expect(api.logged.filter(({ level }) => level === 'error')).toEqual([])
  })
})

describe('a hold that has expired', () => {
  /** Of the only start, in a calendar with another appointment an hour later. */
  async function expired() {
    clinic = await openFullClinic(api, {
      hours: { weekdays: [1], intervals: [['09:00', '10:30']] },
    })
    const later = await clinic.book({
      start: at('10:00'),
      client_id: (await anotherClient(api, clinic)).id,
    })
    const token = await waiting(api, clinic, { to_minute: 541 })
    await free(api, clinic)
    expect(await statusOf(api, token)).toBe('OFFERED')
    return { token, later: later.body.id as number }
  }

  it('is free time to every channel: lists, dates, a call, a series, a move, services, a paid deposit', async () => {
    const { later } = await expired()
    const dates = async () =>
      (await clinic.call('GET', `/v1/availability/next-dates?service_ids=${clinic.service.id}`))
        .body.data[0]
    expect((await dates()).first_start).toBe(at('09:30'))
    expect(await clinic.starts(MONDAY)).toEqual([at('09:30')])
    const move = () =>
      clinic.call('POST', `/v1/appointments/${later}/reschedule`, { body: { start: NINE } })
    expect((await move()).body.code).toBe('slot_unavailable')
    api.setNow(TEST_NOW + HELD_MS)
    expect((await dates()).first_start).toBe(NINE)
    expect((await clinic.starts(MONDAY))[0]).toBe(NINE)
    expect((await move()).status).toBe(200)
    expect(await holdsOf(api, clinic)).toHaveLength(1)
    await endOverdueOffers(api.service, id())
    await expectSoundCalendar(api, clinic)
  })

  it('is free time to a series of the team', async () => {
    await expired()
    api.setNow(TEST_NOW + HELD_MS)
    const team = await signIn(api, clinic.organization)
    const { body, problem } = await team.mutate('appointments.createSeries', {
      service_ids: [clinic.service.id],
      start: NINE,
      professional_id: clinic.professional.id,
      client_id: clinic.client.id,
      recurrence: 'FREQ=WEEKLY;COUNT=2',
    })
    expect(problem).toBeUndefined()
    expect(body.appointments ?? body.data ?? body.created).toHaveLength(2)
    await endOverdueOffers(api.service, id())
    await expectSoundCalendar(api, clinic)
  })

  it('is free time to what took place then, as a file of the past tells', async () => {
    await expired()
    api.setNow(Date.parse(NINE) + 86_400_000)
    const owner = await signIn(api, clinic.organization)
    const { rows } = await sendFile(
      api,
      owner,
      'appointments',
      `external_id,start,service_ids,professional_id,client.first_name,client.phone\nE1,${NINE},${clinic.service.id},${clinic.professional.id},Dan,11987650004\n`,
    )
    expect(rows).toMatchObject([{ outcome: 'created' }])
    await endOverdueOffers(api.service, id())
    await expectSoundCalendar(api, clinic)
  })

  it('is not overbooked: the time is free', async () => {
    await expired()
    api.setNow(TEST_NOW + HELD_MS)
    const { body } = await clinic.book({ allow_overbook: true })
    expect(body.is_overbook).toBe(false)
  })

  it('gives way to a deposit that was paid in time and told late; one that stands does not', async () => {
    for (const isHeld of [true, false]) {
      const provider = await openPayments(api)
      const paid = await openClinic(api, {
        hours: { weekdays: [1], intervals: [['09:00', '09:30']] },
      })
      const one = await charged(api, provider, paid)
      clinic = { ...paid, appointmentId: one.appointmentId }
      const token = await waiting(api, clinic)
      api.setNow(EXPIRY - 1)
      await provider.pay(one.chargeId)
      api.setNow(EXPIRY)
      await expireDeposits(api.service)
      await offerFreeTime(api.service, id())
      expect(await statusOf(api, token)).toBe('OFFERED')
      if (!isHeld) api.setNow(EXPIRY + HELD_MS)
      await settlePayments(api.service, id(), one.deposit.id, provider)
      const { status } = await appointmentOf(api, one.appointmentId)
      expect(status).toBe(isHeld ? 'CANCELLED_CLIENT' : 'CONFIRMED')
      expect((await byWish(api, 'bookOffer', token)).status).toBe(isHeld ? 200 : 409)
      await endOverdueOffers(api.service, id())
      await expectSoundCalendar(api, clinic)
    }
  })
})

describe('seats of a session', () => {
  const GROUP = { service: { maxCapacity: 2 } }

  it('one that is held counts as taken, and becomes the seat of its owner', async () => {
    clinic = await openFullClinic(api, GROUP)
    const other = await createClientRow(api.db, clinic.organization.row, { phone: '11987650001' })
    expect((await clinic.book({ client_id: other.id })).status).toBe(201)
    expect(await clinic.starts(MONDAY)).toEqual([])
    const token = await waiting(api, clinic)
    await free(api, clinic)
    expect(await statusOf(api, token)).toBe('OFFERED')
    expect(await clinic.starts(MONDAY)).toEqual([])
    const third = await createClientRow(api.db, clinic.organization.row, { phone: '11987650002' })
    expect((await clinic.book({ client_id: third.id })).body.code).toBe('slot_unavailable')
    expect((await byWish(api, 'bookOffer', token)).status).toBe(200)
    expect(await holdsOf(api, clinic)).toMatchObject([{ taken: 2, capacity: 2 }])
    await expectSoundCalendar(api, clinic)
  })

  it('one that has expired is free, in a session and before there is one', async () => {
    for (const isLast of [true, false]) {
      api.setNow(TEST_NOW)
      clinic = await openFullClinic(api, GROUP)
      if (!isLast) {
        const other = await createClientRow(api.db, clinic.organization.row, {
          phone: '11987650001',
        })
        await clinic.book({ client_id: other.id })
      }
      const token = await waiting(api, clinic)
      await free(api, clinic)
      expect(await statusOf(api, token)).toBe('OFFERED')
      api.setNow(TEST_NOW + HELD_MS)
      const replies = await times(3, () => bookAs(api, clinic))
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(isLast ? 2 : 1)
      await endOverdueOffers(api.service, id())
      await expectSoundCalendar(api, clinic)
    }
  })

  it('the last one, held and asked for at once, is one’s', async () => {
    clinic = await openFullClinic(api, GROUP)
    const tokens = await times(3, () => waiting(api, clinic))
    await clinic.call('POST', `/v1/appointments/${clinic.appointmentId}/cancel`)
    const [replies] = await Promise.all([
      times(4, () => bookAs(api, clinic)),
      times(3, () => offerFreeTime(api.service, id())),
    ])
    const won = replies.filter(({ status }) => status === 200).length
    const statuses = await Promise.all(tokens.map((token) => statusOf(api, token)))
    expect(won + statuses.filter((status) => status === 'OFFERED').length).toBe(2)
    await Promise.all(tokens.map((token) => byWish(api, 'bookOffer', token)))
    expect(await booked()).toBe(2)
    await expectSoundCalendar(api, clinic)
  })
})

describe('a crash', () => {
  it('before the message is written leaves no hold, and the next run offers it', async () => {
    const token = await waiting(api, clinic)
    await clinic.call('POST', `/v1/appointments/${clinic.appointmentId}/cancel`)
    await api.connection.pool.query(`
      CREATE FUNCTION no_messages() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the process was killed'; END $$;
      CREATE TRIGGER no_messages BEFORE INSERT ON message FOR EACH ROW WHEN (NEW.purpose = 'offer') EXECUTE FUNCTION no_messages()`)
    await expect(offerFreeTime(api.service, id())).rejects.toThrow()
    await api.connection.pool.query(
      'DROP TRIGGER no_messages ON message; DROP FUNCTION no_messages',
    )
    expect([await holdsOf(api, clinic), await offers(), await statusOf(api, token)]).toEqual([
      [],
      [],
      'WAITING',
    ])
    expect(await clinic.starts(MONDAY)).toEqual([NINE])
    await offerFreeTime(api.service, id())
    expect([await statusOf(api, token), await messages()]).toEqual(['OFFERED', 1])
    api.logged.length = 0
  })
})

describe('a client who is forgotten or merged', () => {
  it('erased: waits no more, and nothing is held', async () => {
    const token = await offered()
    const wish = await api.db.waitlistWish.findFirstOrThrow({ where: { organizationId: id() } })
    const owner = await signIn(api, clinic.organization)
    const preview = await owner.mutate('clients.erase', { client_id: wish.clientId, preview: true })
    expect(preview.body.held).toMatchObject({ wishes: 1 })
    const erased = await owner.mutate('clients.erase', {
      client_id: wish.clientId,
      version: preview.body.version,
    })
    expect(erased.problem).toBeUndefined()
    expect(await clinic.starts(MONDAY)).toEqual([NINE])
    expect((await byWish(api, 'getWish', token)).status).toBe(404)
    expect(await api.db.waitlistWish.findMany({ where: { organizationId: id() } })).toMatchObject([
      { status: 'REMOVED' },
    ])
  })

  it('merged: the wish is the survivor’s, and its link books for it', async () => {
    const token = await offered()
    const wish = await api.db.waitlistWish.findFirstOrThrow({ where: { organizationId: id() } })
    const owner = await signIn(api, clinic.organization)
    const merged = await owner.mutate('clients.merge', {
      client_id: clinic.client.id,
      merged_client_id: wish.clientId,
    })
    expect(merged.problem).toBeUndefined()
    const { body } = await byWish(api, 'bookOffer', token)
    const row = await api.db.appointment.findFirstOrThrow({
      where: { organizationId: id(), status: 'PENDING' },
    })
    expect([row.clientId, tokenOf(body.url)]).toEqual([clinic.client.id, expect.any(String)])
  })
})

describe('the timer', () => {
  it('ends an offer once, not a moment too soon, late, and by two at one time', async () => {
    for (const late of [0, 5 * 86_400_000]) {
      api.setNow(TEST_NOW)
      clinic = await openFullClinic(api)
      const token = await offered()
      await told(api, clinic)
      api.setNow(TEST_NOW + HELD_MS - 1)
      expect(await endOverdueOffers(api.service, id())).toBe(0)
      expect(await statusOf(api, token)).toBe('OFFERED')
      api.setNow(TEST_NOW + HELD_MS + late)
      const ended = await times(3, () => endOverdueOffers(api.service, id()))
      // Days late, its last day is over too.
      expect(ended.reduce((sum, one) => sum + one, 0)).toBe(late === 0 ? 1 : 2)
      expect(await statusOf(api, token)).toBe(late === 0 ? 'WAITING' : 'EXPIRED')
      expect(await offers()).toMatchObject([{ outcome: 'LAPSED' }])
      expect(await holdsOf(api, clinic)).toEqual([])
    }
  })
})

describe('a day that is far away', () => {
  it.each([
    ['2027-11-22', undefined],
    ['9999-12-20', undefined],
    ['9999-12-31', undefined],
    // A Friday, and Sunday alone is asked for.
    ['9999-12-31', [0]],
  ])('400 validation_error: no one can wait for %s, %j', async (date, weekdays) => {
    const days = { from_date: date, to_date: date, ...(weekdays && { weekdays }) }
    const team = await signIn(api, clinic.organization)
    const replies = [
      await waitAs(api, clinic, days),
      await team.mutate('waitlist.add', {
        service_ids: [clinic.service.id],
        client_id: clinic.client.id,
        ...days,
      }),
    ]
    const field = weekdays ? 'weekdays' : 'to_date'
    for (const { problem } of replies) {
      expect(problem).toMatchObject({ errors: [{ field, code: 'out_of_range' }] })
    }
    expect(await api.db.waitlistWish.count({ where: { organizationId: id() } })).toBe(0)
  })

  it('in a wish of before keeps no one else from time that frees', async () => {
    const far = await waiting(api, clinic)
    const next = await waiting(api, clinic)
    const [wish] = await api.db.waitlistWish.findMany({
      where: { organizationId: id() },
      orderBy: { id: 'asc' },
    })
    const day = new Date('9999-12-31')
    await api.db.waitlistWish.update({
      where: { id: wish?.id ?? 0 },
      data: { fromDate: day, toDate: day },
    })
    await free(api, clinic)
    expect([await statusOf(api, far), await statusOf(api, next)]).toEqual(['WAITING', 'OFFERED'])
  })
})

describe('an offer whose message was not sent', () => {
  const wishes = () =>
    api.db.waitlistWish.findMany({ where: { organizationId: id() }, orderBy: { id: 'asc' } })

  it.each(['QUEUED', 'SKIPPED'])(
    'is withdrawn while it is %s: no one loses a place, and others are offered the time first',
    async (status) => {
      const first = await offered()
      await api.db.message.updateMany({ where: { organizationId: id() }, data: { status } })
      const [before] = await wishes()
      const second = await waiting(api, clinic)
      api.setNow(TEST_NOW + HELD_MS)
      expect(await endOverdueOffers(api.service, id())).toBe(1)
      expect(await offers()).toMatchObject([{ outcome: 'WITHDRAWN' }])
      const [{ status: waits, lapses, waitsSince } = {}] = await wishes()
      expect([waits, lapses, waitsSince]).toEqual(['WAITING', 0, before?.waitsSince])
      await offerFreeTime(api.service, id())
      expect([await statusOf(api, first), await statusOf(api, second)]).toEqual([
        'WAITING',
        'OFFERED',
      ])
      await byWish(api, 'leaveWaitlist', second)
      await offerFreeTime(api.service, id())
      expect(await statusOf(api, first)).toBe('WAITING')
      api.setNow(TEST_NOW + HELD_MS + 10 * 60_000)
      await offerFreeTime(api.service, id())
      expect(await statusOf(api, first)).toBe('OFFERED')
    },
  )

  it.each(['SENT', 'DELIVERED', 'READ', 'UNKNOWN', 'FAILED'])(
    'lapses when it is %s',
    async (status) => {
      await offered()
      await api.db.message.updateMany({ where: { organizationId: id() }, data: { status } })
      api.setNow(TEST_NOW + HELD_MS)
      await endOverdueOffers(api.service, id())
      expect(await offers()).toMatchObject([{ outcome: 'LAPSED' }])
      expect(await wishes()).toMatchObject([{ lapses: 1 }])
    },
  )

  it('lapses when the team offered it by hand, and there is no way to send one', async () => {
    await waiting(api, clinic, { client: { first_name: 'Rui', phone: '11988887777' } })
    await free(api, clinic)
    const [wish] = await wishes()
    const team = await signIn(api, clinic.organization)
    await team.mutate('waitlist.offer', { entry_id: wish?.id, start: NINE })
    api.setNow(TEST_NOW + HELD_MS)
    await endOverdueOffers(api.service, id())
    expect(await offers()).toMatchObject([{ outcome: 'LAPSED' }])
  })
})

it('an offer for which the team asks for more notice is withdrawn when its client takes it', async () => {
  const token = await offered()
  await api.db.organization.update({
    where: { id: id() },
    data: { minAdvanceMinutes: 14 * 1440 },
  })
  expect((await byWish(api, 'bookOffer', token)).problem.code).toBe('min_advance_violation')
  expect([await statusOf(api, token), await holdsOf(api, clinic)]).toEqual(['WAITING', []])
  expect(await offers()).toMatchObject([{ outcome: 'WITHDRAWN' }])
})

it('no one who was silent is offered the same start with another professional', async () => {
  clinic = await openFullClinic(api, {
    professionals: 2,
    hours: { weekdays: [1], intervals: [['09:00', '09:30']] },
  })
  const token = await waiting(api, clinic)
  await offerFreeTime(api.service, id())
  expect(await statusOf(api, token)).toBe('OFFERED')
  await told(api, clinic)
  await clinic.call('POST', `/v1/appointments/${clinic.appointmentId}/cancel`)
  api.setNow(TEST_NOW + HELD_MS)
  await endOverdueOffers(api.service, id())
  await offerFreeTime(api.service, id())
  expect([await statusOf(api, token), (await offers()).length]).toEqual(['WAITING', 1])
})

it('those who cannot be told are not even tried, and do not stand in the way of others', async () => {
  const phone = (digit: number) => ({ client: { first_name: 'Rui', phone: `1198888777${digit}` } })
  const untold = await times(3, (index) => waiting(api, clinic, phone(index)))
  await free(api, clinic)
  // What is tried and undone has taken a number all the same.
  const numbers = async () =>
    (await api.connection.pool.query('SELECT last_value FROM waitlist_offer_id_seq')).rows[0]
  const before = await numbers()
  await offerFreeTime(api.service, id())
  expect([await numbers(), await offers()]).toEqual([before, []])
  await waiting(api, clinic)
  await offerFreeTime(api.service, id())
  const statuses = await Promise.all(untold.map((token) => statusOf(api, token)))
  expect([statuses, await messages()]).toEqual([['WAITING', 'WAITING', 'WAITING'], 1])
})

describe('time that frees', () => {
  const freed: [string, () => Promise<unknown>][] = [
    [
      'deleted',
      async () =>
        (await signIn(api, clinic.organization)).mutate('appointments.delete', {
          appointment_id: clinic.appointmentId,
        }),
    ],
    [
      'moved',
      () =>
        clinic.call('POST', `/v1/appointments/${clinic.appointmentId}/reschedule`, {
          body: { start: at('09:00', '2026-11-30') },
        }),
    ],
    ['no show', () => clinic.call('POST', `/v1/appointments/${clinic.appointmentId}/no-show`)],
    [
      'hours opened',
      async () =>
        (await signIn(api, clinic.organization)).mutate('schedule.setDate', {
          professional_id: clinic.professional.id,
          date: MONDAY,
          intervals: [{ opens_minute: 540, closes_minute: 720 }],
        }),
    ],
  ]
  it.each(freed)('by what is %s wakes a worker', async (_, act) => {
    await waiting(api, clinic)
    const jobs = async () =>
      (
        await api.connection.pool.query(
          `SELECT FROM graphile_worker.jobs WHERE task_identifier = 'offer_waitlist' AND key LIKE $1`,
          [`waitlist:${id()}:%`],
        )
      ).rowCount ?? 0
    const before = await jobs()
    const reply: any = await act()
    expect(reply.problem ?? reply.body.code).toBeUndefined()
    expect(await jobs()).toBeGreaterThan(before)
  })

  it('by a blocked time that is removed wakes a worker', async () => {
    const owner = await signIn(api, clinic.organization)
    const blocked = await owner.mutate('schedule.createBlockedTime', {
      professional_id: clinic.professional.id,
      start: at('09:00', '2026-11-30'),
      end: at('10:00', '2026-11-30'),
    })
    expect(blocked.problem).toBeUndefined()
    const token = await waiting(api, clinic, { from_date: '2026-11-30', to_date: '2026-11-30' })
    await offerFreeTime(api.service, id())
    expect(await statusOf(api, token)).toBe('WAITING')
    await owner.mutate('schedule.deleteBlockedTime', {
      blocked_time_id: blocked.body.id ?? blocked.body.blocked_time?.id,
    })
    await offerFreeTime(api.service, id())
    expect(await statusOf(api, token)).toBe('OFFERED')
  })

  it('at night is offered in the morning', async () => {
    const token = await waiting(api, clinic)
    api.setNow(Date.parse('2026-11-20T21:00:00-03:00'))
    await free(api, clinic)
    expect(await statusOf(api, token)).toBe('WAITING')
    api.setNow(Date.parse('2026-11-21T07:59:59-03:00'))
    await offerFreeTime(api.service, id())
    expect(await statusOf(api, token)).toBe('WAITING')
    api.setNow(Date.parse('2026-11-21T08:00:00-03:00'))
    await offerFreeTime(api.service, id())
    expect(await statusOf(api, token)).toBe('OFFERED')
  })

  it('after the last day of a wish is no one’s: the wish has ended', async () => {
    const token = await waiting(api, clinic)
    api.setNow(Date.parse('2026-11-24T00:00:00-03:00'))
    await endOverdueOffers(api.service, id())
    expect(await statusOf(api, token)).toBe('EXPIRED')
  })

  it('is offered by days, weekdays and hours that were asked for', async () => {
    const open = await openFullClinic(api, {
      hours: { weekdays: [1, 2, 3], intervals: [['08:00', '18:00']] },
    })
    const token = await waiting(api, open, {
      from_date: MONDAY,
      to_date: '2026-11-30',
      weekdays: [3],
      from_minute: 870,
      to_minute: 900,
    })
    await offerFreeTime(api.service, open.organization.row.id)
    expect((await byWish(api, 'getWish', token)).body.offer.start).toBe(at('14:30', '2026-11-25'))
  })

  it('is not offered to whom it was offered before', async () => {
    const token = await offered()
    await told(api, clinic)
    api.setNow(TEST_NOW + HELD_MS)
    await endOverdueOffers(api.service, id())
    await offerFreeTime(api.service, id())
    expect(await statusOf(api, token)).toBe('WAITING')
    expect(await clinic.starts(MONDAY)).toEqual([NINE])
    const reply = await bookAs(api, clinic, { client: newClient() }, openStranger(api))
    expect(reply.status).toBe(200)
  })
})
