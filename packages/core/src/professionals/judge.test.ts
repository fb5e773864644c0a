import type { DayPiece, Schedule } from '@scheduling/availability'
import { describe, expect, it } from 'vitest'
import type { Booked } from './booked.ts'
import { concernedBy } from './judge.ts'
import type { Offer } from './offer.ts'

const MINUTE_MS = 60_000
const HOUR = 60

const piece = (opens: number, closes: number): DayPiece => ({
  opens: opens * HOUR,
  closes: closes * HOUR,
})

/** One professional, 1, who performs service 1 every day from 9 to 18. */
function offer(more: Partial<Offer> & { schedule?: Partial<Schedule>; zone?: string } = {}): Offer {
  const { schedule, zone = 'America/Sao_Paulo', ...rest } = more
  const daily = Array.from({ length: 7 }, () => [piece(9, 18)])
  return {
    calendar: { timeZone: zone, holidays: new Set(), now: 0 },
    schedules: new Map([[1, { weekly: daily, overrides: new Map(), busy: [], ...schedule }]]),
    activeProfessionals: new Set([1]),
    performed: new Set(['1 1']),
    seats: new Map([[1, 1]]),
    ...rest,
  }
}

function booked(start: string, minutes = 60, more: Partial<Booked> = {}): Booked {
  const from = Date.parse(start)
  const end = from + minutes * MINUTE_MS
  return {
    id: 1,
    professionalId: 1,
    start: from,
    end,
    busyFrom: from,
    busyTo: end,
    serviceIds: [1],
    seat: null,
    ...more,
  }
}

const reasons = (one: Booked, after: Offer, before = offer()) =>
  concernedBy([one], before, after).map(({ reason }) => reason)

const block = (start: string, end: string) => ({
  kind: 'blocked' as const,
  start: Date.parse(start),
  end: Date.parse(end),
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
})

const MONDAY = '2026-11-23'
const monday = (clock: string) => `${MONDAY}T${clock}:00-03:00`
const weekly = (hours: readonly DayPiece[]) => ({ weekly: Array.from({ length: 7 }, () => hours) })

describe('an appointment that fitted before', () => {
  it('is not concerned while all of its service time is open', () => {
    expect(reasons(booked(monday('17:00')), offer())).toEqual([])
    expect(reasons(booked(monday('17:00')), offer({ schedule: weekly([piece(17, 18)]) }))).toEqual(
      [],
    )
    expect(reasons(booked(monday('17:00')), offer({ schedule: weekly([piece(9, 17)]) }))).toEqual([
      'outside_hours',
    ])
  })

  it('meets what is blocked with the buffers that it was booked with', () => {
    const one = booked(monday('14:00'), 60, {
      busyFrom: Date.parse(monday('13:45')),
      busyTo: Date.parse(monday('15:30')),
    })
    const after = (from: string, until: string) =>
      offer({ schedule: { busy: [block(monday(from), monday(until))] } })
    expect(reasons(one, after('15:29', '16:00'))).toEqual(['blocked'])
    expect(reasons(one, after('15:30', '16:00'))).toEqual([])
    expect(reasons(one, after('13:00', '13:46'))).toEqual(['blocked'])
    expect(reasons(one, after('13:00', '13:45'))).toEqual([])
  })

  it('finds a long block behind many short ones', () => {
    const short = Array.from({ length: 50 }, (_, index) =>
      block(
        `2026-10-${10 + (index % 20)}T09:00:00-03:00`,
        `2026-10-${10 + (index % 20)}T09:10:00-03:00`,
      ),
    )
    const long = block('2026-09-01T00:00:00-03:00', '2026-12-24T00:00:00-03:00')
    const after = offer({ schedule: { busy: [...short, long, ...short] } })
    expect(reasons(booked(monday('14:00')), after)).toEqual(['blocked'])
    expect(reasons(booked('2026-12-24T09:00:00-03:00'), after)).toEqual([])
  })

  it('says first what no other professional cures', () => {
    const gone = { activeProfessionals: new Set<number>(), performed: new Set<string>() }
    expect(reasons(booked(monday('14:00')), offer({ ...gone, seats: new Map() }))).toEqual([
      'service_not_offered',
    ])
    expect(reasons(booked(monday('14:00')), offer(gone))).toEqual(['professional_inactive'])
    expect(reasons(booked(monday('14:00')), offer({ performed: new Set<string>() }))).toEqual([
      'professional_cannot_perform',
    ])
  })

  it('is a basket: each of its services counts', () => {
    const basket = booked(monday('14:00'), 60, { serviceIds: [1, 2] })
    const both = { performed: new Set(['1 1', '1 2']), seats: new Map([1, 2].map((id) => [id, 1])) }
    expect(reasons(basket, offer({ ...both, seats: new Map([[1, 1]]) }), offer(both))).toEqual([
      'service_not_offered',
    ])
    expect(reasons(basket, offer({ ...both, performed: new Set(['1 1']) }), offer(both))).toEqual([
      'professional_cannot_perform',
    ])
  })

  it('is a seat: those beyond the new capacity are concerned, the latest ones', () => {
    const seat = (place: number) => booked(monday('14:00'), 60, { seat: { serviceId: 1, place } })
    const of = (seats: number) => offer({ seats: new Map([[1, seats]]) })
    expect([0, 1, 2, 3].map((place) => reasons(seat(place), of(2), of(4)))).toEqual([
      [],
      [],
      ['over_capacity'],
      ['over_capacity'],
    ])
  })

  it('is on a holiday, unless the date has hours of its own', () => {
    const calendar = { timeZone: 'America/Sao_Paulo', holidays: new Set([MONDAY]), now: 0 }
    expect(reasons(booked(monday('14:00')), offer({ calendar }))).toEqual(['holiday'])
    const overrides = new Map([[MONDAY, [piece(9, 18)]]])
    expect(reasons(booked(monday('14:00')), offer({ calendar, schedule: { overrides } }))).toEqual(
      [],
    )
    const closed = new Map([[MONDAY, []]])
    expect(
      reasons(booked(monday('14:00')), offer({ calendar, schedule: { overrides: closed } })),
    ).toEqual(['outside_hours'])
  })
})

