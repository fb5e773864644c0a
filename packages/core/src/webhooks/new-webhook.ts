/** What callers send: the shapes. What depends on the format or on the row stands in `webhook-rules.ts`. */
import { AppointmentStatus, QueueEntryStatus } from '@scheduling/database'
import {
  CHAT_FORMATS,
  CHAT_PLATFORMS,
  readChatFormat,
  TEMPLATE_CONTENT_TYPES,
  TEMPLATE_METHODS,
} from '@scheduling/webhooks'
import { z } from 'zod'
import { EVENT_SELECTORS } from '../event-types.ts'
import { Id, mapOf, nullableText } from '../fields.ts'
import { API_VERSIONS, CURRENT_API_VERSION, LIMITS } from '../limits.ts'
import type { WebhookFormat } from './webhook.ts'

const CHAT_PLATFORM_NAMES = CHAT_FORMATS.map((format) => CHAT_PLATFORMS[format])

export const FormatInput = z
  .enum(['generic', ...CHAT_FORMATS, ...CHAT_PLATFORM_NAMES, 'custom'])
  .transform((value): WebhookFormat => {
    if (value === 'generic' || value === 'custom') return value
    return readChatFormat(value) ?? 'generic'
  })
  .meta({
    description: `\`generic\`: the event as JSON, signed. \`custom\`: your own template. The others are ready messages for a chat channel: ${CHAT_FORMATS.map((format) => `\`${format}\` or \`${CHAT_PLATFORMS[format]}\``).join(', ')}.`,
  })

const EventsInput = z
  .array(
    z.enum(EVENT_SELECTORS, {
      error: (issue) =>
        issue.input === 'ping'
          ? '`ping` cannot be subscribed to: it is sent by the test route only.'
          : 'No such event type. Use a type of the catalogue, a group such as `appointment.*`, or `*`.',
    }),
  )
  .min(1, 'At least one event type is required.')
  .max(LIMITS.webhookEvents)
  .transform((selectors) => [...new Set(selectors)])
  .meta({
    description:
      'Event types, groups such as `appointment.*`, or `*` for all. Groups include types that come later.',
  })

const STATUSES = [
  ...new Set([...Object.values(AppointmentStatus), ...Object.values(QueueEntryStatus)]),
]

function listOf<Value extends z.ZodType>(value: Value, description: string) {
  return z.array(value).max(LIMITS.webhookFilterValues).default([]).meta({ description })
}

const FiltersInput = z
  .object({
    professional_ids: listOf(Id, 'Only these professionals.'),
    service_ids: listOf(Id, 'Only these services.'),
    statuses: listOf(
      z.enum(STATUSES),
      'Only appointments and queue entries whose status after the event is one of these.',
    ),
    types: listOf(z.enum(['TELEMEDICINE', 'IN_PERSON']), 'Only this type of service.'),
    sources: listOf(
      z.enum(['public_booking', 'dashboard', 'recurrence', 'api', 'agent']),
      'Of `appointment.created` only those booked this way.',
    ),
  })
  .meta({ id: 'WebhookFiltersInput' })

// The whole template has this limit; what is under twice as much is measured with the rest.
const TemplateText = z.string().meta({ maxLength: LIMITS.templateBytes })
const TemplateParts = mapOf(z.string(), TemplateText, { most: LIMITS.templateParts })

export const TemplateInput = z
  .object({
    method: z.enum(TEMPLATE_METHODS).default('POST'),
    content_type: z.enum(TEMPLATE_CONTENT_TYPES).default('application/json'),
    body: z
      .union([TemplateText, mapOf(z.string(), TemplateText, { most: LIMITS.templateFormFields })], {
        error: 'The body is one text, or for forms an object: field name to template.',
      })
      .meta({ description: 'One text; for forms an object, field name to template.' }),
    headers: TemplateParts.default({}),
    query: TemplateParts.default({}),
  })
  .meta({
    id: 'WebhookTemplateInput',
    // What is read before it is checked counts as optional otherwise.
    required: ['body'],
    description: `At most ${LIMITS.templateBytes / 1024} KB. Values of \`body\`, \`headers\` and \`query\` are templates.`,
  })

export type TemplateWish = z.output<typeof TemplateInput>

const SECRET_NAME = /^[a-z0-9_]{1,40}$/
const SECRET_NAME_HELP = 'A name has 1 to 40 lower-case letters, digits or "_".'
const SecretValue = z.string().min(1).max(LIMITS.webhookSecretValueCharacters)

