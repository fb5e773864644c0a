import { isTimeZone } from '@scheduling/availability'
import * as fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { readBusyTimes } from './busy-times.ts'
import type { BusyReader, BusyWindow } from './found-times.ts'
import { CalendarFault } from './components.ts'
import { WINDOWS_ZONES } from './windows-zones.ts'

const WINDOW: BusyWindow = {
  from: Date.parse('2026-11-20T00:00:00-03:00'),
  until: Date.parse('2027-11-20T00:00:00-03:00'),
  timeZone: 'America/Sao_Paulo',
}

/** What a file costs, however busy the machine is. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const READER: BusyReader = {
  bounds: { entries: 20_000, occurrences: 20_000, busyTimes: 5000, milliseconds: 20_000 },
  isOwn: (uid) => uid.endsWith('@own.example'),
  elapsedMs: cpuMs,
  othersTurn: async () => undefined,
}

const event = (...lines: readonly string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']
/** Of lines by the hundred thousand: more than a call has arguments. */
const entryOf = (lines: readonly string[]) => ['BEGIN:VEVENT', 'UID:a'].concat(lines, 'END:VEVENT')
const calendar = (...lines: readonly (readonly string[])[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines.flat(), 'END:VCALENDAR', ''].join('\r\n')

/** As `2026-11-23T12:00:00Z/13:00:00Z`; the date of the end where it is another one. */
async function busyIn(text: string, window = WINDOW, reader = READER): Promise<string[]> {
  const { busy } = await readBusyTimes(text, window, reader)
  const written = (ms: number) => new Date(ms).toISOString().replace('.000', '')
  return busy.map(({ start, end }) => {
    const [from, until] = [written(start), written(end)]
    return `${from}/${from.slice(0, 10) === until.slice(0, 10) ? until.slice(11) : until}`
  })
}

const busyOf = (...lines: readonly string[]) => busyIn(calendar(event('UID:a', ...lines)))

async function faultOf(text: string, reader = READER): Promise<string> {
  try {
    await readBusyTimes(text, WINDOW, reader)
    return 'none'
  } catch (error) {
    if (error instanceof CalendarFault) return error.code
    throw error
  }
}

/** As Outlook describes a zone under a name of its own. */
const EASTERN = [
  'BEGIN:VTIMEZONE',
  'TZID:Eastern Standard Time',
  'BEGIN:STANDARD',
  'DTSTART:16010101T020000',
  'TZOFFSETFROM:-0400',
  'TZOFFSETTO:-0500',
  'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=1SU;BYMONTH=11',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010101T020000',
  'TZOFFSETFROM:-0500',
  'TZOFFSETTO:-0400',
  'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=2SU;BYMONTH=3',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
]

describe('a busy time', () => {
  it('is that of its zone: UTC, a known one, one of the file, none, and one that no one knows', async () => {
    expect(await busyOf('DTSTART:20261123T120000Z', 'DTEND:20261123T130000Z')).toEqual([
      '2026-11-23T12:00:00Z/13:00:00Z',
    ])
    expect(await busyOf('DTSTART;TZID=Europe/Lisbon:20261123T120000', 'DURATION:PT45M')).toEqual([
      '2026-11-23T12:00:00Z/12:45:00Z',
    ])
    expect(
      await busyOf(
        'DTSTART;TZID="/example.org/2021/America/New_York":20261123T120000',
        'DTEND;TZID=America/New_York:20261123T130000',
      ),
    ).toEqual(['2026-11-23T17:00:00Z/18:00:00Z'])
    for (const start of ['DTSTART:20261123T090000', 'DTSTART;TZID=Nowhere/Land:20261123T090000']) {
      expect(await busyOf(start, 'DURATION:PT1H')).toEqual(['2026-11-23T12:00:00Z/13:00:00Z'])
    }
    const outlook = (date: string) =>
      busyIn(
        calendar(
          event('UID:a', `DTSTART;TZID=Eastern Standard Time:${date}T090000`, 'DURATION:PT1H'),
          EASTERN,
        ),
      )
    expect(await outlook('20261123')).toEqual(['2026-11-23T14:00:00Z/15:00:00Z'])
    expect(await outlook('20270313')).toEqual(['2027-03-13T14:00:00Z/15:00:00Z'])
    expect(await outlook('20270314')).toEqual(['2027-03-14T13:00:00Z/14:00:00Z'])
    expect(await outlook('20271106')).toEqual(['2027-11-06T13:00:00Z/14:00:00Z'])
  })

  it('keeps its hour on the clock where summer time begins and ends', async () => {
    const weekly = await busyOf(
      'DTSTART;TZID=America/New_York:20270307T093000',
      'DURATION:PT30M',
      'RRULE:FREQ=WEEKLY;COUNT=3',
    )
    expect(weekly).toEqual([
      '2027-03-07T14:30:00Z/15:00:00Z',
      '2027-03-14T13:30:00Z/14:00:00Z',
      '2027-03-21T13:30:00Z/14:00:00Z',
    ])
    // Skipped by the clock: the offset before counts. Shown twice: the first.
    const odd = (start: string) =>
      busyOf(`DTSTART;TZID=America/New_York:${start}`, 'DURATION:PT10M')
    expect(await odd('20270314T023000')).toEqual(['2027-03-14T07:30:00Z/07:40:00Z'])
    expect(await odd('20271107T013000')).toEqual(['2027-11-07T05:30:00Z/05:40:00Z'])
  })

  it('of whole days is that of the days of the organization, however long they are', async () => {
    expect(await busyOf('DTSTART;VALUE=DATE:20261124', 'DTEND;VALUE=DATE:20261126')).toEqual([
      '2026-11-24T03:00:00Z/2026-11-26T03:00:00Z',
    ])
    expect(await busyOf('DTSTART;VALUE=DATE:20261124')).toEqual([
      '2026-11-24T03:00:00Z/2026-11-25T03:00:00Z',
    ])
    const text = calendar(event('UID:a', 'DTSTART;VALUE=DATE:20270314', 'RRULE:FREQ=YEARLY'))
    expect(await busyIn(text, { ...WINDOW, timeZone: 'America/New_York' })).toEqual([
      '2027-03-14T05:00:00Z/2027-03-15T04:00:00Z',
    ])
  })

  it('has the zone that its name means, with the escapes of Exchange and by the names of Windows', async () => {
    const start = (zone: string) => `DTSTART;TZID="${zone}":20261207T180000`
    const named = (id: string) =>
      EASTERN.map((line) => (line.startsWith('TZID:') ? `TZID:${id}` : line))
    const inside = '(UTC-05:00) Bogota, Lima, Quito'
    for (const [described, used] of [
      ['(UTC-05:00) Bogota\\, Lima\\, Quito', inside],
      ['(UTC-05:00) Bogota\\, Lima\\, Quito', '(UTC-05:00) Bogota\\, Lima\\, Quito'],
      [inside, inside],
    ] as const) {
      const text = calendar(named(described), event('UID:a', start(used), 'DURATION:PT1H'))
      expect(await busyIn(text)).toEqual(['2026-12-07T23:00:00Z/2026-12-08T00:00:00Z'])
    }
    expect(
      await busyOf('DTSTART;TZID=W. Europe Standard Time:20261209T180000', 'DURATION:PT1H'),
    ).toEqual(['2026-12-09T17:00:00Z/18:00:00Z'])
    // What the file says of a name comes first.
    const own = calendar(
      named('W. Europe Standard Time'),
      event('UID:a', start('W. Europe Standard Time'), 'DURATION:PT1H'),
    )
    expect(await busyIn(own)).toEqual(['2026-12-07T23:00:00Z/2026-12-08T00:00:00Z'])
  })

  it('knows every zone of Windows', () => {
    expect([...WINDOWS_ZONES.values()].filter((zone) => !isTimeZone(zone))).toEqual([])
    expect(WINDOWS_ZONES.size).toBeGreaterThan(130)
  })

  it('of a whole day without length is one day; of a time without length is unreadable', async () => {
    for (const end of ['DTEND;VALUE=DATE:20261208', 'DURATION:P0D']) {
      expect(await busyOf('DTSTART;VALUE=DATE:20261208', end)).toEqual([
        '2026-12-08T03:00:00Z/2026-12-09T03:00:00Z',
      ])
    }
    for (const lines of [
      ['DTSTART:20261123T120000Z'],
      ['DTSTART:20261123T120000Z', 'DTEND:20261123T110000Z'],
      ['DTSTART:20261123T120000Z', 'DURATION:PT0S'],
      ['DTSTART;VALUE=DATE:20261123', 'DTEND;VALUE=DATE:20261122'],
    ]) {
      const text = calendar(event('UID:a', ...lines))
      expect(await readBusyTimes(text, WINDOW, READER)).toEqual({ busy: [], unreadable: 1 })
      const free = calendar(event('UID:a', ...lines, 'TRANSP:TRANSPARENT'))
      expect(await readBusyTimes(free, WINDOW, READER)).toEqual({ busy: [], unreadable: 0 })
    }
  })

  it('is that of the newest version of its entry, by SEQUENCE and then by DTSTAMP', async () => {
    const version = (hour: number, ...lines: readonly string[]) =>
      event('UID:d', `DTSTART:20261210T${hour}0000Z`, 'DURATION:PT1H', ...lines)
    const at = (...hours: readonly number[]) =>
      hours.map((hour) => `2026-12-10T${hour}:00:00Z/${hour + 1}:00:00Z`)
    const cases = [
      [[version(12, 'SEQUENCE:1'), version(12, 'SEQUENCE:2', 'STATUS:CANCELLED')], []],
      [[version(14, 'SEQUENCE:10'), version(12, 'SEQUENCE:9')], at(14)],
      [[version(12), version(14, 'SEQUENCE:1')], at(14)],
      [[version(12, 'DTSTAMP:20261101T000000Z'), version(14, 'DTSTAMP:20261102T000000Z')], at(14)],
      [
        [
          version(12, 'SEQUENCE:2', 'DTSTAMP:20261101T000000Z'),
          version(14, 'SEQUENCE:1', 'DTSTAMP:20261102T000000Z'),
        ],
        at(12),
      ],
      // Nothing tells them apart.
      [[version(12), version(14)], at(12, 14)],
      // The newest was moved out of the window, where it is not looked at.
      [
        [
          version(12, 'SEQUENCE:1'),
          event('UID:d', 'SEQUENCE:2', 'DTSTART:20301210T120000Z', 'DTEND:20301210T130000Z'),
        ],
        [],
      ],
    ] as const
    for (const [versions, busy] of cases) expect(await busyIn(calendar(...versions))).toEqual(busy)
    // Each occurrence that was moved has versions of its own.
    const moved = (hour: number, sequence: number) =>
      version(hour, 'RECURRENCE-ID:20261210T120000Z', `SEQUENCE:${sequence}`)
    const daily = version(12, 'RRULE:FREQ=DAILY;COUNT=1', 'SEQUENCE:7')
    expect(await busyIn(calendar(daily, moved(15, 1), moved(17, 2)))).toEqual(at(17))
  })

  it('is passed over when it is free, cancelled or our own', async () => {
    const at = ['DTSTART:20261123T120000Z', 'DTEND:20261123T130000Z']
    for (const line of ['TRANSP:TRANSPARENT', 'STATUS:CANCELLED', 'transp:transparent']) {
      expect([line, await busyOf(...at, line)]).toEqual([line, []])
    }
    expect(await busyOf(...at, 'STATUS:TENTATIVE', 'TRANSP:OPAQUE')).toHaveLength(1)
    expect(await busyIn(calendar(event('UID:01abc@own.example', ...at)))).toEqual([])
  })

  it('is cut at the window, and joined with those that it touches', async () => {
    const text = calendar(
      event('UID:a', 'DTSTART:20200101T000000Z', 'DTEND:20261120T110000Z'),
      event('UID:b', 'DTSTART:20261123T120000Z', 'DURATION:PT1H'),
      event('UID:c', 'DTSTART:20261123T130000Z', 'DURATION:PT1H'),
      event('UID:d', 'DTSTART:20261123T121500Z', 'DURATION:PT15M'),
      event('UID:e', 'DTSTART:20271119T230000Z', 'DURATION:P40D'),
      event('UID:f', 'DTSTART:20301119T230000Z', 'DURATION:P40D'),
      event('UID:g', 'DTSTART:20101119T230000Z', 'DTEND:20101119T233000Z'),
    )
    expect(await busyIn(text)).toEqual([
      '2026-11-20T03:00:00Z/11:00:00Z',
      '2026-11-23T12:00:00Z/14:00:00Z',
      '2027-11-19T23:00:00Z/2027-11-20T03:00:00Z',
    ])
  })
})

describe('an entry that repeats', () => {
  const START = ['DTSTART;TZID=America/Sao_Paulo:20201123T090000', 'DURATION:PT1H']

  it('is busy at each of its times within the window, however long ago it began', async () => {
    const times = await busyOf(...START, 'RRULE:FREQ=WEEKLY;BYDAY=MO,WE')
    expect(times.slice(0, 3)).toEqual([
      '2026-11-23T12:00:00Z/13:00:00Z',
      '2026-11-25T12:00:00Z/13:00:00Z',
      '2026-11-30T12:00:00Z/13:00:00Z',
    ])
    expect(times).toHaveLength(104)
  })

  it('ends at the date, the time and the instant of UNTIL, and after COUNT', async () => {
    const last = async (rule: string) => (await busyOf(...START, `RRULE:${rule}`)).at(-1)
    expect(await last('FREQ=DAILY;UNTIL=20261125')).toBe('2026-11-25T12:00:00Z/13:00:00Z')
    expect(await last('FREQ=DAILY;UNTIL=20261125T090000')).toBe('2026-11-25T12:00:00Z/13:00:00Z')
    expect(await last('FREQ=DAILY;UNTIL=20261125T085959')).toBe('2026-11-24T12:00:00Z/13:00:00Z')
    expect(await last('FREQ=DAILY;UNTIL=20261125T120000Z')).toBe('2026-11-25T12:00:00Z/13:00:00Z')
    expect(await last('FREQ=DAILY;UNTIL=20261125T115959Z')).toBe('2026-11-24T12:00:00Z/13:00:00Z')
    expect(await last('FREQ=DAILY;COUNT=2192')).toBe('2026-11-23T12:00:00Z/13:00:00Z')
    expect(await last('FREQ=DAILY;UNTIL=20251125')).toBeUndefined()
  })

  it('is free where it was left out, moved or cancelled, and busy where it was added', async () => {
    const text = calendar(
      event(
        'UID:a',
        ...START,
        'RRULE:FREQ=DAILY;UNTIL=20261129',
        'EXDATE;TZID=America/Sao_Paulo:20261120T090000,20261121T090000',
        'EXDATE:20261122T120000Z',
        'EXDATE;VALUE=DATE:20261123',
        'RDATE;TZID=America/Sao_Paulo:20261201T150000',
        'RDATE;VALUE=PERIOD:20261202T120000Z/20261202T123000Z,20261203T120000Z/PT20M',
      ),
      event(
        'UID:a',
        'RECURRENCE-ID;TZID=America/Sao_Paulo:20261124T090000',
        'DTSTART;TZID=America/Sao_Paulo:20261124T170000',
        'DURATION:PT2H',
      ),
      event(
        'UID:a',
        'RECURRENCE-ID:20261125T120000Z',
        'DTSTART:20261125T120000Z',
        'DURATION:PT1H',
        'STATUS:CANCELLED',
      ),
      event(
        'UID:a',
        'RECURRENCE-ID:20261126T120000Z',
        'DTSTART:20261126T120000Z',
        'DURATION:PT1H',
        'TRANSP:TRANSPARENT',
      ),
      // Moved out of the window, and one of another entry.
      event('UID:a', 'RECURRENCE-ID:20261127T120000Z', 'DTSTART:20301126T120000Z', 'DURATION:PT1H'),
      event('UID:b', 'RECURRENCE-ID:20261128T120000Z', 'DTSTART:20301126T120000Z', 'DURATION:PT1H'),
    )
    expect(await busyIn(text)).toEqual([
      '2026-11-24T20:00:00Z/22:00:00Z',
      '2026-11-28T12:00:00Z/13:00:00Z',
      '2026-11-29T12:00:00Z/13:00:00Z',
      '2026-12-01T18:00:00Z/19:00:00Z',
      '2026-12-02T12:00:00Z/12:30:00Z',
      '2026-12-03T12:00:00Z/12:20:00Z',
    ])
  })

  it('agrees with what another library makes of the same rule', async () => {
    const days = fc.uniqueArray(fc.constantFrom('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'), {
      minLength: 1,
    })
    const interval = fc.integer({ min: 1, max: 5 })
    const rule = fc.oneof(
      interval.map((every) => `FREQ=DAILY;INTERVAL=${every}`),
      fc
        .tuple(interval, days)
        .map(([every, on]) => `FREQ=WEEKLY;INTERVAL=${every};BYDAY=${on.join()}`),
      interval.map((every) => `FREQ=MONTHLY;INTERVAL=${every}`),
      fc.integer({ min: 1, max: 4 }).map((week) => `FREQ=MONTHLY;BYDAY=${week}TU`),
    )
    const begin = fc.integer({ min: Date.parse('2024-01-01'), max: Date.parse('2027-03-01') })
    await fc.assert(
      fc.asyncProperty(
        rule,
        begin,
        fc.option(fc.integer({ min: 1, max: 300 })),
        async (parts, at, count) => {
          // A Tuesday, so that every rule can begin with it.
          const day = new Date(at)
          day.setUTCDate(day.getUTCDate() + ((9 - day.getUTCDay()) % 7))
          const week = Math.ceil(day.getUTCDate() / 7)
          const written = parts
            .replace(/BYDAY=\dTU/, `BYDAY=${Math.min(week, 4)}TU`)
            .replace(/BYDAY=(?!\d|.*TU)/, 'BYDAY=TU,')
          const digits = day.toISOString().slice(0, 10).replaceAll('-', '')
          fc.pre(week < 5 || !written.includes('MONTHLY;BYDAY'))
          const full = count === null ? written : `${written};COUNT=${count}`
          const text = calendar(
            event('UID:a', `DTSTART:${digits}T120000Z`, `DTEND:${digits}T121500Z`, `RRULE:${full}`),
          )
          const [part] = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
          if (part === undefined) throw new Error('no event')
          const expected: string[] = []
          const steps = new ICAL.Event(part).iterator()
          for (let next = steps.next(); next; next = steps.next()) {
            const ms = next.toJSDate().getTime()
            if (ms >= WINDOW.until) break
            if (ms + 900_000 > WINDOW.from)
              expected.push(new Date(ms).toISOString().replace('.000', ''))
          }
          expect((await busyIn(text)).map((one) => one.split('/')[0])).toEqual(expected)
        },
      ),
      { numRuns: 150 },
    )
  })
})

describe('a file that is hostile, or broken', () => {
  /** `npm test` reads a tenth of the largest files, with a tenth of the time: a cost out of proportion shows there too. */
  const PARTS = process.env['TEST_EXTENT'] === 'all' ? 1 : 10
  const EVERY_DAY = 'MO,TU,WE,TH,FR,SA,SU'
  const HOURS = Array.from({ length: 24 }, (_, hour) => hour).join()
  /** It has no date, and is looked for through all the periods that a rule may have. */
  const SLOW_RULE = 'RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30'
  const daily = (uid: number) =>
    event(`UID:${uid}`, 'DTSTART:20200101T000000Z', 'DURATION:PT1M', 'RRULE:FREQ=DAILY')

  it('is refused as a whole where it is no calendar, or not all of one', async () => {
    const good = calendar(event('UID:a', 'DTSTART:20261123T120000Z', 'DURATION:PT1H'))
    expect(await faultOf(good)).toBe('none')
    expect(await faultOf(`\uFEFF\r\n${good}\r\n\r\n${good}`)).toBe('none')
    expect(await faultOf(good.replaceAll('\r\n', '\n'))).toBe('none')
    for (const text of [
      '',
      '\r\n',
      '<!doctype html><title>Sign in</title>',
      '{}',
      'BEGIN:VEVENT',
      'END:VCALENDAR',
    ]) {
      expect([text, await faultOf(text)]).toEqual([text, 'not_a_calendar'])
    }
    for (const cut of [good.length - 3, good.length - 20, 40]) {
      expect(await faultOf(good.slice(0, cut))).toBe('incomplete')
    }
  })

  it('repeats every second for ever, or in ways that have no date: it ends soon', async () => {
    const rules: Readonly<Record<string, string>> = {
      'FREQ=SECONDLY': 'too_many_occurrences',
      'FREQ=MINUTELY': 'too_many_occurrences',
      'FREQ=HOURLY;INTERVAL=1': 'too_many_busy_times',
      'FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9;BYMINUTE=0,1,2,3,4,5,6,7,8,9': 'too_many_occurrences',
      'FREQ=DAILY;COUNT=999999999': 'too_many_occurrences',
      'FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30': 'none',
      'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30': 'none',
      'FREQ=YEARLY;BYWEEKNO=60': 'none',
      'FREQ=DAILY;BYSETPOS=3': 'none',
      [`FREQ=YEARLY;COUNT=99999;BYDAY=${EVERY_DAY};BYHOUR=${HOURS}`]: 'too_many_occurrences',
      [`FREQ=YEARLY;COUNT=9;BYDAY=${EVERY_DAY};BYHOUR=${HOURS};BYSETPOS=-1`]:
        'too_many_occurrences',
      [`FREQ=YEARLY;COUNT=x;BYDAY=${EVERY_DAY};BYHOUR=${HOURS}`]: 'too_many_occurrences',
      [`FREQ=YEARLY;COUNT=9999;BYDAY=${EVERY_DAY};BYHOUR=${HOURS};COUNT=1`]: 'none',
      'FREQ=DAILY;COUNT=1000;BYHOUR=8,14': 'none',
      [`FREQ=YEARLY;COUNT=99999;BYDAY=${EVERY_DAY}`]: 'none',
      'FREQ=DAILY;INTERVAL=0': 'none',
      'FREQ=DAILY;INTERVAL=999999999': 'none',
      'FREQ=EVERY': 'none',
      'RSCALE=CHINESE;FREQ=YEARLY': 'none',
      [`FREQ=YEARLY;BYYEARDAY=${Array.from({ length: 366 }, (_, day) => day + 1).join()}`]: 'none',
    }
    for (const [rule, code] of Object.entries(rules)) {
      const started = cpuMs()
      const text = calendar(
        event('UID:a', 'DTSTART:19700101T000000Z', 'DURATION:PT1S', `RRULE:${rule}`),
      )
      expect([rule, await faultOf(text)]).toEqual([rule, code])
      expect(cpuMs() - started).toBeLessThan(2000)
    }
  })

  it('has more entries, occurrences, busy times or work than there may be', async () => {
    const many = (bounds: Partial<BusyReader['bounds']>, text: string) =>
      faultOf(text, { ...READER, bounds: { ...READER.bounds, ...bounds } })
    const text = calendar(daily(1), daily(2))
    expect(await many({ entries: 2 }, text)).toBe('none')
    expect(await many({ entries: 1 }, text)).toBe('too_many_entries')
    expect(await many({ occurrences: 740 }, text)).toBe('none')
    expect(await many({ occurrences: 700 }, text)).toBe('too_many_occurrences')
    expect(await many({ busyTimes: 366 }, text)).toBe('none')
    expect(await many({ busyTimes: 300 }, text)).toBe('too_many_busy_times')
    expect(await many({ milliseconds: -1 }, text)).toBe('too_complex')
    const dates = `EXDATE:${'20261124T120000Z,'.repeat(3000)}20261125T120000Z`
    const left = calendar(event('UID:a', 'DTSTART:20261123T120000Z', 'DURATION:PT1H', dates, dates))
    expect(await many({}, left)).toBe('too_complex')
  })

  it('counts on from more than a century ago: it is refused', async () => {
    const since = (year: number) =>
      calendar(
        event('UID:a', `DTSTART:${year}0101T000000Z`, 'DURATION:PT1S', 'RRULE:FREQ=YEARLY;COUNT=9'),
      )
    expect(await faultOf(since(1927))).toBe('none')
    expect(await faultOf(since(1926))).toBe('too_many_occurrences')
  })

  it('has more rules in one entry than there may be, in a file of five megabytes: it ends soon', async () => {
    const entry = (rules: readonly string[]) =>
      calendar(entryOf(['DTSTART:20261124T120000Z', 'DURATION:PT1M'].concat(rules)))
    const rule = 'RRULE:FREQ=DAILY;COUNT=2'
    expect(await faultOf(entry(Array<string>(5).fill(rule)))).toBe('none')
    expect(await faultOf(entry(Array<string>(6).fill(rule)))).toBe('too_complex')
    for (const text of [
      entry(Array<string>(300_000 / PARTS).fill('RRULE:FREQ=DAILY')),
      entry(Array<string>(100_000 / PARTS).fill(SLOW_RULE)),
    ]) {
      const started = cpuMs()
      expect(await faultOf(text)).toBe('too_complex')
      expect(cpuMs() - started).toBeLessThan(2000)
    }
  })

  it('has slow rules in many entries: the work ends within one rule of its bound', async () => {
    const slow = event(
      'UID:a',
      'DTSTART:20261124T120000Z',
      'DURATION:PT1M',
      ...Array<string>(5).fill(SLOW_RULE),
    )
    const text = calendar(...Array<readonly string[]>(15_000 / PARTS).fill(slow))
    const bounds = { ...READER.bounds, milliseconds: 1500 / PARTS }
    const reading = cpuMs()
    const empty = text.replaceAll(SLOW_RULE, 'X:'.padEnd(SLOW_RULE.length))
    expect(await faultOf(empty)).toBe('none')
    const started = cpuMs()
    expect(started - reading).toBeLessThan(1500)
    let turns = 0
    const othersTurn = async () => {
      turns += 1
    }
    expect(await faultOf(text, { ...READER, bounds, othersTurn })).toBe('too_complex')
    expect(cpuMs() - started).toBeLessThan(1500 / PARTS + 1000)
    expect(turns).toBeGreaterThan(0)
  })

  it('counts occurrences after each rule of an entry', async () => {
    const rules = Array<string>(5).fill('RRULE:FREQ=DAILY')
    const text = calendar(event('UID:a', 'DTSTART:20200101T000000Z', 'DURATION:PT1M', ...rules))
    let turns = 0
    const bounds = { ...READER.bounds, occurrences: 400 }
    const othersTurn = async () => {
      turns += 1
    }
    let now = 0
    const elapsedMs = () => (now += 11)
    const fault = await faultOf(text, { ...READER, bounds, othersTurn, elapsedMs })
    expect(fault).toBe('too_many_occurrences')
    // After the entry was read, and after its first rule: the second one is too much.
    expect(turns).toBe(2)
  })

  it('counts what cannot be read, and reads the rest', async () => {
    const text = calendar(
      event('UID:a', 'DTSTART:20261123T120000Z', 'DURATION:PT1H'),
      event('UID:b'),
      event('UID:c', 'DTSTART:yesterday', 'DURATION:PT1H'),
      event('UID:d', 'DTSTART:20261124T120000Z', 'DURATION:PT1H', 'RRULE:FREQ=NEVER'),
      event('UID:e', 'DTSTART:20261125T120000Z', 'DURATION:forever'),
      event('UID:f', 'DTSTART;VALUE=DATE:99999999', 'DTEND;VALUE=DATE:0'),
      event('UID:g', 'DTSTART:00010101T000000Z', 'DTEND:99991231T000000Z', 'RRULE:FREQ=DAILY'),
    )
    const read = await readBusyTimes(text, WINDOW, READER)
    expect(read.busy).toHaveLength(2)
    expect(read.unreadable).toBe(6)
  })

  it('nests, and hides entries in entries and alarms: those are none', async () => {
    const text = calendar(
      event(
        'UID:a',
        'DTSTART:20261123T120000Z',
        'BEGIN:VALARM',
        'DTSTART:20261124T120000Z',
        'DURATION:PT9H',
        'END:VALARM',
        ...event('UID:b', 'DTSTART:20261125T120000Z', 'DURATION:PT1H'),
        'DURATION:PT1H',
      ),
      ['BEGIN:VTODO', 'DTSTART:20261126T120000Z', 'DURATION:PT1H', 'END:VTODO'],
    )
    expect(await busyIn(text)).toEqual(['2026-11-23T12:00:00Z/13:00:00Z'])
    const deep = 100_000 / PARTS
    const nested = ['BEGIN:X\n'.repeat(deep), 'END:X\n'.repeat(deep)].join('')
    expect(await faultOf(`BEGIN:VCALENDAR\n${nested}END:VCALENDAR`)).toBe('none')
  })

  it('describes zones that cannot be, or that would never end', async () => {
    const at = event('UID:a', 'DTSTART;TZID=Bad:20261123T090000', 'DURATION:PT1H')
    const zone = (...lines: readonly string[]) => [
      'BEGIN:VTIMEZONE',
      'TZID:Bad',
      'BEGIN:STANDARD',
      ...lines,
      'END:STANDARD',
      'END:VTIMEZONE',
    ]
    const offsets = ['TZOFFSETFROM:-0300', 'TZOFFSETTO:-0300']
    for (const bad of [
      zone('DTSTART:19700101T000000', ...offsets, 'RRULE:FREQ=SECONDLY'),
      zone('DTSTART:19700101T000000', 'TZOFFSETFROM:x', 'TZOFFSETTO:+9999999'),
      zone('DTSTART:tomorrow', ...offsets),
      zone(...offsets),
      ['BEGIN:VTIMEZONE', 'TZID:Bad', 'END:VTIMEZONE'],
      ['BEGIN:VTIMEZONE', 'END:VTIMEZONE'],
    ]) {
      expect(await busyIn(calendar(bad, at))).toEqual(['2026-11-23T12:00:00Z/13:00:00Z'])
    }
  })

  it('describes zones at great length: it ends soon', async () => {
    const part = (lines: readonly string[]) =>
      [
        'BEGIN:STANDARD',
        'DTSTART:20000101T000000',
        'TZOFFSETFROM:-0300',
        'TZOFFSETTO:-0300',
      ].concat(lines, 'END:STANDARD')
    const zone = (name: string, ...parts: readonly (readonly string[])[]) =>
      ['BEGIN:VTIMEZONE', `TZID:${name}`].concat(parts.flat(), 'END:VTIMEZONE')
    const at = (name: string) =>
      event('UID:a', `DTSTART;TZID=${name}:20261123T090000`, 'DURATION:PT1H')
    const counted = `RRULE:FREQ=WEEKLY;COUNT=99999;BYDAY=${EVERY_DAY};BYSETPOS=5`
    const slow = part(Array<string>(5).fill(counted))
    const long = zone('Bad', ...Array<readonly string[]>(100).fill(slow))
    const names = Array.from({ length: 150 }, (_, index) => `Bad${index}`)
    const texts: Readonly<Record<string, readonly [string, string]>> = {
      'rules in a part': [
        calendar(zone('Bad', part(Array<string>(100_000).fill(SLOW_RULE))), at('Bad')),
        'too_complex',
      ],
      'dates in a part': [
        calendar(
          zone('Bad', part(Array<string>(220_000).fill('RDATE:20261124T120000'))),
          at('Bad'),
        ),
        'too_complex',
      ],
      'parts of a zone': [calendar(long, at('Bad')), 'too_complex'],
      'zones of an entry': [
        calendar(
          ...names.map((name) => zone(name, ...Array<readonly string[]>(20).fill(slow))),
          event(
            'UID:a',
            'DTSTART:20261123T090000Z',
            'DURATION:PT1H',
            ...names.map((name) => `RDATE;TZID=${name}:20261124T120000`),
          ),
        ),
        'too_complex',
      ],
      'a rule that changes the clock every day': [
        calendar(
          zone(
            'Bad',
            ...Array<readonly string[]>(10).fill(
              part(['RRULE:FREQ=DAILY', 'RRULE:FREQ=DAILY;BYHOUR=1']),
            ),
          ),
          at('Bad'),
        ),
        'none',
      ],
    }
    for (const [name, [text, code]] of Object.entries(texts)) {
      const started = cpuMs()
      expect([name, await faultOf(text)]).toEqual([name, code])
      expect(cpuMs() - started).toBeLessThan(5000)
    }
  })

  it('costs in proportion to its size: very many lines, a very long line, lines without end', async () => {
    const texts = {
      'many lines': `BEGIN:VCALENDAR\n${'X:1\n'.repeat(1_000_000 / PARTS)}END:VCALENDAR`,
      'one line': `BEGIN:VCALENDAR\nX:${'x'.repeat(10_000_000 / PARTS)}\nEND:VCALENDAR`,
      'one folded line': `BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a${'\n x'.repeat(2_000_000 / PARTS)}\nEND:VEVENT\nEND:VCALENDAR`,
      'many exceptions': calendar(
        ...Array.from({ length: 60 / PARTS }, (_, index) =>
          event(
            `UID:${index}`,
            'DTSTART:20261123T120000Z',
            'DURATION:PT1H',
            'RRULE:FREQ=DAILY;COUNT=5',
            `EXDATE:${'20261124T120000Z,'.repeat(3500)}20261125T120000Z`,
          ),
        ),
      ),
      'many zones': calendar(
        ...Array.from({ length: 3000 / PARTS }, (_, index) =>
          event('UID:a', `DTSTART;TZID=Zone${index}:20261123T090000`, 'DURATION:PT1H'),
        ),
      ),
      'many entries': calendar(
        ...Array.from({ length: 19_999 / PARTS }, (_, index) =>
          event(`UID:${index}`, 'DTSTART:20261123T120000Z', 'DURATION:PT1H'),
        ),
      ),
    }
    for (const [name, text] of Object.entries(texts)) {
      const started = cpuMs()
      await readBusyTimes(text, WINDOW, READER)
      const ms = cpuMs() - started
      expect([name, ms < 8000 / PARTS]).toEqual([name, true])
    }
  })

  it('is any text at all: it is read, or refused with a reason', async () => {
    const word = fc.constantFrom(
      'BEGIN:',
      'END:',
      'VCALENDAR',
      'VEVENT',
      'VTIMEZONE',
      'STANDARD',
      '\r\n',
      '\n',
      '\n ',
      ':',
      ';',
      ',',
      '"',
      '=',
      'DTSTART',
      'DTEND',
      'DURATION:PT1H',
      'DTSTART:20261123T120000Z',
      'DTSTART;VALUE=DATE:20261123',
      'RRULE:FREQ=DAILY',
      'RDATE;VALUE=PERIOD:',
      'EXDATE',
      'RECURRENCE-ID',
      'TZID=',
      'TZOFFSETFROM:',
      '-0300',
      '20261123T120000',
      'UID:a',
      '\u0000',
      '\ud800',
      'P',
      '-1',
      '99999999T999999',
    )
    const soup = fc.array(word, { maxLength: 60 }).map((words) => words.join(''))
    const line = fc
      .array(word, { maxLength: 5 })
      .map((words) => words.join('').replaceAll(/[\r\n]/g, ''))
    const shaped = fc
      .array(line, { maxLength: 8 })
      .map((lines) => calendar(event('UID:a', ...lines)))
    await fc.assert(
      fc.asyncProperty(fc.oneof(soup, shaped), async (text) => {
        expect(await faultOf(text)).toMatch(/^[a-z_]+$/)
      }),
      { numRuns: 2000 / PARTS },
    )
  })
})