describe('an appointment that did not fit before', () => {
  it('is concerned only by what is new', () => {
    const before = offer({ schedule: weekly([piece(9, 12)]) })
    const one = booked(monday('14:00'))
    expect(reasons(one, offer({ schedule: weekly([piece(9, 11)]) }), before)).toEqual([])
    expect(
      reasons(
        one,
        offer({ schedule: weekly([piece(9, 11)]), activeProfessionals: new Set() }),
        before,
      ),
    ).toEqual(['professional_inactive'])
    const busy = [block(monday('13:00'), monday('15:00'))]
    const alreadyBlocked = offer({ schedule: { busy } })
    const more = offer({ schedule: { busy: [...busy, ...busy] } })
    expect(reasons(one, more, alreadyBlocked)).toEqual([])
    // Blocked and outside of hours are two things.
    expect(reasons(one, offer({ schedule: { ...weekly([piece(9, 12)]), busy } }), before)).toEqual([
      'blocked',
    ])
  })
})

describe('hours past midnight, and days of a change of the clock', () => {
  it('a date that has hours of its own, or is a holiday, ends those of the night before', () => {
    const nights = weekly([piece(22, 3)])
    const one = booked('2026-11-24T01:00:00-03:00')
    const before = offer({ schedule: nights })
    expect(reasons(one, before, before)).toEqual([])
    const overrides = new Map([['2026-11-24', [piece(9, 18)]]])
    expect(reasons(one, offer({ schedule: { ...nights, overrides } }), before)).toEqual([
      'outside_hours',
    ])
    const calendar = { timeZone: 'America/Sao_Paulo', holidays: new Set(['2026-11-24']), now: 0 }
    expect(reasons(one, offer({ calendar, schedule: nights }), before)).toEqual(['holiday'])
    // The next night begins on the holiday, and is gone too; the one after it is not.
    expect(
      reasons(booked('2026-11-25T01:00:00-03:00'), offer({ calendar, schedule: nights }), before),
    ).toEqual(['outside_hours'])
    expect(
      reasons(booked('2026-11-25T22:00:00-03:00'), offer({ calendar, schedule: nights }), before),
    ).toEqual([])
  })

  it('New York, when the clock goes forward and back', () => {
    const zone = 'America/New_York'
    const before = offer({ zone, schedule: weekly([piece(0, 24)]) })
    const after = offer({ zone, schedule: weekly([piece(0, 2)]) })
    // 2027-03-14: 02:00 does not exist; the hours end at 03:00 EDT, the same instant.
    expect(reasons(booked('2027-03-14T01:00:00-05:00', 60), after, before)).toEqual([])
    expect(reasons(booked('2027-03-14T01:00:00-05:00', 61), after, before)).toEqual([
      'outside_hours',
    ])
    // 2026-11-01: 01:00 to 02:00 comes twice; the hours end at 02:00 EST.
    expect(reasons(booked('2026-11-01T01:00:00-05:00', 60), after, before)).toEqual([])
    expect(reasons(booked('2026-11-01T01:30:00-05:00', 60), after, before)).toEqual([
      'outside_hours',
    ])
  })

  it('an appointment of more than a day', () => {
    const always = offer({ schedule: weekly([piece(0, 24)]) })
    const one = booked(monday('10:00'), 3 * 1440)
    expect(reasons(one, always, always)).toEqual([])
    const overrides = new Map([['2026-11-26', []]])
    const after = offer({ schedule: { ...weekly([piece(0, 24)]), overrides } })
    expect(reasons(one, after, always)).toEqual(['outside_hours'])
  })
})
