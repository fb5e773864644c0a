import * as fc from 'fast-check'
import type { BusyTime, Calendar, DayPiece, Demand, Schedule } from '../src/index.ts'
import { clockTable, dateAfter, type ClockTable } from './brute-force.ts'

const DAY = 86_400_000

/**
 * Zones and dates at which clocks did something worth a mistake. Each gets a table of the
 * twelve days around its date, made when first asked for.
 */
export const SCENES: readonly { timeZone: string; date: string; tickMs?: number }[] = [
  { timeZone: 'America/Sao_Paulo', date: '2026-11-23' },
  { timeZone: 'America/Sao_Paulo', date: '2018-11-04' }, // midnight does not exist
  { timeZone: 'America/Sao_Paulo', date: '2018-02-18' }, // 23:00 comes twice
  { timeZone: 'America/New_York', date: '2026-03-08' },
  { timeZone: 'America/New_York', date: '2026-11-01' },
  { timeZone: 'America/St_Johns', date: '2010-11-07' }, // back from 00:01 to 23:01 of the day before
  { timeZone: 'America/St_Johns', date: '2010-03-14' }, // 00:01 becomes 01:01
  { timeZone: 'America/Santiago', date: '2026-09-06' }, // midnight does not exist
  { timeZone: 'America/Santiago', date: '2026-04-05' },
  { timeZone: 'Africa/Cairo', date: '2026-04-24' },
  { timeZone: 'Africa/Cairo', date: '2026-10-30' },
  { timeZone: 'Australia/Lord_Howe', date: '2026-10-04' }, // half an hour
  { timeZone: 'Australia/Lord_Howe', date: '2026-04-05' },
  { timeZone: 'Antarctica/Troll', date: '2026-03-29' }, // two hours
  { timeZone: 'Pacific/Apia', date: '2011-12-30' }, // a date that was skipped
  { timeZone: 'Pacific/Kwajalein', date: '1969-09-30' }, // 23 hours come twice
  { timeZone: 'Africa/Monrovia', date: '1972-01-07', tickMs: 30_000 }, // from -00:44:30 to UTC
  { timeZone: 'Asia/Kathmandu', date: '1986-01-01' }, // from +05:30 to +05:45
  { timeZone: 'Atlantic/Azores', date: '2026-10-25' }, // 00:00 comes twice
  { timeZone: 'America/Nuuk', date: '2026-03-29' }, // 23:00 becomes 00:00 of the next date
]

export type Question = {
  table: ClockTable
  calendar: Calendar
  demand: Demand
  schedules: ReadonlyMap<number, Schedule>
  window: { from: string; to: string }
}

const tables = new Map<number, ClockTable>()

function tableOf(index: number): ClockTable {
  const scene = SCENES[index]
  const known = tables.get(index)
  if (known !== undefined || scene === undefined) return known ?? tableOf(0)
  const noon = Date.parse(`${scene.date}T12:00:00Z`)
  const table = clockTable(scene.timeZone, noon - 4.5 * DAY, noon + 7.5 * DAY, scene.tickMs)
  tables.set(index, table)
  return table
}

/** Hours that often touch, overlap, cross midnight or hug the small hours where clocks change. */
const minute = fc.oneof(
  fc.integer({ min: 0, max: 287 }).map((fives) => fives * 5),
  fc.constantFrom(0, 0, 15, 30, 60, 90, 120, 150, 180, 540, 720, 780, 1080, 1320, 1380, 1410, 1439),
)
const dayPiece: fc.Arbitrary<DayPiece> = fc.record({
  opens: minute,
  closes: fc.oneof(minute, fc.constant(1440)),
})
const dayPieces = fc.oneof(
  fc.array(dayPiece, { maxLength: 3 }),
  fc.constant([{ opens: 0, closes: 1440 }]),
  fc.constant([{ opens: 1320, closes: 240 }]),
)
const bufferMinutes = fc.oneof(fc.constant(0), fc.constantFrom(5, 10, 15, 30, 60), fc.nat(200))

