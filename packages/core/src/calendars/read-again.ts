import { sqlOf, statement } from '@scheduling/database'
import type { WriteContext } from '../change/write-context.ts'
import { ID_MAX } from '../contract/limits.ts'
import { instantIn } from '../ground/sql-instant.ts'

/** A read that began before has the revision before: it writes nothing. */
const readAgain = statement(
  'busy calendars read again',
  `UPDATE busy_calendar SET revision = revision % ${ID_MAX} + 1, reads_until = NULL, leased_until = NULL,
     next_read_at = ${instantIn('$2')}
   WHERE organization_id = $1::int`,
)

/**
 * All calendars elsewhere of the organization are due, and are read as a whole: their whole days, and times without a
 * zone, are now at other times. What was read last counts until then.
 */
export async function readBusyCalendarsAgain({
  tx,
  organization,
  realNow,
}: Pick<WriteContext, 'tx' | 'organization' | 'realNow'>): Promise<void> {
  await readAgain(sqlOf(tx), [organization.id, realNow()])
}
