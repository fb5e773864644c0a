/** Every type of event: what causes it, and the test of each cause. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import {
  appRouter,
  proceduresOf,
  SYSTEM_WORK,
  typesOf,
  type SystemWorkName,
} from '@scheduling/core'
import { EVENT_TYPES, SUBSCRIBABLE_EVENT_TYPES, type EventType } from '@scheduling/events'
import { describe, expect, it } from 'vitest'
import { testOf } from '../../support/outcomes.ts'

const root = path.join(import.meta.dirname, '../../..')

/** What no call asks for, and the test that shows it. */
const SYSTEM_TESTS: Readonly<Record<SystemWorkName, string>> = {
  requestDeposit: 'test/contract/deposits/charge.test.ts',
  issueCharge: 'test/contract/deposits/killed.test.ts',
  recordPayment: 'test/contract/deposits/pay.test.ts',
  refundDeposit: 'test/contract/deposits/dashboard-refund.test.ts',
  expireDeposit: 'test/contract/deposits/expire.test.ts',
  endQueueEntry: 'test/contract/queue/timers.test.ts',
  offerTime: 'test/contract/waitlist/story.test.ts',
  endOffer: 'test/contract/waitlist/story.test.ts',
  expireHolds: 'test/contract/holds/races.test.ts',
  emitWebhookStatus: 'test/contract/webhooks/emit-status.test.ts',
  recordSending: 'test/e2e/every-event.test.ts',
  receiveMessages: 'test/contract/messaging/answers.test.ts',
  answerClient: 'test/contract/messaging/answers.test.ts',
}

type Cause = {
  readonly name: string
  readonly types: ReadonlySet<EventType>
  readonly test: string | null
}

const calls: readonly Cause[] = proceduresOf(appRouter).map((procedure) => {
  const { name, endpoint, emits, later } = procedure
  const rest = endpoint?.rest ?? null
  const route = rest === null ? name : `${rest.method} /v1${rest.path}`
  const declared = Object.values(emits ?? {}).flat()
  return {
    name: rest === null ? `\`${name}\`` : `\`${name}\`, \`${route}\``,
    types: new Set([...declared.flatMap(typesOf), ...later]),
    test: testOf(route) ?? testOf(name),
  }
})

const names = Object.keys(SYSTEM_WORK) as SystemWorkName[]
const happenings: readonly Cause[] = names.map((name) => ({
  name: SYSTEM_WORK[name].is,
  types: new Set(SYSTEM_WORK[name].emits.flatMap(typesOf)),
  test: SYSTEM_TESTS[name],
}))

const causes = [...calls, ...happenings]
const causesOf = (type: EventType) => causes.filter(({ types }) => types.has(type))

describe('The causes of events', () => {
  it.each(SUBSCRIBABLE_EVENT_TYPES)('%s has a cause', (type) => {
    expect(causesOf(type)).not.toEqual([])
  })

  it('have a test each', () => {
    for (const { name, types, test } of causes) {
      if (types.size > 0)
        expect(test !== null && existsSync(path.join(root, test)), name).toBe(true)
    }
  })

  it('that no call asks for are shown by a test that names their events', () => {
    const silent = names.flatMap((name) => {
      const source = readFileSync(path.join(root, SYSTEM_TESTS[name]), 'utf8')
      const types = SYSTEM_WORK[name].emits.flatMap(typesOf)
      return types.filter((type) => !source.includes(`'${type}'`)).map((type) => `${name} ${type}`)
    })
    expect(silent).toEqual([])
  })

  it('stand in the docs as they are', async () => {
    const sections = SUBSCRIBABLE_EVENT_TYPES.flatMap((type) => [
      `## \`${type}\``,
      '',
      EVENT_TYPES[type].when,
      '',
      '| Cause | Test |',
      '| --- | --- |',
      ...causesOf(type).map(({ name, test }) => `| ${name} | \`${test}\` |`),
      '',
    ])
    const page = [
      '# What causes each event',
      '',
      'A cause is a call, by its name and its path over REST, or something that happens by itself. `test/e2e/every-event.test.ts`',
      'causes each type and receives it at a webhook, signed. The page is made from the declarations and from the titles of the',
      'tests; `vitest -u` writes it again.',
      '',
      ...sections,
    ].join('\n')
    await expect(page).toMatchFileSnapshot('../../../docs/event-causes.md')
  })
})
