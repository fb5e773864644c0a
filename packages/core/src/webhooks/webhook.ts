import type { Organization, Webhook as WebhookTable } from '@scheduling/database'
import {
  addressOf,
  livingSecrets,
  openMap,
  StoredFilters,
  StoredTemplate,
  type Health,
} from '@scheduling/delivery'
import { TEMPLATE_CONTENT_TYPES, TEMPLATE_METHODS } from '@scheduling/webhooks'
import { z } from 'zod'
import type { Service } from '../context.ts'
import { Id } from '../ground/fields.ts'
import { Instant } from '../ground/time-fields.ts'
import { instantsIn } from '../ground/instants-in.ts'
import { shownHeaders, WITHHELD } from './credentials.ts'
import { shownAddress } from './destination.ts'
import { formatOf, WEBHOOK_FORMATS } from './webhook-format.ts'

export const DISABLED_REASONS = [
  'MANUAL',
  'ENDPOINT_GONE',
  'FAILING_7_DAYS',
  'PLATFORM_REFUSED',
] as const

/** What `format: custom` sends, as it is shown. */
export const WebhookTemplate = z
  .object({
    method: z.enum(TEMPLATE_METHODS),
    content_type: z.enum(TEMPLATE_CONTENT_TYPES),
    body: z.union([z.string(), z.record(z.string(), z.string())]).meta({
      description: 'One text or, for a form, an object with one template per field name.',
    }),
    headers: z.record(z.string(), z.string()),
    query: z.record(z.string(), z.string()),
  })
  .meta({ id: 'WebhookTemplate' })

export const WebhookFilters = z
  .object({
    professional_ids: z.array(Id),
    service_ids: z.array(Id),
    statuses: z.array(z.string()),
    types: z.array(z.string()),
    sources: z.array(z.string()),
  })
  .meta({
    id: 'WebhookFilters',
    description:
      'An event must match one value of every list that is not empty. A filter that does not apply to an event is ignored for that event.',
  })

export const Webhook = z
  .object({
    object: z.literal('webhook'),
    id: z.string().meta({ example: 'whk_01k9xq3v5m8t2r7w4y6z0a1bcd' }),
    name: z.string(),
    url: z.string().meta({
      description:
        'For chat formats, only the scheme, the host and the last 4 characters are shown.',
    }),
    events: z.array(z.string()),
    format: z.enum(WEBHOOK_FORMATS),
    filters: WebhookFilters,
    headers: z.record(z.string(), z.string()).meta({
      description: `Sent with every delivery. The values of credentials are shown as \`${WITHHELD}\`.`,
    }),
    template: WebhookTemplate.nullable(),
    secret_names: z.array(z.string()).meta({
      description: 'The names of the `secrets`. Their values are never returned.',
    }),
    message_template: z.string().nullable(),
    show_full_personal_data: z.boolean(),
    active: z.boolean(),
    api_version: z
      .string()
      .meta({ description: 'The version of the event format. It never changes.' }),
    secret: z.string().nullable().meta({
      description:
        'The signing secret. Only creating a webhook and rotating its secret return it. Always null for chat formats, which are not signed.',
    }),
    previous_secret_expires_at: Instant.nullable().meta({
      description:
        'Until this time, deliveries are also signed with a previous secret. If there are several, the time at which the last one expires.',
    }),
    disabled_reason: z.enum(DISABLED_REASONS).nullable(),
    disabled_at: Instant.nullable(),
    failing_since: Instant.nullable().meta({
      description: 'The time of the first failed delivery since the last success.',
    }),
    last_delivery_at: Instant.nullable(),
    last_success_at: Instant.nullable(),
    created_at: Instant,
    updated_at: Instant,
  })
  .meta({ id: 'Webhook' })

/** A webhook, with what its endpoint has shown of itself. */
export type WebhookRow = WebhookTable & Omit<Health, 'warnedAt' | 'pausedUntil'>

type Viewer = Pick<Service, 'crypto' | 'realNow'> & { readonly organization: Organization }

/** @param secret the signing secret in plain, where this very answer may show it */
export function toWebhook(
  row: WebhookRow,
  viewer: Viewer,
  secret: string | null = null,
): z.input<typeof Webhook> {
  const instant = instantsIn(viewer.organization.timeZone)
  const previous = livingSecrets(
    row.previousSecretsSealed,
    row.previousSecretsExpireAt,
    viewer.realNow(),
  )
  return {
    object: 'webhook',
    id: row.id,
    name: row.name,
    url: shownAddress(formatOf(row.format), addressOf(viewer.crypto, row)),
    events: row.events,
    format: formatOf(row.format),
    filters: StoredFilters.parse(row.filters),
    headers: shownHeaders(openMap(viewer.crypto, row.id, 'headers', row.headersSealed)),
    template: row.template === null ? null : StoredTemplate.parse(row.template),
    secret_names: row.secretNames,
    message_template: row.messageTemplate,
    show_full_personal_data: row.showFullPersonalData,
    active: row.active,
    api_version: row.apiVersion,
    secret,
    previous_secret_expires_at: instant(latest(previous.map(({ expiresAt }) => expiresAt))),
    disabled_reason: reasonOf(row.disabledReason),
    disabled_at: instant(row.disabledAt),
    failing_since: instant(row.failingSince),
    last_delivery_at: instant(row.lastDeliveryAt),
    last_success_at: instant(row.lastSuccessAt),
    created_at: instant(row.createdAt),
    updated_at: instant(row.updatedAt),
  }
}

function latest(dates: readonly Date[]): Date | null {
  return dates.toSorted((a, b) => Number(a) - Number(b)).at(-1) ?? null
}

function reasonOf(stored: string | null): (typeof DISABLED_REASONS)[number] | null {
  return DISABLED_REASONS.find((known) => known === stored) ?? null
}
