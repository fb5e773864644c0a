/** Writes what a connected calendar answered: all busy times at once, or none. */
import { column, query, sqlOf, statement, type RowOf } from '@scheduling/database'
import type { BusyCalendar } from '@scheduling/icalendar'
import type { ReadResult } from '@scheduling/webhooks'
import { lockProfessionals } from '../change/locks.ts'
import { systemWork, type Work } from '../change/system-work.ts'
import type { Service } from '../context.ts'
import { LIMITS } from '../contract/limits.ts'
import { instantIn, instantsIn } from '../ground/sql-instant.ts'

const READ_EVERY_MS = LIMITS.busyCalendarMinutes * 60_000

/** Between two reads of a calendar that fails. */
const LONGEST_WAIT_MS = 6 * 60 * 60_000

export const DUE = {
  organizationId: column.by('c.organization_id', column.int),
  professionalId: column.by('c.professional_id', column.int),
  urlSealed: column.by('c.url_sealed', column.bytes),
  revision: column.by('c.revision', column.int),
  etag: column.by('c.etag', column.nullable(column.text)),
  lastModified: column.by('c.last_modified', column.nullable(column.text)),
  contentHash: column.by('c.content_hash', column.nullable(column.bytes)),
  readsUntil: column.by('c.reads_until', column.nullable(column.instant)),
  failingSince: column.by('c.failing_since', column.nullable(column.instant)),
}

export type Due = RowOf<typeof DUE>

/** How a read ended. */
export type Outcome =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }
  | ({
      readonly kind: 'read'
      readonly contentHash: Buffer
      readonly readsUntil: number
    } & Pick<Extract<ReadResult, { kind: 'read' }>, 'etag' | 'lastModified'> &
      BusyCalendar)

const settled = statement(
  'busy calendar settled',
  `UPDATE busy_calendar SET leased_until = NULL, tried_at = ${instantIn('$4')}, next_read_at = ${instantIn('$5')},
     read_at = CASE WHEN $6::text IS NULL THEN ${instantIn('$4')} ELSE read_at END,
     failing_since = CASE WHEN $6::text IS NULL THEN NULL ELSE coalesce(failing_since, ${instantIn('$4')}) END,
     error_code = $6::text, error_message = $7::text
   WHERE organization_id = $1::int AND professional_id = $2::int AND revision = $3::int`,
)

export const released = statement(
  'busy calendar released',
  `UPDATE busy_calendar SET leased_until = NULL
   WHERE organization_id = $1::int AND professional_id = $2::int AND revision = $3::int`,
)

/** What was read last counts on. */
export async function settle(
  service: Service,
  due: Due,
  outcome: Exclude<Outcome, { kind: 'read' }>,
): Promise<void> {
  const isFailed = outcome.kind === 'failed'
  const error = isFailed ? [outcome.code, outcome.message] : [null, null]
  const now = service.realNow()
  const wait = isFailed ? waitAfterFailure(now - (due.failingSince ?? now)) : READ_EVERY_MS
  await settled(sqlOf(service.db), [...keyOf(due), now, now + wait, ...error])
}

export function keyOf({ organizationId, professionalId, revision }: Due): readonly number[] {
  return [organizationId, professionalId, revision]
}

/**
 * 15, 30, 60, 120, 240 and then 360 minutes: what fails for long must not keep the others waiting.
 *
 * @param failingMs since the first failure in a row
 */
function waitAfterFailure(failingMs: number): number {
  return Math.min(READ_EVERY_MS + Math.max(0, failingMs), LONGEST_WAIT_MS)
}

const stillConnected = query({
  name: 'busy calendar still connected',
  text: `SELECT c.revision FROM busy_calendar c
    JOIN professional p ON p.organization_id = c.organization_id AND p.id = c.professional_id
    WHERE c.organization_id = $1::int AND c.professional_id = $2::int AND c.revision = $3::int AND p.is_active
    FOR UPDATE OF c`,
  row: { revision: column.int },
})

const GIVEN = `unnest(${instantsIn('$3')}, ${instantsIn('$4')}) AS given (starts_at, ends_at)`

const removed = statement(
  'busy times removed',
  `DELETE FROM busy_time b WHERE b.organization_id = $1::int AND b.professional_id = $2::int
     AND NOT EXISTS (SELECT FROM ${GIVEN} WHERE given.starts_at = b.starts_at AND given.ends_at = b.ends_at)`,
)

const added = statement(
  'busy times added',
  `INSERT INTO busy_time (organization_id, professional_id, starts_at, ends_at)
     SELECT $1::int, $2::int, given.starts_at, given.ends_at FROM ${GIVEN} ON CONFLICT DO NOTHING`,
)

const readWell = statement(
  'busy calendar read well',
  `UPDATE busy_calendar SET etag = $4::text, last_modified = $5::text, content_hash = $6::bytea,
     reads_until = ${instantIn('$7')}, busy_times = $8::int, unreadable = $9::int
   WHERE organization_id = $1::int AND professional_id = $2::int AND revision = $3::int`,
)

/**
 * All busy times at once, or none: a booking sees those before or those after. Bookings of this professional wait, as
 * they do for a blocked time. Nothing is written once the calendar was disconnected, or replaced by another.
 */
export async function save(
  service: Service,
  due: Due,
  outcome: Extract<Outcome, { kind: 'read' }>,
): Promise<void> {
  const { organizationId, professionalId } = due
  await systemWork(service, organizationId, async ({ tx }: Work) => {
    const sql = sqlOf(tx)
    await lockProfessionals(tx, [professionalId])
    if ((await stillConnected(sql, keyOf(due))).length === 0) return
    const { busy, etag, lastModified, contentHash, readsUntil, unreadable } = outcome
    const given = [
      organizationId,
      professionalId,
      busy.map(({ start }) => start),
      busy.map(({ end }) => end),
    ]
    await removed(sql, given)
    await added(sql, given)
    await readWell(sql, [
      ...keyOf(due),
      etag,
      lastModified,
      contentHash,
      readsUntil,
      busy.length,
      unreadable,
    ])
    const now = service.realNow()
    await settled(sql, [...keyOf(due), now, now + READ_EVERY_MS, null, null])
  })
}
