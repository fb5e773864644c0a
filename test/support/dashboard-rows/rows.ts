/** Every page and dialog of the dashboard: tests and pictures are made from this table. Each room has its rows in a file. */
import { ACCOUNT_ROWS } from './account.ts'
import { AGENDA_ROWS } from './agenda.ts'
import { BOOKING_ROWS } from './booking.ts'
import { CALENDARS_ROWS } from './calendars.ts'
import { CLIENT_ROWS } from './clients.ts'
import { DEPOSIT_ROWS } from './deposits.ts'
import { FRAME_ROWS } from './frame.ts'
import { HOURS_ROWS } from './hours.ts'
import { MESSAGE_ROWS } from './messages.ts'
import { OWNER_ROWS } from './owner.ts'
import { OVERVIEW_ROWS } from './overview.ts'
import { PROFESSIONALS_ROWS } from './professionals.ts'
import { QUEUE_ROWS } from './queue.ts'
import { SERVICES_ROWS } from './services.ts'
import { WAITLIST_ROWS } from './waitlist.ts'
import { WEBHOOK_ROWS } from './webhooks.ts'
import type { DashboardRow } from './row.ts'

export const DASHBOARD_ROWS: readonly DashboardRow[] = [
  ...FRAME_ROWS,
  ...ACCOUNT_ROWS,
  ...AGENDA_ROWS,
  ...BOOKING_ROWS,
  ...QUEUE_ROWS,
  ...WAITLIST_ROWS,
  ...CLIENT_ROWS,
  ...DEPOSIT_ROWS,
  ...MESSAGE_ROWS,
  ...SERVICES_ROWS,
  ...PROFESSIONALS_ROWS,
  ...HOURS_ROWS,
  ...CALENDARS_ROWS,
  ...OVERVIEW_ROWS,
  ...OWNER_ROWS,
  ...WEBHOOK_ROWS,
]
