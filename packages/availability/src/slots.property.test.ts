import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryQuestion } from '../test/arbitrary-question.ts'
import { bruteHours, bruteJudge, bruteSlots } from '../test/brute-force.ts'
import { candidateStarts, formatInstant, freeSlots, judgeStart, nextDates } from './index.ts'

const withoutTexts = ({
  start,
  professionalId,
  remaining,
}: ReturnType<typeof freeSlots>[number]) => ({
  start,
  professionalId,
  remaining,
})

// A busy machine may take its time.
const timeout = 60_000

describe('against a minute-by-minute walk over the clock', { timeout }, () => {
  it('lists the same slots', () => {
    fc.assert(
      fc.property(arbitraryQuestion, (question) => {
        const { table, calendar, demand, schedules, window } = question
        const slots = freeSlots(question, window)
        expect(slots.map(withoutTexts)).toEqual(
          bruteSlots(table, calendar, demand, schedules, window),
        )
      }),
      { numRuns: 300 },
    )
  })

  it('judges any start alike, on the grid or off it', () => {
    const judged = fc.tuple(
      arbitraryQuestion,
      fc.array(fc.nat(7 * 1440), { minLength: 20, maxLength: 20 }),
    )
    fc.assert(
      fc.property(judged, ([{ table, calendar, demand, schedules }, minutes]) => {
        for (const schedule of schedules.values()) {
          const hours = bruteHours(table, calendar, schedule, demand.slotIntervalMinutes)
          for (const minute of minutes) {
            const start = table.from + 1.5 * 86_400_000 + minute * 60_000
            expect(judgeStart(calendar, demand, schedule, start)).toEqual(
              bruteJudge(table, hours, calendar, demand, schedule, start),
            )
          }
        }
      }),
      { numRuns: 200 },
    )
  })
})

describe('the list and the judgement of one start', { timeout }, () => {
  it('agree on every start of the grid', () => {
    fc.assert(
      fc.property(arbitraryQuestion, (question) => {
        const { calendar, demand, schedules, window } = question
        const slots = freeSlots(question, window)
        for (const [professionalId, schedule] of schedules) {
          const listed = new Map(
            slots
              .filter((slot) => slot.professionalId === professionalId)
              .map((slot) => [slot.start, slot.remaining]),
          )
          const candidates = candidateStarts(calendar, demand, schedule, window)
          for (const start of candidates) {
            const judged = judgeStart(calendar, demand, schedule, start)
            expect(judged.verdict === 'free' ? judged.remaining : undefined).toBe(listed.get(start))
          }
          const grid = new Set(candidates)
          expect([...listed.keys()].filter((start) => !grid.has(start))).toEqual([])
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('next dates', { timeout }, () => {
  it('sum up the slots of each date', () => {
    const limited = fc.tuple(arbitraryQuestion, fc.integer({ min: 1, max: 4 }), fc.nat(4))
    fc.assert(
      fc.property(limited, ([question, limit, maxAdvanceDays]) => {
        const { table, schedules } = question
        const calendar = {
          ...question.calendar,
          now: Math.min(question.calendar.now, table.from + 4 * 86_400_000),
        }
        const demand = { ...question.demand, maxAdvanceDays }
        fc.pre(calendar.now > table.from + 1.5 * 86_400_000)
        const window = { from: '0000-01-01', to: '9999-12-31' }
        const slots = bruteSlots(table, calendar, demand, schedules, window)
        const dateAt = (start: number) => table.dates[(start - table.from) / table.tickMs] ?? ''
        const dates = [...new Set(slots.map(({ start }) => dateAt(start)))].sort().slice(0, limit)
        const expected = dates.map((date) => {
          const own = slots.filter(({ start }) => dateAt(start) === date)
          // The last one that is set stays: the first start.
          const firstStarts = new Map(
            own.toReversed().map(({ professionalId, start }) => [professionalId, start]),
          )
          return {
            date,
            firstStart: own[0]?.start,
            slotCount: new Set(own.map(({ start }) => start)).size,
            professionalIds: [...firstStarts.keys()].sort((one, other) => one - other),
            firstStarts,
          }
        })
        const found = nextDates({ calendar, demand, schedules }, limit)
        expect(found).toEqual(
          expected.map((date) => ({
            ...date,
            firstStartText: formatInstant(date.firstStart ?? 0, calendar.timeZone),
          })),
        )
      }),
      { numRuns: 150 },
    )
  })
})
