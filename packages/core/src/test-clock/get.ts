import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { requireTestOrganization, TestClock, toTestClock } from './test-clock.ts'

/** `testClock.get`: what time it is for a test organization, and whether its clock is being moved. */
export const getTestClock = procedure({
  kind: 'read',
  scope: 'read',
  role: 'owner',
  input: z.object({}),
  output: TestClock,
  problems: ['action_not_allowed'],
  async run(context) {
    requireTestOrganization(context)
    // Both from one statement: between two, the clock could arrive.
    const { clockAdvance, ...organization } = await context.db.organization.findUniqueOrThrow({
      where: { id: context.organization.id },
      include: { clockAdvance: true },
      relationLoadStrategy: 'join',
    })
    return toTestClock(organization, clockAdvance, context.realNow())
  },
})
