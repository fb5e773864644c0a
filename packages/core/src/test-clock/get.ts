import { z } from 'zod'
import { NoExpand } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { requireTestOrganization, TestClock, toTestClock } from './test-clock.ts'

/** `GET /v1/test-clock` */
export const getTestClock = procedure({
  kind: 'read',
  rest: {
    method: 'GET',
    path: '/test-clock',
    tag: 'Test clock',
    summary: 'Get the test clock',
    description:
      'Tells the time of a test organization, and whether its clock is being moved. A live organization answers 404.',
  },
  scope: 'read',
  role: 'owner',
  input: z.object({ expand: NoExpand }),
  output: TestClock,
  problems: ['not_found'],
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
