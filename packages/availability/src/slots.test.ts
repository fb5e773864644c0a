import { describe, expect, it } from 'vitest'
import {
  BLOCKING_STATUSES,
  freeSlots,
  judgeStart,
  nextDates,
  type BusyTime,
  type Calendar,
  type DayPiece,
  type Demand,
  type Schedule,
} from './index.ts'

const at = (text: string) => Date.parse(text)
const calendar: Calendar = {
  timeZone: 'America/Sao_Paulo',
  holidays: new Set(),
  now: at('2026-11-20T08:00:00-03:00'),
}
const demand: Demand = {
  durationMinutes: 60,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  slotIntervalMinutes: 60,
  minAdvanceMinutes: 60,
  maxAdvanceDays: null,
  capacity: 1,
  serviceId: 1,
  excludeAppointmentId: null,
}
const daily = (opens: number, closes: number): Schedule['weekly'] =>
  Array.from({ length: 7 }, () => [{ opens, closes }])
const schedule = (changes: Partial<Schedule> = {}): Schedule => ({
  weekly: daily(540, 660),
  overrides: new Map(),
  busy: [],
  ...changes,
})
const taken = (start: string, end: string): BusyTime => ({
  kind: 'appointment',
  id: 1,
  serviceId: 1,
  start: at(start),
  end: at(end),
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
})
const monday = { from: '2026-11-23', to: '2026-11-23' }
const ask = (schedules: [number, Schedule][], changes: Partial<Demand> = {}) => ({
  calendar,
  demand: { ...demand, ...changes },
  schedules: new Map(schedules),
})

describe('free slots', () => {
  it('are ordered by start, then by professional, in numbers and in texts', () => {
    const nine = '2026-11-23T09:00:00-03:00'
    const ten = '2026-11-23T10:00:00-03:00'
    const eleven = '2026-11-23T11:00:00-03:00'
    const slot = (startText: string, endText: string, professionalId: number) => ({
      start: at(startText),
      end: at(endText),
      startText,
      endText,
      professionalId,
      remaining: 1,
    })
    expect(
      freeSlots(
        ask([
          [10, schedule()],
          [9, schedule({ busy: [taken(nine, ten)] })],
          [2, schedule()],
        ]),
        monday,
      ),
    ).toEqual([
      slot(nine, ten, 2),
      slot(nine, ten, 10),
      slot(ten, eleven, 2),
      slot(ten, eleven, 9),
      slot(ten, eleven, 10),
    ])
  })

  it('are written in the display zone, which changes nothing else', () => {
    const asked = ask([[1, schedule()]])
    const here = freeSlots(asked, monday)
    const there = freeSlots(asked, monday, 'Asia/Tokyo')
    expect(there.map(({ startText }) => startText)).toEqual([
      '2026-11-23T21:00:00+09:00',
      '2026-11-23T22:00:00+09:00',
    ])
    expect(there.map(({ start }) => start)).toEqual(here.map(({ start }) => start))
  })

  it('end without their buffers', () => {
    const asked = ask([[1, schedule()]], { bufferBeforeMinutes: 10, bufferAfterMinutes: 20 })
    expect(freeSlots(asked, monday)[0]).toMatchObject({
      end: at('2026-11-23T10:00:00-03:00'),
      endText: '2026-11-23T10:00:00-03:00',
    })
  })

  it('are none when no one is asked about', () => {
    expect(freeSlots(ask([]), monday)).toEqual([])
  })

  it('hold more than one word of cells, up to the last', () => {
    const slots = freeSlots(
      ask([[1, schedule({ weekly: daily(0, 1440) })]], {
        durationMinutes: 5,
        slotIntervalMinutes: 5,
      }),
      {
        from: '2026-12-01',
        to: '2026-12-31',
      },
    )
    expect(slots).toHaveLength(31 * 288)
    expect(slots.at(-1)?.startText).toBe('2026-12-31T23:55:00-03:00')
  })

  it.each([
    ['backwards', { from: '2026-11-24', to: '2026-11-23' }],
    ['of 32 days', { from: '2026-12-01', to: '2027-01-01' }],
    ['of no date', { from: '2026-02-30', to: '2026-03-01' }],
  ])('refuse a window %s', (_, window) => {
    expect(() => freeSlots(ask([[1, schedule()]]), window)).toThrow(RangeError)
  })

  it('take a window of 31 days', () => {
    const window = { from: '2026-12-01', to: '2026-12-31' }
    expect(freeSlots(ask([[1, schedule()]]), window)).toHaveLength(62)
  })
})

