import { formatInstant } from '@scheduling/availability'
import { insertRows, sqlOf, tables } from '@scheduling/database'
import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { invalid, Problem } from '../contract/problems.ts'
import { BESIDE_OTHERS, exactlyOne, NoExpand } from '../ground/fields.ts'
import { InstantInput } from '../ground/time-fields.ts'
import { lockSettings } from '../organization/settings.ts'
import { procedure } from '../procedure/define.ts'
import { wakeClock } from './continue.ts'
import { requireTestOrganization, TestClock, toTestClock } from './test-clock.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const Advance = z
  .object({
    to: InstantInput.optional().meta({
      description: 'The time to move the clock to. Send it or `by_minutes`.',
    }),
    by_minutes: z
      .int()
      .min(1)
      .max(LIMITS.clockAdvanceDays * 1440)
      .optional()
      .meta({ description: 'How many minutes to move the clock by. Send it or `to`.' }),
  })
  .meta({ id: 'TestClockAdvance' })

/** `POST /v1/test-clock/advance` */
export const advanceTestClock = procedure({
  kind: 'change',
  rest: {
    method: 'POST',
    path: '/test-clock/advance',
    tag: 'Test clock',
    summary: 'Advance the test clock',
    description:
      'Begins to move the clock of a test organization forward. What becomes due on the way is done in order, each thing at its own time. `GET /v1/test-clock` says when the clock is there. A live organization answers 404.',
    idempotent: true,
  },
  scope: 'write',
  access: 'owner',
  input: Advance.extend({ expand: NoExpand }).superRefine(
    exactlyOne('to', 'by_minutes', 'Send `to`, the time to move to, or `by_minutes`.'),
    BESIDE_OTHERS,
  ),
  output: TestClock,
  emits: { ok: [] },
  notes: ['organization.clock_advanced'],
  problems: ['not_found', 'action_not_allowed'],
  async run(write, input) {
    requireTestOrganization(write)
    const { organization, tx } = write
    const realNow = write.realNow()
    const { clockAheadSeconds } = await lockSettings(tx, organization.id)
    const now = realNow + clockAheadSeconds * 1000
    const target = targetOf(input, now, realNow)
    const begun = await insertRows(
      tx,
      tables.clockAdvance,
      [{ organizationId: organization.id, target: new Date(target) }],
      'skip',
    )
    if (begun.length === 0) {
      throw new Problem(
        'action_not_allowed',
        'The clock is being moved already. Wait until its `status` is `ready`.',
      )
    }
    await wakeClock(sqlOf(tx), organization.id)
    const at = (instant: number) => formatInstant(instant, organization.timeZone)
    write.note({
      action: 'organization.clock_advanced',
      id: organization.id,
      changes: { now: { from: at(now), to: at(target) } },
    })
    const shown = { clockAheadSeconds, timeZone: organization.timeZone }
    return toTestClock(shown, { target: new Date(target) }, realNow)
  },
})

/** @throws `400 validation_error`, for a time that is not ahead, or too far */
function targetOf(
  { to, by_minutes: minutes = 0 }: z.output<typeof Advance>,
  now: number,
  realNow: number,
): number {
  const field = to === undefined ? 'by_minutes' : 'to'
  const target = to ?? now + minutes * MINUTE_MS
  if (target <= now) throw invalid(field, 'out_of_range', 'The clock can only be moved forward.')
  if (target > now + LIMITS.clockAdvanceDays * DAY_MS) {
    const message = `One call moves the clock by at most ${LIMITS.clockAdvanceDays} days.`
    throw invalid(field, 'out_of_range', message)
  }
  if (target > realNow + LIMITS.clockAheadDays * DAY_MS) {
    const message = `The clock can be at most ${LIMITS.clockAheadDays} days ahead of the real time.`
    throw invalid(field, 'out_of_range', message)
  }
  return target
}
