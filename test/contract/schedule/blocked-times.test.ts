import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { at, MONDAY } from '../../support/booking.ts'
import { blockedTime, eventsOf } from '../../support/clinic.ts'
import { openBrowser, signIn } from '../../support/dashboard.ts'
import { expectOk, faultsOf, openChangingClinic, secondOf, shown } from '../../support/impact.ts'
import { testEveryImpact } from '../../support/impact-tests.ts'

const api = useSharedApi()

const lunch = (professionalId: number | null) => ({
  professional_id: professionalId,
  start: at('12:00'),
  end: at('14:00'),
  reason: 'Reunião',
})

describe('schedule.createBlockedTime', () => {
  it('200: blocks the time of one, and tells it', async () => {
    const clinic = await openChangingClinic(api)
    const { professional } = clinic
    const reply = await clinic.owner.mutate('schedule.createBlockedTime', lunch(professional.id))
    const record = {
      object: 'blocked_time',
      id: expect.any(Number),
      professional_id: professional.id,
      professional: { id: professional.id, name: professional.name },
      start: at('12:00'),
      end: at('14:00'),
      all_day: false,
      reason: 'Reunião',
      created_at: expect.stringMatching(/^20/),
    }
    expect(expectOk(reply).body.blocked_time).toEqual(record)
    const [event] = await eventsOf(api.db, clinic.organization.row)
    expect(event?.type).toBe('blocked_time.created')
    expect(event?.payload).toEqual({ object: record, changes: null, batch_id: null })
    const [row] = await api.db.event.findMany({
      where: { organizationId: clinic.organization.row.id },
      orderBy: { sequence: 'asc' },
    })
    expect(row).toMatchObject({ professionalIds: [professional.id], serviceIds: [] })
    expect(await clinic.starts()).not.toContain(at('13:45'))
    expect(await clinic.starts()).toContain(at('14:00'))
  })

  it('200: whole days of the organization, of everybody', async () => {
    const clinic = await openChangingClinic(api)
    const reply = await clinic.owner.mutate('schedule.createBlockedTime', {
      professional_id: null,
      all_day: true,
      start: '2026-11-23',
      end: '2026-11-24',
    })
    const { blocked_time: blocked } = expectOk(reply).body
    expect(blocked).toMatchObject({
      professional_id: null,
      professional: null,
      start: '2026-11-23T00:00:00-03:00',
      end: '2026-11-25T00:00:00-03:00',
      all_day: true,
      reason: null,
    })
    const [row] = await api.db.event.findMany({
      where: { organizationId: clinic.organization.row.id },
      orderBy: { sequence: 'asc' },
    })
    expect(row).toMatchObject({ professionalIds: [] })
  })

  it('200: a day on which the clock changes is as long as it is', async () => {
    const clinic = await openChangingClinic(api, { organization: { timeZone: 'America/New_York' } })
    const block = async (date: string) => {
      const input = { professional_id: null, all_day: true, start: date, end: date }
      return (await clinic.owner.mutate('schedule.createBlockedTime', input)).body.blocked_time
    }
    expect(await block('2027-03-14')).toMatchObject({
      start: '2027-03-14T00:00:00-05:00',
      end: '2027-03-15T00:00:00-04:00',
    })
    expect(await block('2027-11-07')).toMatchObject({
      start: '2027-11-07T00:00:00-04:00',
      end: '2027-11-08T00:00:00-05:00',
    })
  })

  it('200: meets the buffers of what is booked, baskets, seats and overbooked ones, as they were booked', async () => {
    const clinic = await openChangingClinic(api, {
      service: { bufferBeforeMinutes: 15, bufferAfterMinutes: 15, maxCapacity: 3 },
    })
    const { professional, organization } = clinic
    const basketService = await api.db.service.create({
      data: {
        organizationId: organization.row.id,
        name: 'Segunda parte',
        durationMinutes: 30,
        professionals: {
          create: {
            professional: {
              connect: {
                organizationId_id: { organizationId: organization.row.id, id: professional.id },
              },
            },
          },
        },
      },
    })
    const basket = await clinic.bookAt('09:15', {
      service_ids: [clinic.service.id, basketService.id],
    })
    const seats = [
      await clinic.bookAt('15:00'),
      await clinic.bookAt('15:00', { client: { first_name: 'Rui', phone: '11987650001' } }),
    ]
    const over = await clinic.bookAt('15:05', {
      allow_overbook: true,
      client: { first_name: 'Eva', phone: '11987650002' },
    })
    const preview = (start: string, end: string) =>
      clinic.owner.mutate('schedule.createBlockedTime', {
        professional_id: professional.id,
        start: at(start),
        end: at(end),
        preview: true,
      })
    expect(shown(await preview('10:15', '10:30'))).toEqual([])
    expect(shown(await preview('10:14', '10:30'))).toEqual([[basket, 'blocked', 'kept', null]])
    expect(shown(await preview('08:00', '09:00'))).toEqual([])
    expect(shown(await preview('08:00', '09:01'))).toEqual([[basket, 'blocked', 'kept', null]])
    const all = [...seats, over].map((id) => [id, 'blocked', 'kept', null])
    expect(shown(await preview('15:00', '16:00'))).toEqual(all)
    // Booked over blocked time from the start: nothing becomes worse for it.
    await clinic.owner.mutate('schedule.createBlockedTime', {
      professional_id: professional.id,
      start: at('17:00'),
      end: at('17:30'),
    })
    await clinic.bookAt('17:00', { allow_overbook: true })
    expect(shown(await preview('17:00', '17:15'))).toEqual([])
  })

  it('400: times that are none', async () => {
    const clinic = await openChangingClinic(api)
    const { id } = clinic.professional
    const gone = await api.db.professional.create({
      data: { organizationId: clinic.organization.row.id, name: 'Foi', isActive: false },
    })
    const other = await openChangingClinic(api)
    const before = await clinic.everything()
    const add = async (input: object) => {
      const reply = await clinic.owner.mutate('schedule.createBlockedTime', {
        ...lunch(id),
        ...input,
      })
      return [reply.status, ...(reply.problem === undefined ? [] : faultsOf(reply))]
    }
    for (const [input, fault] of [
      [{ professional_id: gone.id }, 'professional_id:inactive'],
      [{ professional_id: other.professional.id }, 'professional_id:not_found'],
      [{ professional_id: undefined }, 'professional_id:required'],
      [{ end: at('12:00') }, 'end:out_of_range'],
      [{ end: at('11:00') }, 'end:out_of_range'],
      [{ start: '2026-11-23T12:00:00' }, 'start:offset_required'],
      [{ start: '2026-11-23T12:00:30-03:00' }, 'start:minute_precision'],
      [{ start: MONDAY }, 'start:invalid_format'],
      [{ all_day: true }, 'start:invalid_format'],
      [{ all_day: true, start: MONDAY, end: '2026-11-22' }, 'end:out_of_range'],
      [{ all_day: true, start: MONDAY, end: '2027-11-24' }, 'end:out_of_range'],
      [{ all_day: true, start: '2999-01-01', end: '2999-01-01' }, 'start:out_of_range'],
      [{ end: '9999-12-31T23:59:00Z' }, 'end:out_of_range'],
      [{ start: '0001-01-01T00:00:00Z' }, 'start:out_of_range'],
      [{ reason: 'x'.repeat(501) }, 'reason:too_long'],
    ] as [object, string][]) {
      expect([input, ...(await add(input))]).toEqual([input, 400, fault])
    }
    expect(await clinic.everything()).toBe(before)
    // A leap year and a day of the longest: 366 days.
    expect(await add({ all_day: true, start: MONDAY, end: '2027-11-23' })).toEqual([200])
  })

  describe('of one', () => {
    testEveryImpact(() => api, {
      procedure: 'schedule.createBlockedTime',
      input: ({ professional }) => ({
        professional_id: professional.id,
        start: at('14:15'),
        end: at('15:00'),
      }),
      other: ({ professional }) => ({
        professional_id: professional.id,
        start: at('14:15'),
        end: at('16:00'),
      }),
      reason: 'blocked',
      canMove: true,
      events: ['blocked_time.created'],
    })
  })

  describe('of all', () => {
    testEveryImpact(() => api, {
      procedure: 'schedule.createBlockedTime',
      input: () => ({ professional_id: null, start: MONDAY, end: MONDAY, all_day: true }),
      other: () => ({ professional_id: null, start: at('14:15'), end: at('16:00') }),
      reason: 'blocked',
      canMove: false,
      events: ['blocked_time.created'],
    })
  })
})

