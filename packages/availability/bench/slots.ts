import { setImmediate } from 'node:timers/promises'
import {
  formatInstant,
  freeSlots,
  judgeStart,
  nextDates,
  type Asked,
  type BusyTime,
  type DateWindow,
  type Schedule,
} from '../src/index.ts'
import { bruteSlots, clockTable } from '../test/brute-force.ts'
import { seeded } from './seeded.ts'

const MINUTE = 60_000
const DAY = 1440 * MINUTE
const PROFESSIONALS = 20
const BUSY_TIMES = 2000
const WINDOW: DateWindow = { from: '2026-11-23', to: '2026-12-23' }
const MIDNIGHT = Date.parse('2026-11-23T00:00:00-03:00')

/**
 * The month of a clinic: 20 professionals, Monday to Friday 09:00–12:00 and 13:00–18:00 in São
 * Paulo, 31 days, 2,000 busy times of 30 minutes, some overlapping; a service of 30 minutes
 * every 15, an hour's notice, asked on the Monday morning. Always the same month.
 */
function clinicMonth(): Asked {
  const random = seeded(20_261_123)
  const workday = [
    { opens: 540, closes: 720 },
    { opens: 780, closes: 1080 },
  ]
  const schedules = new Map<number, Schedule & { busy: BusyTime[] }>()
  for (let id = 1; id <= PROFESSIONALS; id += 1) {
    // Every professional has lists of his or her own, as rows from a database would give.
    const weekly = Array.from({ length: 7 }, (_, weekday) =>
      weekday === 0 || weekday === 6 ? [] : workday.map((piece) => ({ ...piece })),
    )
    schedules.set(id, { weekly, overrides: new Map(), busy: [] })
  }
  for (let id = 1; id <= BUSY_TIMES;) {
    const day = Math.floor(random() * 31)
    if (day % 7 > 4) continue
    const start = MIDNIGHT + day * DAY + (540 + Math.floor(random() * 103) * 5) * MINUTE
    schedules.get(1 + Math.floor(random() * PROFESSIONALS))?.busy.push({
      kind: 'appointment',
      id,
      serviceId: 1,
      start,
      end: start + 30 * MINUTE,
      bufferBeforeMinutes: 0,
      bufferAfterMinutes: 0,
    })
    id += 1
  }
  return {
    calendar: {
      timeZone: 'America/Sao_Paulo',
      holidays: new Set(),
      now: Date.parse('2026-11-23T10:10:00-03:00'),
    },
    demand: {
      durationMinutes: 30,
      bufferBeforeMinutes: 0,
      bufferAfterMinutes: 0,
      slotIntervalMinutes: 15,
      minAdvanceMinutes: 60,
      maxAdvanceDays: null,
      capacity: 1,
      serviceId: 1,
      excludeAppointmentId: null,
    },
    schedules,
  }
}

/** Milliseconds of one call: median and 95th percentile after a warm-up. */
async function measure(runs: number, call: () => unknown): Promise<string> {
  for (let run = 0; run < runs / 4; run += 1) call()
  await setImmediate()
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const from = performance.now()
    call()
    times.push(performance.now() - from)
  }
  times.sort((one, other) => one - other)
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(4)
  return `${at(0.5)} ms (95 %: ${at(0.95)} ms)`
}

/**
 * What the engine costs on the clinic's month, what was measured and what it took, beside a minute-by-minute brute
 * force that must find the same slots. Throws when it doesn't.
 */
export async function benchSlots(): Promise<(readonly [what: string, taken: string])[]> {
  const asked = clinicMonth()
  const { calendar, demand, schedules } = asked

  const coldFrom = performance.now()
  const slots = freeSlots(asked, WINDOW)
  const cold = performance.now() - coldFrom

  const tableFrom = performance.now()
  const table = clockTable(calendar.timeZone, MIDNIGHT - 2 * DAY, MIDNIGHT + 33 * DAY)
  const bruteFrom = performance.now()
  const brute = bruteSlots(table, calendar, demand, schedules, WINDOW)
  const bruteTo = performance.now()

  const key = (slot: { start: number; professionalId: number; remaining: number }) =>
    `${slot.start} ${slot.professionalId} ${slot.remaining}`
  if (slots.map(key).join() !== brute.map(key).join()) {
    throw new Error(`the engine finds ${slots.length} slots, the brute force ${brute.length}`)
  }

  const schedule = schedules.get(1)
  if (schedule === undefined) throw new Error('the month has a first professional')
  const starts = slots.map(({ start }) => start)
  const startOf = (run: number) => starts[(run * 7919) % starts.length] ?? 0
  let turn = 0
  const next = () => startOf((turn += 1))
  const each1000 = (call: () => unknown) => () => {
    for (let run = 0; run < 1000; run += 1) call()
  }

  return [
    ['slots found', `${slots.length} at ${new Set(starts).size} starts, as by brute force`],
    ['slots, texts written and merged', await measure(1500, () => freeSlots(asked, WINDOW))],
    ['the first question of a process', `${cold.toFixed(1)} ms`],
    ['the same slots as JSON', await measure(60, () => JSON.stringify(freeSlots(asked, WINDOW)))],
    ['3 next dates', await measure(1500, () => nextDates(asked, 3))],
    [
      '1,000 starts judged one by one',
      await measure(
        30,
        each1000(() => judgeStart(calendar, demand, schedule, next())),
      ),
    ],
    [
      '1,000 date-times written',
      await measure(
        200,
        each1000(() => formatInstant(next(), calendar.timeZone)),
      ),
    ],
    ['brute force', `${(bruteTo - bruteFrom).toFixed(0)} ms`],
    ['brute force, to read the clock', `${(bruteFrom - tableFrom).toFixed(0)} ms`],
  ]
}
