import { describe, expect, it } from 'vitest'
import { isTimeZone, spelledTimeZone, zoneOf } from './zone.ts'

const DAY = 86_400_000
const at = (text: string) => Date.parse(text)

/** The wall clock as the parts of a formatted date say it, in milliseconds as if it were UTC. */
function wallClock(format: Intl.DateTimeFormat, instant: number): number {
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]))
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type))
  const time = [part('hour'), part('minute'), part('second')] as const
  return Date.UTC(part('year'), part('month') - 1, part('day'), ...time)
}

describe('offsets', () => {
  it('are those of the zone database, in every zone, around every change of a year', () => {
    for (const timeZone of Intl.supportedValuesOf('timeZone')) {
      const zone = zoneOf(timeZone)
      const format = new Intl.DateTimeFormat('en-US', {
        timeZone,
        hourCycle: 'h23',
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
      })
      const changes: number[] = []
      for (let instant = at('2026-01-01T00:00Z'); instant < at('2027-01-01T00:00Z');) {
        const stretch = zone.stretchAt(instant)
        if (zone.offsetAt(stretch.until) !== stretch.offset) changes.push(stretch.until)
        instant = stretch.until
      }
      const old = [-3e12, -2.2e12, -1.6e12, -8e11, -1e11, 3e11, 971_000_000_000, 4e12]
      const beside = changes.flatMap((change) => [change - 1000, change, change + 1000])
      for (const instant of [...old, ...beside]) {
        expect(zone.offsetAt(instant), `${timeZone} at ${instant}`).toBe(
          wallClock(format, instant) - instant,
        )
      }
    }
  })

  it('keep two changes that lie a week apart', () => {
    // Recife tried summer time from 8 to 15 October 2000.
    const zone = zoneOf('America/Recife')
    const hours = (text: string) => zone.offsetAt(at(text)) / 3_600_000
    expect(hours('2000-10-08T02:59:59Z')).toBe(-3)
    expect(hours('2000-10-08T03:00:00Z')).toBe(-2)
    expect(hours('2000-10-15T01:59:59Z')).toBe(-2)
    expect(hours('2000-10-15T02:00:00Z')).toBe(-3)
  })

  it('reach from the first to the last instant there is, and no further', () => {
    const zone = zoneOf('America/Sao_Paulo')
    expect(zone.offsetAt(-8.64e15)).toBe(-11_188_000)
    expect(zone.offsetAt(8.64e15)).toBe(-10_800_000)
    for (const none of [8.64e15 + 1, -8.64e15 - 1, Number.NaN, Infinity]) {
      expect(() => zone.offsetAt(none)).toThrow(RangeError)
    }
  })

  it('stay right when more chunks are asked for than are kept', () => {
    const zone = zoneOf('Europe/Paris')
    const offsets = () =>
      Array.from({ length: 200 }, (_, year) => zone.offsetAt(Date.UTC(1900 + year, 6, 1)))
    expect(offsets()).toEqual(offsets())
    expect(zone.offsetAt(at('2026-07-01T00:00Z'))).toBe(7_200_000)
  })
})

describe('the instant of a wall-clock time', () => {
  it.each([
    ['America/Sao_Paulo', '2026-11-23T09:00', '2026-11-23T12:00Z'],
    ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:00Z'], // in the gap: the transition
    ['America/New_York', '2026-03-08T03:00', '2026-03-08T07:00Z'],
    ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30Z'], // twice: the first
    ['America/New_York', '2026-11-01T02:00', '2026-11-01T07:00Z'],
    ['Pacific/Apia', '2011-12-30T15:00', '2011-12-30T10:00Z'], // a skipped date: its end
    ['Pacific/Kwajalein', '1969-09-30T12:00', '1969-09-30T01:00Z'], // a date that came twice
    ['America/St_Johns', '2010-11-07T00:00', '2010-11-07T02:30Z'], // before it went back
    ['America/St_Johns', '2010-11-07T00:30', '2010-11-07T04:00Z'], // after
  ])('%s %s is %s', (timeZone, wall, instant) => {
    expect(zoneOf(timeZone).instantOf(at(`${wall}Z`))).toBe(at(instant))
  })

  it('is the first whose clock is not before it, minute by minute around a change', () => {
    for (const [timeZone, change] of [
      ['Australia/Lord_Howe', '2026-10-03T15:30Z'],
      ['America/St_Johns', '2010-11-07T02:31Z'],
      ['Africa/Monrovia', '1972-01-07T00:44:30Z'],
      ['Antarctica/Troll', '2026-03-29T01:00Z'],
    ] as const) {
      const zone = zoneOf(timeZone)
      const first = at(change) - DAY / 4
      for (let minute = 0; minute < 720; minute += 7) {
        const wall = first + zone.offsetAt(first) + minute * 60_000
        let slow = first
        while (slow + zone.offsetAt(slow) < wall) slow += 10_000
        expect(zone.instantOf(wall), `${timeZone} ${minute}`).toBe(slow)
      }
    }
  })
})

describe('the instants of local dates', () => {
  const texts = (timeZone: string, first: string, last = first) =>
    zoneOf(timeZone)
      .instantsOfDays(at(first) / DAY, at(last) / DAY)
      .map(({ start, end }) => `${new Date(start).toISOString()} ${(end - start) / 60_000}`)

  it('are one stretch as a rule, whatever the cache is cut into', () => {
    expect(texts('America/Sao_Paulo', '2020-01-01', '2026-12-31')).toEqual([
      `2020-01-01T03:00:00.000Z ${2557 * 1440}`,
    ])
  })

  it('are two where the clock goes back over midnight', () => {
    expect(texts('America/St_Johns', '2010-11-06')).toEqual([
      '2010-11-06T02:30:00.000Z 1440',
      '2010-11-07T02:31:00.000Z 59',
    ])
    expect(texts('America/St_Johns', '2010-11-07')).toEqual([
      '2010-11-07T02:30:00.000Z 1',
      '2010-11-07T03:30:00.000Z 1440',
    ])
  })

  it('are none for a date that was skipped', () => {
    expect(texts('Pacific/Apia', '2011-12-30')).toEqual([])
  })
})

describe('names', () => {
  it.each(['America/Sao_Paulo', 'UTC', 'Etc/GMT+3', 'america/sao_paulo', 'Europe/Kyiv'])(
    '%s is a zone',
    (name) => expect(isTimeZone(name)).toBe(true),
  )

  it.each([
    '',
    '-03:00',
    '+0300',
    'Z',
    'GMT+3',
    'America/Atlantis',
    'local',
    'A'.repeat(1000),
    'UTC\0',
  ])('%j is none', (name) => {
    expect(isTimeZone(name)).toBe(false)
    expect(() => zoneOf(name)).toThrow(RangeError)
  })

  it('may be more than the cache keeps', () => {
    const names = Intl.supportedValuesOf('timeZone')
    expect(names.length).toBeGreaterThan(300)
    const offsets = () => names.map((name) => zoneOf(name).offsetAt(0))
    expect(offsets()).toEqual(offsets())
  })
})

describe('spelledTimeZone', () => {
  it.each([
    ['america/sao_paulo', 'America/Sao_Paulo'],
    ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    ['America/Sao_Paulo', 'America/Sao_Paulo'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['America/Port_of_Spain', 'America/Port_of_Spain'],
    ['utc', 'UTC'],
    ['etc/gmt+3', 'Etc/GMT+3'],
    ['Nowhere/Land', 'Nowhere/Land'],
  ])('%s is %s', (name, spelled) => expect(spelledTimeZone(name)).toBe(spelled))
})