describe('schedule.deleteBlockedTime', () => {
  it('200: frees the time, and tells it', async () => {
    const clinic = await openChangingClinic(api)
    const made = await clinic.owner.mutate(
      'schedule.createBlockedTime',
      lunch(clinic.professional.id),
    )
    const collaborator = await signIn(api, clinic.organization, 'manager')
    const { blocked_time } = made.body
    const reply = await collaborator.mutate('schedule.deleteBlockedTime', {
      blocked_time_id: blocked_time.id,
    })
    expect(expectOk(reply).body).toEqual({ blocked_time })
    const events = await eventsOf(api.db, clinic.organization.row)
    expect(events.at(-1)).toMatchObject({
      type: 'blocked_time.deleted',
      payload: { object: blocked_time, changes: null },
    })
    expect(await clinic.starts()).toContain(at('13:45'))
  })

  it('404 not_found: none, another organization’s, and one that is deleted', async () => {
    const [clinic, other] = [await openChangingClinic(api), await openChangingClinic(api)]
    const theirs = await blockedTime(
      api.db,
      other.organization.row,
      other.professional,
      at('12:00'),
      at('13:00'),
    )
    const mine = await clinic.owner.mutate('schedule.createBlockedTime', lunch(null))
    const { id } = mine.body.blocked_time
    expect(
      (await openBrowser(api).mutate('schedule.deleteBlockedTime', { blocked_time_id: id })).status,
    ).toBe(401)
    const replies = await Promise.all(
      [1, 2].map(() => clinic.owner.mutate('schedule.deleteBlockedTime', { blocked_time_id: id })),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404])
    for (const blocked_time_id of [theirs.id, 2_000_000_000]) {
      const reply = await clinic.owner.mutate('schedule.deleteBlockedTime', { blocked_time_id })
      expect([reply.status, reply.problem.code]).toEqual([404, 'not_found'])
    }
    expect(await api.db.blockedTime.count({ where: { id: theirs.id } })).toBe(1)
    expect((await clinic.told()).map(([type]) => type)).toEqual([
      'blocked_time.created',
      'blocked_time.deleted',
    ])
  })
})

