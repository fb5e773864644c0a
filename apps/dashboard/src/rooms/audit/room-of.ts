/** Where a record of the audit is seen. */
import { linkOptions } from '@tanstack/react-router'
import type { RecordKind } from '../../words/actions.ts'
import type { Entry } from './kinds.ts'

const ROOMS = {
  api_key: linkOptions({ to: '/keys' }),
  calendar_feed: linkOptions({ to: '/calendars' }),
  date_override: linkOptions({ to: '/hours', search: { tab: 'dates' } }),
  holiday: linkOptions({ to: '/hours', search: { tab: 'holidays' } }),
  invite: linkOptions({ to: '/people' }),
  messaging_connection: linkOptions({ to: '/messages', search: { view: 'connection' } }),
  message_text: linkOptions({ to: '/messages', search: { view: 'texts' } }),
  organization: linkOptions({ to: '/settings' }),
  payment_connection: linkOptions({ to: '/settings' }),
  queue_desk: linkOptions({ to: '/queue' }),
  queue_entry: linkOptions({ to: '/queue' }),
  specialty: linkOptions({ to: '/services' }),
  user: linkOptions({ to: '/people' }),
  waitlist_wish: linkOptions({ to: '/waitlist' }),
  working_hours: linkOptions({ to: '/hours' }),
} as const satisfies Partial<Record<RecordKind, unknown>>

/** The address of one record; null if its kind has none. */
function recordAt(record: RecordKind, id: string) {
  const number = Number(id)
  switch (record) {
    case 'client':
      return linkOptions({ to: '/clients/$clientId', params: { clientId: id } })
    case 'webhook':
    case 'webhook_status':
      return linkOptions({ to: '/webhooks/$webhookId', params: { webhookId: id } })
    case 'appointment':
      return linkOptions({ to: '/', search: { appointment: number } })
    case 'blocked_time':
      return linkOptions({ to: '/', search: { blocked: number } })
    case 'deposit':
      return linkOptions({ to: '/deposits', search: { deposit: number } })
    case 'professional':
      return linkOptions({ to: '/professionals', search: { professional_id: number } })
    case 'service':
      return linkOptions({ to: '/services', search: { service_id: number } })
    default:
      return null
  }
}

/** Null: there is nothing to see, such as of what was deleted. */
export function roomOf(record: RecordKind, { action, record_id: id }: Entry) {
  if (/\.(deleted|erased|removed)$/.test(action)) return null
  const own = id === null ? null : recordAt(record, id)
  return own ?? (record in ROOMS ? ROOMS[record as keyof typeof ROOMS] : null)
}
