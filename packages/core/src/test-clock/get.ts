import { column, pick, query, selected, sqlOf, tables } from '@scheduling/database'
import { z } from 'zod'
import { NoExpand } from '../ground/fields.ts'
import { Problem } from '../contract/problems.ts'
import { procedure } from '../procedure/define.ts'
import { requireTestOrganization, TestClock, toTestClock } from './test-clock.ts'

const CLOCK = {
  ...pick(tables.organization, 'timeZone', 'clockAheadSeconds'),
  target: column.by('a.target', column.nullable(column.dateTime)),
}

/** Both from one statement: between two, the clock could arrive. */
const readClock = query({
  name: 'test clock',
  text: `SELECT ${selected(CLOCK, 'o')} FROM organization o LEFT JOIN clock_advance a ON a.organization_id = o.id
    WHERE o.id = $1::int`,
  row: CLOCK,
})

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
  access: 'owner',
  input: z.object({ expand: NoExpand }),
  output: TestClock,
  problems: ['not_found'],
  async run(context) {
    requireTestOrganization(context)
    const [clock] = await readClock(sqlOf(context.db), [context.organization.id])
    if (clock === undefined) throw new Problem('not_found')
    const advance = clock.target === null ? null : { target: clock.target }
    return toTestClock(clock, advance, context.realNow())
  },
})
