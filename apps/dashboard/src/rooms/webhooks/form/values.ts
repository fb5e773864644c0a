/** A webhook as the form holds it, and what is sent of it. */
import type { NewWebhook, PreviewWish, Webhook, WebhookChanges } from '../types.ts'

/** Stands for a stored value that is never shown. */
export const WITHHELD = '***'

/** A row of names and values: headers, parameters, secrets, fields of a form. */
export type Pair = {
  /** Of the row on the screen. */
  readonly key: string
  readonly name: string
  readonly value: string
  /** The service has a value for this name, and does not show it. */
  readonly isStored: boolean
}

export type TemplateValues = {
  readonly method: 'POST' | 'PUT' | 'PATCH'
  readonly content_type: 'application/json' | 'application/x-www-form-urlencoded' | 'text/plain'
  /** Of JSON and plain text. */
  readonly text: string
  /** Of a form. */
  readonly fields: readonly Pair[]
  readonly headers: readonly Pair[]
  readonly query: readonly Pair[]
}

export type Filters = Webhook['filters']

export type WebhookValues = {
  name: string
  url: string
  format: Webhook['format']
  events: string[]
  filters: Filters
  headers: readonly Pair[]
  template: TemplateValues
  secrets: readonly Pair[]
  message_template: string
  show_full_personal_data: boolean
  /** A signing secret of one's own; empty: the service makes one. */
  secret: string
}

export function newPair(name = '', value = '', isStored = false): Pair {
  return { key: crypto.randomUUID(), name, value, isStored }
}

const FIRST_TEMPLATE = `{
  "event": {{ type | json }},
  "at": {{ created_at | json }},
  "record": {{ data.object | json }}
}`

export function newValues(): WebhookValues {
  return {
    name: '',
    url: '',
    format: 'generic',
    events: ['*'],
    filters: { professional_ids: [], service_ids: [], statuses: [], types: [], sources: [] },
    headers: [],
    template: {
      method: 'POST',
      content_type: 'application/json',
      text: FIRST_TEMPLATE,
      fields: [newPair('id', '{{ data.object.id }}')],
      headers: [],
      query: [],
    },
    secrets: [],
    message_template: '',
    show_full_personal_data: false,
    secret: '',
  }
}

export function valuesOf(webhook: Webhook): WebhookValues {
  const fresh = newValues()
  const { template } = webhook
  return {
    ...fresh,
    name: webhook.name,
    url: webhook.url,
    format: webhook.format,
    events: webhook.events,
    filters: webhook.filters,
    headers: pairsOf(webhook.headers),
    template:
      template === null
        ? fresh.template
        : {
            method: template.method,
            content_type: template.content_type,
            ...(typeof template.body === 'string'
              ? { text: template.body, fields: fresh.template.fields }
              : { text: fresh.template.text, fields: pairsOf(template.body) }),
            headers: pairsOf(template.headers),
            query: pairsOf(template.query),
          },
    secrets: webhook.secret_names.map((name) => newPair(name, '', true)),
    message_template: webhook.message_template ?? '',
    show_full_personal_data: webhook.show_full_personal_data,
  }
}

function pairsOf(map: Readonly<Record<string, string>>): Pair[] {
  return Object.entries(map).map(([name, value]) => newPair(name, value, value === WITHHELD))
}

/** Rows without a name and a value are nothing yet. */
function mapOf(pairs: readonly Pair[]): Record<string, string> {
  return Object.fromEntries(
    pairs
      .filter(({ name, value }) => name !== '' || value !== '')
      .map(({ name, value }) => [name.trim(), value]),
  )
}

/** A name that stands there twice: one of the two values would be lost. */
export function repeatedName(pairs: readonly Pair[]): string | null {
  const names = pairs.map(({ name }) => name.trim().toLowerCase()).filter((name) => name !== '')
  return names.find((name, index) => names.indexOf(name) !== index) ?? null
}

export function isChat(format: Webhook['format']): boolean {
  return format !== 'generic' && format !== 'custom'
}

export function templateOf(values: TemplateValues): NonNullable<NewWebhook['template']> {
  const { method, content_type, text, fields, headers, query } = values
  return {
    method,
    content_type,
    body: content_type === 'application/x-www-form-urlencoded' ? mapOf(fields) : text,
    headers: mapOf(headers),
    query: mapOf(query),
  }
}

export function creationOf(values: WebhookValues): NewWebhook {
  return {
    ...everyFormat(values),
    name: values.name.trim() === '' ? null : values.name,
    format: values.format,
    ...(isChat(values.format) || values.secret === '' ? {} : { secret: values.secret }),
    ...(values.format === 'custom' ? { secrets: mapOf(values.secrets) } : {}),
  }
}

/** @param webhook as it was read: its secrets that have no row any more are deleted */
export function changesOf(values: WebhookValues, webhook: Webhook): WebhookChanges {
  const named = new Set(values.secrets.map(({ name }) => name.trim()))
  const gone = webhook.secret_names.filter((name) => !named.has(name))
  const typed = values.secrets.filter(({ value, isStored }) => value !== '' || !isStored)
  return {
    ...everyFormat(values),
    name: values.name.trim() === '' ? null : values.name,
    webhook_id: webhook.id,
    ...(values.format === 'custom'
      ? { secrets: { ...mapOf(typed), ...Object.fromEntries(gone.map((name) => [name, null])) } }
      : {}),
  }
}

/** Whether a form that was opened with one would show the other. `updated_at` is of whole seconds, and cannot tell. */
export function isSameInForm(one: Webhook, other: Webhook): boolean {
  const shown = (webhook: Webhook): string =>
    JSON.stringify([changesOf(valuesOf(webhook), webhook), webhook.secret_names])
  return shown(one) === shown(other)
}

function everyFormat(values: WebhookValues) {
  return {
    url: values.url.trim(),
    // Safe: they come from the catalogue, or from the service itself.
    events: values.events as NewWebhook['events'],
    filters: values.filters as NonNullable<NewWebhook['filters']>,
    headers: mapOf(values.headers),
    ...(values.format === 'custom' ? { template: templateOf(values.template) } : {}),
    ...(isChat(values.format)
      ? {
          message_template: values.message_template === '' ? null : values.message_template,
          show_full_personal_data: values.show_full_personal_data,
        }
      : {}),
  }
}

/** Null where there is nothing to try. */
export function previewOf(
  values: Pick<
    WebhookValues,
    'format' | 'events' | 'template' | 'secrets' | 'message_template' | 'show_full_personal_data'
  >,
  eventType: NonNullable<PreviewWish['event_type']>,
): PreviewWish | null {
  const { format } = values
  if (format === 'generic') return null
  const events = values.events as NonNullable<PreviewWish['events']>
  return {
    format,
    event_type: eventType,
    ...(events.length === 0 ? {} : { events }),
    ...(format === 'custom'
      ? {
          template: templateOf(values.template),
          secret_names: values.secrets.map(({ name }) => name.trim()).filter((name) => name !== ''),
        }
      : {
          message_template: values.message_template === '' ? null : values.message_template,
          show_full_personal_data: values.show_full_personal_data,
        }),
  }
}
