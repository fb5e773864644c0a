import { EVENT_TYPES } from '@scheduling/events'
import { describe, expect, it } from 'vitest'
import { Problem } from '../contract/problems.ts'
import {
  ACTIVE_QUEUE_STATUSES,
  QUEUE_TRANSITIONS,
  requireTransition,
  transitionOf,
  type QueueTrigger,
} from './transitions.ts'
import { docsTable } from '../testing/docs-table.ts'

const STATUSES = [
  'WAITING',
  'CALLED',
  'IN_SERVICE',
  'COMPLETED',
  'SKIPPED',
  'NO_SHOW',
  'CANCELLED',
] as const

/** Where each trigger leads from each status. Written by hand, independently of the table. */
const TODAY: Readonly<Record<string, Partial<Record<QueueTrigger, string>>>> = {
  WAITING: {
    call: 'CALLED',
    skip: 'SKIPPED',
    cancel: 'CANCELLED',
    deposit_expired: 'CANCELLED',
    day_end: 'CANCELLED',
  },
  CALLED: {
    call: 'CALLED',
    start: 'IN_SERVICE',
    complete: 'COMPLETED',
    skip: 'SKIPPED',
    cancel: 'CANCELLED',
    no_show: 'NO_SHOW',
    call_timeout: 'NO_SHOW',
    day_end: 'NO_SHOW',
  },
  IN_SERVICE: { complete: 'COMPLETED' },
  SKIPPED: {
    call: 'CALLED',
    cancel: 'CANCELLED',
    deposit_expired: 'CANCELLED',
    day_end: 'CANCELLED',
  },
  COMPLETED: { undo: 'CALLED' },
  NO_SHOW: { undo: 'CALLED' },
  CANCELLED: {},
}

const LATER: typeof TODAY = {
  WAITING: { deposit_expired: 'CANCELLED', day_end: 'CANCELLED' },
  CALLED: { call_timeout: 'NO_SHOW', day_end: 'NO_SHOW' },
  IN_SERVICE: { complete: 'COMPLETED' },
  SKIPPED: { deposit_expired: 'CANCELLED', day_end: 'CANCELLED' },
  COMPLETED: {},
  NO_SHOW: {},
  CANCELLED: {},
}

const TRIGGERS = [...new Set(QUEUE_TRANSITIONS.map(({ trigger }) => trigger))]

describe('the table of transitions', () => {
  it.each(STATUSES)('leads from %s where it should, and nowhere else', (status) => {
    for (const [isPast, expected] of [
      [false, TODAY],
      [true, LATER],
    ] as const) {
      const found = Object.fromEntries(
        TRIGGERS.flatMap((trigger) => {
          const transition = transitionOf({ status, isPast }, trigger)
          return transition === null ? [] : [[trigger, transition.to]]
        }),
      )
      expect(found).toEqual(expected[status])
    }
  })

  it('names one step for a status and a trigger', () => {
    for (const status of STATUSES) {
      for (const trigger of TRIGGERS) {
        const steps = QUEUE_TRANSITIONS.filter(
          (step) => step.trigger === trigger && step.from.includes(status),
        )
        expect(steps.length).toBeLessThanOrEqual(1)
      }
    }
  })

  it('works after the day only from where it works at all, and ends only active entries', () => {
    for (const step of QUEUE_TRANSITIONS) {
      expect(step.from).toEqual(expect.arrayContaining([...step.afterTheDay]))
      if (step.trigger !== 'undo') {
        expect(ACTIVE_QUEUE_STATUSES).toEqual(expect.arrayContaining([...step.from]))
      }
      expect(Object.keys(EVENT_TYPES)).toContain(step.event)
    }
  })

  it('uses every event of the queue that is a step', () => {
    const events = Object.keys(EVENT_TYPES).filter(
      (type) => type.startsWith('queue.') && type !== 'queue.entry.updated',
    )
    expect(new Set(QUEUE_TRANSITIONS.map(({ event }) => event))).toEqual(new Set(events))
  })

  it('says whether the status or the day is in the way', () => {
    const refusal = (status: (typeof STATUSES)[number], isPast: boolean) => {
      try {
        requireTransition({ status, isPast }, 'call')
        return null
      } catch (error) {
        return error instanceof Problem ? [error.code, error.message] : error
      }
    }
    expect(refusal('WAITING', false)).toBeNull()
    expect(refusal('WAITING', true)).toEqual([
      'queue_entry_not_editable',
      expect.stringContaining('over'),
    ])
    expect(refusal('CANCELLED', true)).toEqual([
      'queue_entry_not_editable',
      expect.stringContaining('CANCELLED'),
    ])
  })

  it('stands in the docs as it is', () => {
    const [, ...rows] = docsTable('queue.md', '## Transitions')
    const code = (text: string) => `\`${text}\``
    expect(rows).toEqual(
      QUEUE_TRANSITIONS.map((step) => [
        step.from.length === 0 ? '—' : step.from.map(code).join(', '),
        step.by,
        code(step.to) + (step.reason === undefined ? '' : `, reason ${code(step.reason)}`),
        code(step.event),
      ]),
    )
  })
})
