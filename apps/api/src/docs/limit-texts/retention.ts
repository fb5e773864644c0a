import type { Chapter } from './limit-text.ts'

export const RETENTION = {
  eventRetentionDays: {
    says: 'How long events are kept',
    unit: 'days',
    where:
      '`GET /v1/events`: older events are not listed, and of them only the newest event of the organization is accepted as `after`',
    beyond: { code: 'validation_error', field: 'after', fieldCode: 'not_found' },
  },
  deliveryRetentionDays: {
    says: 'How long delivery attempts are kept',
    unit: 'days',
    where: '`GET /v1/webhooks/{webhook_id}/deliveries`',
    beyond: { instead: 'They are no longer listed.' },
  },
  auditDays: {
    says: 'How long entries of the audit are kept',
    unit: 'days',
    where: '`audit.list`',
    beyond: { instead: 'They are no longer listed.' },
  },
  requestDays: {
    says: 'How long the request log keeps a request',
    unit: 'days',
    where: '`GET /v1/requests`',
    beyond: { instead: 'They are no longer listed.' },
  },
  requestEvents: {
    says: 'Events that one request of the log shows',
    unit: 'events',
    where: '`GET /v1/requests/{request_id}`',
    beyond: { instead: 'The first ones are shown, and `events_truncated` is true.' },
  },
} satisfies Chapter