const OwnSecretInput = z
  .string()
  .meta({ maxLength: LIMITS.signingSecretMaxCharacters })
  .nullable()
  .meta({
    description: `Your own signing secret: ${LIMITS.signingSecretMinCharacters} to ${LIMITS.signingSecretMaxCharacters} characters without blanks. Left out or null: one is generated.`,
  })

const NameInput = nullableText(LIMITS.webhookNameCharacters).meta({
  description: 'Null or left out: the host of the URL.',
})
const UrlInput = z.string().max(LIMITS.webhookUrlCharacters).meta({
  format: 'uri',
  description:
    'https, on a public domain, port 443, 8443 or 1024 and above; no credentials, no fragment.',
})
const HeadersInput = mapOf(z.string(), z.string().max(LIMITS.webhookHeaderValueCharacters), {
  most: LIMITS.webhookHeaders,
}).meta({ description: `Sent with every delivery: at most ${LIMITS.webhookHeaders}.` })
const MOST_TITLE_CHARACTERS = LIMITS.messageTemplateCharacters
export const MessageTemplateInput = z
  .string()
  .trim()
  .refine(
    (text) => text.length <= 2 * MOST_TITLE_CHARACTERS && [...text].length <= MOST_TITLE_CHARACTERS,
    {
      params: { code: 'too_long' },
      message: `At most ${MOST_TITLE_CHARACTERS} characters.`,
    },
  )
  .meta({ maxLength: MOST_TITLE_CHARACTERS })
  .nullable()
  .transform((text) => (text === '' ? null : text))
  .meta({
    description: `Chat formats only: replaces the title; at most ${MOST_TITLE_CHARACTERS} characters.`,
  })
const ShowFullPersonalDataInput = z.boolean().meta({
  description: 'Chat formats only: full name, phone and e-mail of clients.',
})

export const NewWebhook = z.object({
  url: UrlInput,
  events: EventsInput,
  name: NameInput.optional(),
  format: FormatInput.default('generic'),
  filters: FiltersInput.prefault({}),
  headers: HeadersInput.default({}),
  template: TemplateInput.nullable()
    .optional()
    .meta({ description: 'Required for `custom`, refused otherwise.' }),
  secrets: mapOf(z.string().regex(SECRET_NAME), SecretValue, {
    most: LIMITS.webhookSecrets,
    keyHelp: SECRET_NAME_HELP,
  })
    .default({})
    .meta({
      description: `\`custom\` only: values for \`secret_ref('<name>')\`, at most ${LIMITS.webhookSecrets}; never returned.`,
    }),
  message_template: MessageTemplateInput.optional(),
  show_full_personal_data: ShowFullPersonalDataInput.default(false),
  secret: OwnSecretInput.optional(),
  active: z.boolean().default(true),
  api_version: z.enum(API_VERSIONS).default(CURRENT_API_VERSION).meta({
    description: 'Version of the event format; fixed afterwards.',
  }),
})

/** A field of the record that the caller may name and not change. */
function fixed(name: string, reason: string) {
  return z
    .unknown()
    .optional()
    .refine((value) => value === undefined, {
      params: { code: 'read_only' },
      message: `\`${name}\` ${reason}`,
    })
    .meta({ readOnly: true, description: `Refused: it ${reason}` })
}

export const WebhookChanges = z.object({
  url: UrlInput.optional().meta({
    description: 'Validated again. For chat formats the truncated form leaves it as it is.',
  }),
  events: EventsInput.optional(),
  name: NameInput.optional(),
  filters: FiltersInput.optional(),
  headers: HeadersInput.optional(),
  template: TemplateInput.nullable().optional(),
  // Twice as many: as many may go as come.
  secrets: mapOf(z.string().regex(SECRET_NAME), SecretValue.nullable(), {
    most: 2 * LIMITS.webhookSecrets,
    keyHelp: SECRET_NAME_HELP,
  })
    .optional()
    .meta({ description: 'Merged with those that are there; null deletes one.' }),
  message_template: MessageTemplateInput.optional(),
  show_full_personal_data: ShowFullPersonalDataInput.optional(),
  active: z.boolean().optional().meta({
    description:
      'True also clears `disabled_reason` and `failing_since`; false discards what waits.',
  }),
  format: fixed('format', 'cannot change: create another webhook.'),
  api_version: fixed('api_version', 'is fixed when the webhook is created.'),
  secret: fixed('secret', 'changes through `POST /v1/webhooks/{webhook_id}/rotate-secret`.'),
})

export const SecretRotation = z.object({
  secret: OwnSecretInput.optional(),
  revoke_previous: z.boolean().default(false).meta({
    description: 'True: the previous secret signs no more, as after a leak.',
  }),
})
