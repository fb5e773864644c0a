import type { WebhookTemplate } from '@scheduling/webhooks'
import { livingSecrets } from './previous-secrets.ts'
import { addressOf, openMap, openText, type Unsealing } from './sealed-columns.ts'
import { isAtStandstill } from './standstill-terms.ts'
import { StoredTemplate } from './stored-template.ts'

/** Everything that sending to a webhook needs, decrypted. It is read for each attempt and never kept. */
export type Subscription = {
  readonly id: string
  readonly organizationId: number
  readonly name: string
  readonly active: boolean
  /** A feature that sending needs is off: nothing is sent, and what is due waits. */
  readonly isAtStandstill: boolean
  readonly format: string
  readonly url: string
  /** Host and port of the address: all of it that the history shows. */
  readonly host: string
  readonly apiVersion: string
  readonly headers: Readonly<Record<string, string>>
  readonly template: WebhookTemplate | null
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
}

/** Columns of a `SubscriptionRow`: `w` is the webhook, `o` its organization. */
export const SUBSCRIPTION_COLUMNS = `w.id, w.organization_id, w.name, w.active, w.format, w.url, w.url_sealed, w.api_version, w.headers_sealed,
     w.template, w.secrets_sealed, w.message_template, w.show_full_personal_data, w.signing_secret_sealed,
     w.previous_secrets_sealed, w.previous_secrets_expire_at,
     ${isAtStandstill('o')} AS is_still, o.name AS organization_name, o.time_zone, o.language`

/** @param now when it is sent to: which previous secrets still sign */
export function subscriptionOf(row: SubscriptionRow, crypto: Unsealing, now: number): Subscription {
  const url = addressOf(crypto, { id: row.id, url: row.url, urlSealed: row.url_sealed })
  return {
    id: row.id,
    organizationId: row.organization_id,
    name: row.name,
    active: row.active,
    isAtStandstill: row.is_still,
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
      language: languageOf(row.language),
    },
  }
}

/** The language that the owner is written to: Portuguese, unless the organization chose English. */
export function languageOf(stored: string): 'pt' | 'en' {
  return stored === 'en' ? 'en' : 'pt'
}
