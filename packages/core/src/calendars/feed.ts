/** An address under which calendar programs read the appointments of a professional. */
import { formatInstant } from '@scheduling/availability'
import { CalendarFeedKind, column, pick, tables, type Queryable } from '@scheduling/database'
import { z } from 'zod'
import type { Context, Service } from '../context.ts'
import { Problem } from '../contract/problems.ts'
import { Id, MiniReference } from '../ground/fields.ts'
import { Instant } from '../ground/time-fields.ts'
import { calendarLinkTo } from '../links/record-link.ts'
import { isOwner } from '../procedure/accesses.ts'
import { recordsOf, type RowIn } from '../lists/records.ts'

/** `busy`: when, and nothing more. `full`: services and first names of clients too. */
export const FeedKind = z.enum(CalendarFeedKind)

export const CalendarFeed = z.object({
  object: z.literal('calendar_feed'),
  id: Id,
  professional_id: Id,
  professional: MiniReference,
  kind: FeedKind,
  /** It opens the calendar, until it is revoked. */
  url: z.string(),
  created_at: Instant,
})

export const CALENDAR_FEEDS = recordsOf({
  table: tables.calendarFeed,
  alias: 'f',
  row: {
    ...pick(tables.calendarFeed, 'id', 'organizationId', 'professionalId', 'kind', 'linkVersion'),
    professionalName: column.by('p.name', column.text),
    createdAt: column.instant,
  },
  joins: 'JOIN professional p ON p.id = f.professional_id',
})

type CalendarFeedRow = RowIn<typeof CALENDAR_FEEDS>

export function toCalendarFeed(
  context: Pick<Service, 'crypto' | 'publicBaseUrl'> & Pick<Context, 'organization'>,
  row: CalendarFeedRow,
): z.input<typeof CalendarFeed> {
  return {
    object: 'calendar_feed',
    id: row.id,
    professional_id: row.professionalId,
    professional: { id: row.professionalId, name: row.professionalName },
    kind: row.kind,
    url: calendarLinkTo(context, 'calendar_feed', row),
    created_at: formatInstant(row.createdAt, context.organization.timeZone),
  }
}

/** @throws `404 not_found` */
export async function findCalendarFeed(
  db: Queryable,
  organizationId: number,
  id: number,
): Promise<CalendarFeedRow> {
  const row = await CALENDAR_FEEDS.one(db, organizationId, id)
  if (row !== null) return row
  throw new Problem('not_found', 'No calendar address of this organization has this id.')
}

/** No professional has this id. */
const NO_ONE = 0

/**
 * Whose calendars a user may share: an address works without a sign-in, and outlives the session that made it.
 *
 * @returns the only professional; null: any
 */
export function ownCalendar({ caller }: Pick<Context, 'caller'>): number | null {
  return caller.kind === 'api_key' || isOwner(caller) ? null : (caller.professionalId ?? NO_ONE)
}

/** @throws `403 forbidden_scope` */
export function requireOwnCalendar(context: Pick<Context, 'caller'>, professionalId: number): void {
  const own = ownCalendar(context)
  if (own === null || own === professionalId) return
  throw new Problem(
    'forbidden_scope',
    'Only an owner, or the professional, has addresses for this calendar.',
  )
}