describe('values outside their range', () => {
  const refused: [string, Partial<Demand>][] = [
    ['durationMinutes', { durationMinutes: 0 }],
    ['durationMinutes', { durationMinutes: Number.NaN }],
    ['durationMinutes', { durationMinutes: 1e9 }],
    ['bufferBeforeMinutes', { bufferBeforeMinutes: -1 }],
    ['bufferAfterMinutes', { bufferAfterMinutes: 0.5 }],
    ['slotIntervalMinutes', { slotIntervalMinutes: 4 }],
    ['slotIntervalMinutes', { slotIntervalMinutes: 1441 }],
    ['minAdvanceMinutes', { minAdvanceMinutes: -366 * 1440 - 1 }],
    ['maxAdvanceDays', { maxAdvanceDays: -1 }],
    ['capacity', { capacity: 0 }],
  ]
  it.each(refused)('%s is named', (field, changes) => {
    expect(() => freeSlots(ask([[1, schedule()]], changes), monday)).toThrow(field)
    expect(() => judgeStart(calendar, { ...demand, ...changes }, schedule(), 0)).toThrow(field)
  })

  const hours: [string, DayPiece][] = [
    ['opens', { opens: 1440, closes: 1440 }],
    ['opens', { opens: -1, closes: 60 }],
    ['closes', { opens: 0, closes: 1441 }],
    ['closes', { opens: 0, closes: Number.NaN }],
  ]
  it.each(hours)('hours: %s is named', (field, piece) => {
    const wrong = schedule({ weekly: Array.from({ length: 7 }, () => [piece]) })
    expect(() => freeSlots(ask([[1, wrong]]), monday)).toThrow(field)
  })

  it('busy times that are no numbers are refused, not overlooked', () => {
    const nothing = { ...taken('2026-11-23T09:00:00-03:00', '2026-11-23T10:00:00-03:00') }
    for (const changes of [
      { bufferBeforeMinutes: Number.NaN },
      { start: Number.NaN },
      { end: Number.NaN },
    ]) {
      const wrong = schedule({ busy: [{ ...nothing, ...changes }] })
      expect(() => freeSlots(ask([[1, wrong]]), monday)).toThrow(RangeError)
    }
  })

  it('a now that is no instant is refused', () => {
    const asked = { ...ask([[1, schedule()]]), calendar: { ...calendar, now: Number.NaN } }
    expect(() => freeSlots(asked, monday)).toThrow(RangeError)
  })

  it('any notice is taken, however long', () => {
    const asked = ask([[1, schedule()]], { minAdvanceMinutes: Number.MAX_SAFE_INTEGER })
    expect(freeSlots(asked, monday)).toEqual([])
    expect(nextDates(asked, 3)).toEqual([])
  })
})

