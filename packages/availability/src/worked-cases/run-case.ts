import { addDays } from '../civil-date.ts'
import { judgeStart } from '../free-starts.ts'
import { formatInstant } from '../instant-text.ts'
import { AVAILABILITY_LIMITS } from '../limits.ts'
import { candidateStarts, freeSlots, type DateWindow, type Slot } from '../slots.ts'
import { zoneOf } from '../zone.ts'
import { readInstant } from './fields.ts'
import type { ExpectedSchedule, WorkedCase } from './worked-case.ts'

/** What a case expected and what came out, one line each. */
export type Mismatch = { expected: string; got: string }

/**
 * Runs one case through `freeSlots`, then holds `judgeStart` against the answer: every start
 * that is expected or listed must be judged free, every other start of the grid must not.
 */
export function runCase(worked: WorkedCase): Mismatch[] {
  const { calendar, demand } = worked
  const schedules = new Map(worked.professionals.map(({ schedule }, place) => [place, schedule]))
  const windows = partsOf(worked.window)
  const slots = windows.flatMap((window) => freeSlots({ calendar, demand, schedules }, window))
  return worked.professionals.flatMap((professional, place) => {
    const own = slots.filter((slot) => slot.professionalId === place)
    const mismatches = [
      ...compareStarts(professional, own, calendar.timeZone),
      ...compareRemaining(professional, own),
      ...compareJudgements(worked, windows, professional, own),
    ]
    const whose = professional.label === null ? '' : `professional ${professional.label}: `
    return mismatches.map(({ expected, got }) => ({ expected: whose + expected, got: whose + got }))
  })
}

/** A case may ask for more days than one question to the engine may. */
function partsOf(window: DateWindow): DateWindow[] {
  const parts: DateWindow[] = []
  for (let { from } = window; from <= window.to;) {
    const last = addDays(from, AVAILABILITY_LIMITS.slotWindowDays - 1)
    parts.push({ from, to: last < window.to ? last : window.to })
    from = addDays(last, 1)
  }
  return parts
}

/** Same instants in the same order, each written in the offset valid then. */
function compareStarts(
  { expected }: ExpectedSchedule,
  own: readonly Slot[],
  timeZone: string,
): Mismatch[] {
  const zone = zoneOf(timeZone)
  const isSame =
    expected.length === own.length &&
    expected.every(({ instant, offset }, index) => {
      const slot = own[index]
      if (slot === undefined || slot.start !== instant) return false
      return (
        offset === readInstant(slot.startText, 'start').offset || offset === zone.offsetAt(instant)
      )
    })
  if (isSame) return []
  return [
    {
      expected: listed(expected.map(({ text }) => text)),
      got: listed(own.map(({ startText }) => startText)),
    },
  ]
}

function compareRemaining({ expected }: ExpectedSchedule, own: readonly Slot[]): Mismatch[] {
  return expected.flatMap(({ text, instant, remaining }) => {
    const slot = own.find(({ start }) => start === instant)
    if (remaining === null || slot === undefined || slot.remaining === remaining) return []
    return [
      { expected: `${text} with ${remaining} left`, got: `${text} with ${slot.remaining} left` },
    ]
  })
}

function compareJudgements(
  { calendar, demand }: WorkedCase,
  windows: readonly DateWindow[],
  { schedule, expected }: ExpectedSchedule,
  own: readonly Slot[],
): Mismatch[] {
  const left = new Map(own.map(({ start, remaining }) => [start, remaining]))
  const candidates = new Set(
    windows.flatMap((window) => candidateStarts(calendar, demand, schedule, window)),
  )
  const all = new Set([...candidates, ...left.keys(), ...expected.map(({ instant }) => instant)])
  return [...all].flatMap((start) => {
    const text = formatInstant(start, calendar.timeZone)
    const remaining = left.get(start)
    if (remaining !== undefined && !candidates.has(start)) {
      return [{ expected: `${text} not listed, for it is not on the grid`, got: `${text} listed` }]
    }
    const isExpected = expected.some(({ instant }) => instant === start)
    const wanted = remaining !== undefined || isExpected ? 'free' : 'not free'
    const judged = judgeStart(calendar, demand, schedule, start)
    const isFree = judged.verdict === 'free'
    const seatsDiffer = isFree && remaining !== undefined && judged.remaining !== remaining
    if (isFree === (wanted === 'free') && !seatsDiffer) return []
    const seats = (count: number | undefined) => (count === undefined ? '' : ` with ${count} left`)
    return [
      {
        expected: `${text} judged ${wanted}${seats(remaining)}`,
        got: `${text} judged ${judged.verdict}${seats(isFree ? judged.remaining : undefined)}`,
      },
    ]
  })
}

function listed(texts: readonly string[]): string {
  return texts.length === 0 ? '(none)' : texts.join(', ')
}
