/**
 * An appointment as every calendar has it, by whatever way it came there. Its place is where the organization is when the
 * entry is written: an organization that moves changes no appointment, and raises no counter.
 */
import type { CalendarEntry } from '@scheduling/icalendar'
import { BLOCKING_STATUSES } from '@scheduling/availability'
import type { Organization } from '@scheduling/database'
import { placeOf } from './place.ts'
import type { AppointmentColumns } from './rows.ts'

type Known = Pick<
  AppointmentColumns,
  'icalUid' | 'calendarSequence' | 'status' | 'startsAt' | 'endsAt' | 'updatedAt' | 'type'
>

type Shared = 'uid' | 'sequence' | 'start' | 'end' | 'updatedAt' | 'location' | 'status' | 'isBusy'

const BLOCKING: ReadonlySet<string> = new Set(BLOCKING_STATUSES)

/** All but what is written about it, which depends on who reads the calendar. */
export function calendarEntryOf(
  row: Known,
  organization: Organization,
): Pick<CalendarEntry, Shared> {
  return {
    uid: row.icalUid,
    sequence: row.calendarSequence,
    start: row.startsAt.getTime(),
    end: row.endsAt.getTime(),
    updatedAt: row.updatedAt.getTime(),
    location: placeOf(row.type, organization),
    status: statusOf(row.status),
    isBusy: BLOCKING.has(row.status),
  }
}

function statusOf(status: Known['status']): CalendarEntry['status'] {
  if (status.startsWith('CANCELLED')) return 'CANCELLED'
  return status === 'PENDING' ? 'TENTATIVE' : 'CONFIRMED'
}