function busyTime(middle: number): fc.Arbitrary<BusyTime> {
  const taken = {
    // Quarters of an hour mostly, so that seats and touching ends come up; odd seconds too.
    start: fc.oneof(
      fc.integer({ min: -288, max: 384 }).map((quarters) => middle + quarters * 900_000),
      fc.integer({ min: -3 * DAY, max: 4 * DAY }).map((ms) => middle + ms),
    ),
    length: fc.oneof(
      fc.constantFrom(0, 15, 30, 30, 60, 90, 240, 2880).map((minutes) => minutes * 60_000),
      fc.integer({ min: -1000, max: DAY }),
    ),
    bufferBeforeMinutes: bufferMinutes,
    bufferAfterMinutes: bufferMinutes,
  }
  const placed = <T extends { start: number; length: number }>({ length, ...rest }: T) => ({
    ...rest,
    end: rest.start + length,
  })
  return fc.oneof(
    {
      weight: 3,
      arbitrary: fc
        .record({
          ...taken,
          kind: fc.constant('appointment' as const),
          id: fc.integer({ min: 1, max: 6 }),
          serviceId: fc.constantFrom(1, 1, 2, null),
        })
        .map(placed),
    },
    {
      weight: 1,
      arbitrary: fc.record({ ...taken, kind: fc.constant('blocked' as const) }).map(placed),
    },
  )
}

function scheduleAround(date: string, middle: number): fc.Arbitrary<Schedule> {
  return fc.record({
    weekly: fc.array(dayPieces, { minLength: 7, maxLength: 7 }),
    overrides: fc
      .array(fc.tuple(fc.integer({ min: -3, max: 5 }), dayPieces), { maxLength: 2 })
      .map((entries) => new Map(entries.map(([days, pieces]) => [dateAfter(date, days), pieces]))),
    busy: fc.array(busyTime(middle), { maxLength: 8 }),
  })
}

/** A question about one to three professionals, near a scene. */
export const arbitraryQuestion: fc.Arbitrary<Question> = fc
  .nat(SCENES.length - 1)
  .chain((index) => {
    const table = tableOf(index)
    const date = SCENES[index]?.date ?? ''
    const middle = table.from + 4.5 * DAY
    return fc.record({
      table: fc.constant(table),
      calendar: fc.record({
        timeZone: fc.constant(table.timeZone),
        holidays: fc
          .array(fc.integer({ min: -3, max: 5 }), { maxLength: 2 })
          .map((days) => new Set(days.map((count) => dateAfter(date, count)))),
        now: fc.oneof(
          fc.integer({ min: -4 * 96, max: 3 * 96 }).map((quarters) => middle + quarters * 900_000),
          fc.integer({ min: -4 * DAY, max: 3 * DAY }).map((ms) => middle + ms),
        ),
      }),
      demand: fc.record({
        durationMinutes: fc.oneof(
          fc.constantFrom(5, 15, 30, 45, 60, 90, 120),
          fc.integer({ min: 1, max: 600 }),
          fc.integer({ min: 600, max: 4000 }),
        ),
        bufferBeforeMinutes: bufferMinutes,
        bufferAfterMinutes: bufferMinutes,
        slotIntervalMinutes: fc.oneof(
          fc.constantFrom(15, 20, 30, 45, 60, 1440),
          fc.integer({ min: 5, max: 1440 }),
        ),
        minAdvanceMinutes: fc.oneof(fc.constant(0), fc.nat(3000)),
        maxAdvanceDays: fc.oneof(fc.constant(null), fc.nat(6)),
        capacity: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 3 })),
        serviceId: fc.constantFrom(1, 1, 1, null),
        excludeAppointmentId: fc.constantFrom(null, null, 3),
      }),
      schedules: fc
        .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 40 }), scheduleAround(date, middle)), {
          minLength: 1,
          maxLength: 3,
          selector: ([id]) => id,
        })
        .map((entries) => new Map(entries)),
      window: fc
        .tuple(fc.integer({ min: -2, max: 2 }), fc.integer({ min: 0, max: 3 }))
        .map(([first, length]) => ({
          from: dateAfter(date, first),
          to: dateAfter(date, Math.min(3, first + length)),
        })),
    })
  })
