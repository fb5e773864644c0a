/** An appointment as every calendar has it, by whatever way it came there. */
import type { CalendarEntry } from '@scheduling/icalendar'
import { BLOCKING_STATUSES } from '@scheduling/availability'
import type { AppointmentColumns } from './rows.ts'

type Known = Pick<
  AppointmentColumns,
  'icalUid' | 'status' | 'startsAt' | 'endsAt' | 'createdAt' | 'updatedAt'
>

const BLOCKING: ReadonlySet<string> = new Set(BLOCKING_STATUSES)

/** All but what is written about it, which depends on who reads the calendar. */
export function calendarEntryOf(
  row: Known,
): Pick<CalendarEntry, 'uid' | 'sequence' | 'start' | 'end' | 'updatedAt' | 'status' | 'isBusy'> {
  return {
    uid: row.icalUid,
    // Tenths of seconds since the booking: every change comes later than the one before, and none can get lost.
    sequence: Math.floor((row.updatedAt.getTime() - row.createdAt.getTime()) / 100),
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
