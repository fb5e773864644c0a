/** An appointment as every calendar has it, by whatever way it came there. */
import type { CalendarEntry } from '@scheduling/icalendar'
import { BLOCKING_STATUSES } from '@scheduling/availability'
import type { AppointmentColumns } from './rows.ts'

type Known = Pick<
  AppointmentColumns,
  'icalUid' | 'calendarSequence' | 'status' | 'startsAt' | 'endsAt' | 'updatedAt'
>

const BLOCKING: ReadonlySet<string> = new Set(BLOCKING_STATUSES)

/** All but what is written about it, which depends on who reads the calendar. */
export function calendarEntryOf(
  row: Known,
): Pick<CalendarEntry, 'uid' | 'sequence' | 'start' | 'end' | 'updatedAt' | 'status' | 'isBusy'> {
  return {
    uid: row.icalUid,
    sequence: row.calendarSequence,
    start: row.startsAt.getTime(),
    end: row.endsAt.getTime(),
    updatedAt: row.updatedAt.getTime(),
    status: statusOf(row.status),
    isBusy: BLOCKING.has(row.status),
  }
}

function statusOf(status: Known['status']): CalendarEntry['status'] {
  if (status.startsWith('CANCELLED')) return 'CANCELLED'
  return status === 'PENDING' ? 'TENTATIVE' : 'CONFIRMED'
}
