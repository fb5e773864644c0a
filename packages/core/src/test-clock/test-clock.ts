import { formatInstant } from '@scheduling/availability'
import type { ClockAdvance, Organization } from '@scheduling/database'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { Problem } from '../contract/problems.ts'
import { Instant } from '../ground/time-fields.ts'

/** The clock of a test organization. It runs at the pace of the real one, from where it was moved to. */
export const TestClock = z
  .object({
    object: z.literal('test_clock'),
    status: z.enum(['ready', 'advancing']).meta({
      description: '`advancing` while what becomes due on the way is being done; then `ready`.',
    }),
    now: Instant.meta({ description: 'The time of the organization.' }),
    ahead_seconds: z.int().meta({ description: 'How far the clock is ahead of the real time.' }),
    advancing_to: Instant.nullable().meta({
      description: 'Where the clock is being moved to. Null when it is `ready`.',
    }),
  })
  .meta({ id: 'TestClock' })

type Shown = Pick<Organization, 'clockAheadSeconds' | 'timeZone'>

/** @param realNow epoch milliseconds */
export function toTestClock(
  { clockAheadSeconds, timeZone }: Shown,
  advance: Pick<ClockAdvance, 'target'> | null,
  realNow: number,
): z.input<typeof TestClock> {
  return {
    object: 'test_clock',
    status: advance === null ? 'ready' : 'advancing',
    now: formatInstant(realNow + clockAheadSeconds * 1000, timeZone),
    ahead_seconds: clockAheadSeconds,
    advancing_to: advance === null ? null : formatInstant(advance.target.getTime(), timeZone),
  }
}

/** @throws `404 not_found` for a live organization */
export function requireTestOrganization({ organization }: Pick<Context, 'organization'>): void {
  if (organization.livemode) {
    throw new Problem(
      'not_found',
      'This organization is live, and its time is the real one. Only a test organization has a clock that can be moved.',
    )
  }
}