describe('schedule.listBlockedTimes', () => {
  it('200: those that overlap the window, in the order of their start, page by page', async () => {
    const clinic = await openChangingClinic(api, { professionals: 2 })
    const { owner, professional } = clinic
    const add = async (of: number | null, start: string, end: string) =>
      (await owner.mutate('schedule.createBlockedTime', { professional_id: of, start, end })).body
        .blocked_time.id
    const early = await add(professional.id, at('08:00'), at('10:00'))
    const all = await add(null, at('09:00'), at('09:30'))
    const second = await add(secondOf(clinic).id, at('11:00'), at('12:00'))
    const late = await add(null, at('12:00'), at('13:00'))
    const ids = async (input: object = {}) =>
      (await owner.query('schedule.listBlockedTimes', input)).body.data.map(
        ({ id }: { id: number }) => id,
      )
    expect(await ids()).toEqual([early, all, second, late])
    expect(await ids({ from: at('09:30'), to: at('12:00') })).toEqual([early, second])
    expect(await ids({ from: '2026-11-24' })).toEqual([])
    expect(await ids({ to: MONDAY })).toHaveLength(4)
    expect(await ids({ professional_id: professional.id })).toEqual([early, all, late])
    const first = await owner.query('schedule.listBlockedTimes', { limit: 3 })
    expect(first.body.has_more).toBe(true)
    expect(await ids({ limit: 3, cursor: first.body.next_cursor })).toEqual([late])
    const other = await openChangingClinic(api)
    expect((await other.owner.query('schedule.listBlockedTimes')).body.data).toEqual([])
    const turned = await owner.query('schedule.listBlockedTimes', {
      from: '2026-11-24',
      to: MONDAY,
    })
    expect([turned.status, faultsOf(turned)]).toEqual([400, ['from:out_of_range']])
  })
})
