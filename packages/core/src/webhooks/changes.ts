/** What the audit shows of a webhook. */
import { WITHHELD } from './credentials.ts'
import { changesBetween, type Changes } from '../events/new-event.ts'
import type { WebhookRow } from './webhook.ts'

/** ShownWebhook as they are. */
const OPEN = [
  'name',
  'events',
  'format',
  'filters',
  'show_full_personal_data',
  'active',
  'disabled_reason',
] as const

/** What a receiver is reached and convinced with, and texts that may hold it. The audit tells that they changed. */
export type HiddenField = 'url' | 'headers' | 'template' | 'secrets' | 'message_template' | 'secret'

type ShownWebhook = Pick<
  WebhookRow,
  'name' | 'events' | 'format' | 'filters' | 'showFullPersonalData' | 'active' | 'disabledReason'
>

/**
 * @param before null: it is new
 * @param after null: it is deleted
 * @param hidden the fields that changed and whose values stay untold
 * @returns null when nothing changed
 */
export function webhookChanges(
  before: ShownWebhook | null,
  after: ShownWebhook | null,
  hidden: readonly HiddenField[],
): Changes | null {
  const open = changesBetween(shown(before), shown(after), OPEN)
  const withheld = Object.fromEntries(
    hidden.map((field) => [field, { from: WITHHELD, to: WITHHELD }] as const),
  )
  return open === null && hidden.length === 0 ? null : { ...open, ...withheld }
}

function shown(row: ShownWebhook | null): Readonly<Record<string, unknown>> {
  if (row === null) return {}
  return {
    name: row.name,
    events: row.events,
    format: row.format,
    filters: row.filters,
    show_full_personal_data: row.showFullPersonalData,
    active: row.active,
    disabled_reason: row.disabledReason,
  }
}
