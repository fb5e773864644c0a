import { EVENT_TYPES } from '@scheduling/events'
import { describe, expect, it } from 'vitest'
import { DEPOSIT_TRANSITIONS, isDepositTransition } from './transitions.ts'
import { docsTable } from '../testing/docs-table.ts'

const STATUSES = ['PENDING', 'PAID', 'EXPIRED', 'REFUNDED'] as const
const EVENTS = ['deposit.created', 'deposit.paid', 'deposit.expired', 'deposit.refunded'] as const

describe('the table of transitions', () => {
  it('has these steps and no others', () => {
    const steps = EVENTS.flatMap((event) =>
      STATUSES.flatMap((from) =>
        STATUSES.filter((to) => isDepositTransition(from, to, event)).map(
          (to) => `${from} ${event} ${to}`,
        ),
      ),
    )
    expect(steps).toEqual([
      'PENDING deposit.created PENDING',
      'PENDING deposit.paid PAID',
      'EXPIRED deposit.paid PAID',
      'PENDING deposit.expired EXPIRED',
      'PAID deposit.refunded PAID',
      'PAID deposit.refunded REFUNDED',
    ])
  })

  it('uses every event of deposits, and names only events that exist', () => {
    const events = Object.keys(EVENT_TYPES).filter((type) => type.startsWith('deposit.'))
    expect(new Set(DEPOSIT_TRANSITIONS.map(({ event }) => event))).toEqual(new Set(events))
    for (const { withIt } of DEPOSIT_TRANSITIONS) {
      expect(Object.keys(EVENT_TYPES)).toEqual(expect.arrayContaining([...withIt]))
    }
  })

  it('stands in the docs as it is', () => {
    const [, ...rows] = docsTable('deposits.md', '## Transitions')
    const code = (text: string) => `\`${text}\``
    expect(rows).toEqual(
      DEPOSIT_TRANSITIONS.map(({ from, by, to, event, withIt }) => [
        from === null ? '—' : code(from),
        by,
        code(to),
        code(event),
        withIt.map(code).join(' or '),
      ]),
    )
  })
})
