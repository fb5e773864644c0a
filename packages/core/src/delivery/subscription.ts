import { z } from 'zod'
import type { Cryptography } from '../ground/crypto.ts'
import { addressOf } from '../webhooks/destination.ts'
import { livingSecrets } from '../webhooks/previous-secrets.ts'
import { openMap, openText } from '../webhooks/sealed.ts'
import { servedOf, type Health, type ServedRow } from './health.ts'
import { isStill } from './standstill-terms.ts'
import { statement, type Runner } from './statement.ts'

/** A template as stored: the words of the API, snake_case. */
export const StoredTemplate = z.object({
  method: z.enum(['POST', 'PUT', 'PATCH']).default('POST'),
  content_type: z
    .enum(['application/json', 'application/x-www-form-urlencoded', 'text/plain'])
    .default('application/json'),
  body: z.union([z.string(), z.record(z.string(), z.string())]),
  headers: z.record(z.string(), z.string()).default({}),
  query: z.record(z.string(), z.string()).default({}),
})

/** Everything that sending to a webhook needs, opened. Read at attempt time, never kept. */
export type Subscription = {
  readonly id: string
  readonly organizationId: number
  readonly name: string
  readonly active: boolean
  readonly format: string
  readonly url: string
  /** Of the address, with the port: all of it that the history shows. */
  readonly host: string
  readonly apiVersion: string
  readonly headers: Readonly<Record<string, string>>
  readonly template: z.output<typeof StoredTemplate> | null
  readonly secrets: Readonly<Record<string, string>>
  readonly messageTemplate: string | null
  readonly showFullPersonalData: boolean
  readonly signingSecret: string | null
  /** Those that still sign, newest first. */
  readonly previousSecrets: readonly string[]
  readonly organization: {
    readonly name: string
    readonly timezone: string
    readonly language: 'pt' | 'en'
  }
}

export type SubscriptionRow = {
  id: string
  organization_id: number
  name: string
  active: boolean
  format: string
  url: string | null
  url_sealed: Buffer | null
  api_version: string
  headers_sealed: Buffer | null
  template: unknown
  secrets_sealed: Buffer | null
  message_template: string | null
  show_full_personal_data: boolean
  signing_secret_sealed: Buffer | null
  previous_secrets_sealed: Buffer[]
  previous_secrets_expire_at: Date[]
  is_still: boolean
  organization_name: string
  time_zone: string
  language: string
  failing_since: Date | null
  warned_at: Date | null
  last_delivery_at: Date | null
  last_success_at: Date | null
  paused_until: Date | null
} & ServedRow

/** `SELECT`'s list and `FROM`, of a `SubscriptionRow`. */
export const SUBSCRIPTION_COLUMNS = `w.id, w.organization_id, w.name, w.active, w.format, w.url, w.url_sealed, w.api_version, w.headers_sealed,
     w.template, w.secrets_sealed, w.message_template, w.show_full_personal_data, w.signing_secret_sealed,
     w.previous_secrets_sealed, w.previous_secrets_expire_at,
     ${isStill('o')} AS is_still, o.name AS organization_name, o.time_zone, o.language,
     h.failing_since, h.warned_at, h.last_delivery_at, h.last_success_at, h.paused_until,
     h.consecutive_failures, h.slow_ms, h.open_lanes`
export const SUBSCRIPTION_TABLES = `webhook w JOIN organization o ON o.id = w.organization_id
   LEFT JOIN webhook_health h ON h.webhook_id = w.id`

const subscriptionsById = statement<SubscriptionRow>(
  'subscriptions to serve',
  `SELECT ${SUBSCRIPTION_COLUMNS} FROM ${SUBSCRIPTION_TABLES} WHERE w.id = ANY($1)`,
)

/** A subscription, what its endpoint has shown of itself, and whether it may be sent to. */
export type Standing = {
  readonly subscription: Subscription
  readonly health: Health
  /** A feature that sending needs is off: nothing is sent, and what is due waits. */
  readonly isStill: boolean
}

/** @returns in their order; null: there is no such webhook */
export async function readSubscriptions(
  runner: Runner,
  crypto: Cryptography,
  webhookIds: readonly string[],
  now: number,
): Promise<(Standing | null)[]> {
  const rows = await subscriptionsById(runner, [webhookIds])
  const byId = new Map(rows.map((row) => [row.id, row]))
  return webhookIds.map((id) => {
    const row = byId.get(id)
    return row === undefined ? null : standingOf(row, crypto, now)
  })
}

export function standingOf(row: SubscriptionRow, crypto: Cryptography, now: number): Standing {
  return {
    subscription: opened(row, crypto, now),
    health: healthOf(row),
    isStill: row.is_still,
  }
}

function opened(row: SubscriptionRow, crypto: Cryptography, now: number): Subscription {
  const url = addressOf(crypto, { id: row.id, url: row.url, urlSealed: row.url_sealed })
  return {
    id: row.id,
    organizationId: row.organization_id,
    name: row.name,
    active: row.active,
    format: row.format,
    url,
    host: URL.canParse(url) ? new URL(url).host : '',
    apiVersion: row.api_version,
    headers: openMap(crypto, row.id, 'headers', row.headers_sealed),
    template: row.template === null ? null : StoredTemplate.parse(row.template),
    secrets: openMap(crypto, row.id, 'secrets', row.secrets_sealed),
    messageTemplate: row.message_template,
    showFullPersonalData: row.show_full_personal_data,
    signingSecret: openText(crypto, row.id, 'signing-secret', row.signing_secret_sealed),
    previousSecrets: livingSecrets(
      row.previous_secrets_sealed,
      row.previous_secrets_expire_at,
      now,
    ).flatMap(({ sealed }) => openText(crypto, row.id, 'previous-secret', sealed) ?? []),
    organization: {
      name: row.organization_name,
      timezone: row.time_zone,
      language: row.language === 'en' ? 'en' : 'pt',
    },
  }
}

function healthOf(row: SubscriptionRow): Health {
  return {
    failingSince: row.failing_since,
    warnedAt: row.warned_at,
    lastDeliveryAt: row.last_delivery_at,
    lastSuccessAt: row.last_success_at,
    pausedUntil: row.paused_until,
    ...servedOf(row),
  }
}