describe('one start', () => {
  const judge = (start: string, changes: Partial<Demand> = {}, busy: BusyTime[] = []) =>
    judgeStart(calendar, { ...demand, ...changes }, schedule({ busy }), at(start))
  const nine = '2026-11-23T09:00:00-03:00'

  it('is free with its seats, on the grid or off it', () => {
    expect(judge(nine)).toEqual({ verdict: 'free', remaining: 1 })
    expect(judge('2026-11-23T09:07:00-03:00')).toEqual({ verdict: 'free', remaining: 1 })
    const participant = taken(nine, '2026-11-23T10:00:00-03:00')
    expect(judge(nine, { capacity: 3 }, [participant])).toEqual({ verdict: 'free', remaining: 2 })
  })

  it('is too soon before it is anything else', () => {
    expect(judge('2026-11-20T03:00:00-03:00')).toEqual({ verdict: 'too_soon' })
    expect(judge('2026-11-19T09:00:00-03:00')).toEqual({ verdict: 'too_soon' })
    expect(judge(nine, { minAdvanceMinutes: 10_000, maxAdvanceDays: 0 })).toEqual({
      verdict: 'too_soon',
    })
  })

  it('is too far beyond the horizon, before hours and busy times count', () => {
    expect(judge('2026-11-23T03:00:00-03:00', { maxAdvanceDays: 2 })).toEqual({
      verdict: 'too_far',
    })
    expect(judge(nine, { maxAdvanceDays: 3 })).toEqual({ verdict: 'free', remaining: 1 })
  })

  it('is outside hours before it is busy', () => {
    const all = taken('2026-11-23T00:00:00-03:00', '2026-11-24T00:00:00-03:00')
    expect(judge('2026-11-23T08:59:00-03:00', {}, [all])).toEqual({ verdict: 'outside_hours' })
    expect(judge('2026-11-23T10:01:00-03:00', {}, [all])).toEqual({ verdict: 'outside_hours' })
    expect(judge(nine, {}, [all])).toEqual({ verdict: 'busy' })
  })

  it('is outside hours on a holiday', () => {
    const closed = { ...calendar, holidays: new Set(['2026-11-23']) }
    expect(judgeStart(closed, demand, schedule(), at(nine))).toEqual({ verdict: 'outside_hours' })
  })

  it('is busy when its session is full', () => {
    const participant = taken(nine, '2026-11-23T10:00:00-03:00')
    expect(judge(nine, { capacity: 2 }, [participant, participant])).toEqual({ verdict: 'busy' })
  })

  it.each([Number.NaN, 0.5, Infinity])('of %d is refused', (start) => {
    expect(() => judgeStart(calendar, demand, schedule(), start)).toThrow(RangeError)
  })
})

describe('next dates', () => {
  it('start today and stop at the limit', () => {
    const found = nextDates(
      ask([
        [4, schedule()],
        [2, schedule()],
      ]),
      2,
    )
    expect(found).toEqual([
      {
        date: '2026-11-20',
        firstStart: at('2026-11-20T09:00:00-03:00'),
        firstStartText: '2026-11-20T09:00:00-03:00',
        slotCount: 2,
        professionalIds: [2, 4],
        firstStarts: new Map([
          [2, at('2026-11-20T09:00:00-03:00')],
          [4, at('2026-11-20T09:00:00-03:00')],
        ]),
      },
      {
        date: '2026-11-21',
        firstStart: at('2026-11-21T09:00:00-03:00'),
        firstStartText: '2026-11-21T09:00:00-03:00',
        slotCount: 2,
        professionalIds: [2, 4],
        firstStarts: new Map([
          [2, at('2026-11-21T09:00:00-03:00')],
          [4, at('2026-11-21T09:00:00-03:00')],
        ]),
      },
    ])
  })

  it('look 180 days ahead and no further', () => {
    const opened = (date: string) =>
      schedule({ weekly: [], overrides: new Map([[date, [{ opens: 540, closes: 600 }]]]) })
    const dates = (date: string, changes: Partial<Demand> = {}) =>
      nextDates(ask([[1, opened(date)]], changes), 3).map((found) => found.date)
    expect(dates('2027-05-19')).toEqual(['2027-05-19'])
    expect(dates('2027-05-20')).toEqual([])
    expect(dates('2026-12-20', { maxAdvanceDays: 30 })).toEqual(['2026-12-20'])
    expect(dates('2026-12-21', { maxAdvanceDays: 30 })).toEqual([])
  })

  it('are far apart where most dates are taken', () => {
    const busy = [
      {
        ...taken('2026-11-20T00:00:00-03:00', '2027-03-01T00:00:00-03:00'),
        kind: 'blocked' as const,
      },
    ]
    const found = nextDates(ask([[1, schedule({ busy })]]), 10)
    expect(found.map(({ date }) => date)).toEqual(
      Array.from({ length: 10 }, (_, day) => `2027-03-${String(day + 1).padStart(2, '0')}`),
    )
  })

  it.each([0, -1, 1.5, Number.NaN])('refuse a limit of %d', (limit) => {
    expect(() => nextDates(ask([[1, schedule()]]), limit)).toThrow(RangeError)
  })
})

it('names the statuses that take time', () => {
  expect(BLOCKING_STATUSES).toEqual(['PENDING', 'CONFIRMED', 'COMPLETED'])
})
