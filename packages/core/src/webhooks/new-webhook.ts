/** What callers send: the shapes, and every fault that can be told without looking anything up. */
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
import { BESIDE_OTHERS, Id, mapOf, nullableText } from '../fields.ts'
import { API_VERSIONS, CURRENT_API_VERSION, LIMITS } from '../limits.ts'
import { WITHHELD, withheldFaults } from './credentials.ts'
import { soundFields, textsOf, toldBy } from './input-checks.ts'
import type { WebhookFormat } from './webhook.ts'
import {
  formatFaults,
  headerFaults,
  ownSecretFaults,
  readUrl,
  templateMissing,
  templateSizeFaults,
} from './webhook-rules.ts'

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
  .superRefine((sent, context) => {
    const { body, headers, query } = soundFields(sent, context)
    if (body !== undefined && headers !== undefined && query !== undefined)
      toldBy('template', templateSizeFaults)(sent, context)
  }, BESIDE_OTHERS)
  .meta({
    id: 'WebhookTemplateInput',
    // What is read before it is checked counts as optional otherwise.
    required: ['body'],
    description: `At most ${LIMITS.templateBytes / 1024} KB. Values of \`body\`, \`headers\` and \`query\` are templates.`,
  })

const SECRET_NAME = /^[a-z0-9_]{1,40}$/
const SECRET_NAME_HELP = 'A name has 1 to 40 lower-case letters, digits or "_".'
/** All of them deleted, and as many new ones. */
const MOST_SECRET_CHANGES = 2 * LIMITS.webhookSecrets
const SecretValue = z.string().min(1).max(LIMITS.webhookSecretValueCharacters)

const OwnSecretInput = z
  .string()
  .meta({ maxLength: LIMITS.signingSecretMaxCharacters })
  .nullable()
  .superRefine(toldBy('secret', ownSecretFaults))
  .meta({
    description: `Your own signing secret: ${LIMITS.signingSecretMinCharacters} to ${LIMITS.signingSecretMaxCharacters} characters without blanks. Left out or null: one is generated.`,
  })

const NameInput = nullableText(LIMITS.webhookNameCharacters).meta({
  description: 'Null or left out: the host of the URL.',
})
// What depends on where this service runs, its own hosts and a developer's machine, is told afterwards.
const ANYWHERE = { allowLoopbackHttp: true, ownHosts: [] }

const UrlInput = z
  .string()
  .meta({ maxLength: LIMITS.webhookUrlCharacters })
  .superRefine(
    toldBy('url', (url: string) => {
      const read = readUrl(url, 'generic', ANYWHERE)
      return 'fault' in read ? [read.fault] : []
    }),
  )
  .meta({
    format: 'uri',
    description:
      'https, on a public domain, port 443, 8443 or 1024 and above; no credentials, no fragment.',
  })
// A rule tells what is over it.
const HeaderValue = z.string().meta({ maxLength: LIMITS.webhookHeaderValueCharacters })
const HeadersInput = mapOf(z.string(), HeaderValue, { most: LIMITS.webhookHeaders })
  .superRefine(
    toldBy('headers', (headers: unknown) => headerFaults(textsOf(headers))),
    BESIDE_OTHERS,
  )
  .meta({
    description: `Sent with every delivery: at most ${LIMITS.webhookHeaders}. Values of \`Authorization\` and of names with \`token\`, \`secret\`, \`key\`, \`auth\`, \`password\` or \`credential\` are never returned: \`${WITHHELD}\` stands for them.`,
  })

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
  headers: HeadersInput.superRefine(
    toldBy('headers', (headers: unknown) => withheldFaults('headers', textsOf(headers))),
    BESIDE_OTHERS,
  ).default({}),
  template: TemplateInput.nullable()
    .optional()
    .meta({ description: 'Required for `custom`, refused otherwise.' }),
  secrets: mapOf(z.string().regex(SECRET_NAME), SecretValue, {
    most: LIMITS.webhookSecrets,
    keyHelp: SECRET_NAME_HELP,
  })
    .superRefine(
      toldBy('secrets', (secrets: unknown) => withheldFaults('secrets', textsOf(secrets))),
      BESIDE_OTHERS,
    )
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

type Creation = z.output<typeof NewWebhook>

/** What fields of a new webhook say together. `.superRefine(fittingFields, BESIDE_OTHERS)` on `NewWebhook`. */
export function fittingFields(sent: Creation, context: z.core.$RefinementCtx<Creation>): void {
  const { format, url, ...sound } = soundFields(sent, context)
  if (format === undefined) return
  const read = url === undefined ? null : readUrl(url, format, ANYWHERE)
  toldBy('', () => [
    ...(read !== null && 'fault' in read ? [read.fault] : []),
    ...formatFaults(format, sound),
    ...(format === 'custom' && sent.template == null ? [templateMissing()] : []),
  ])(sent, context)
}

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
    description:
      'Validated again. For chat formats the truncated form leaves it as it is. A new address, whatever part of it is new, takes no credential along: send every secret and every credential among the headers again, or remove it.',
  }),
  events: EventsInput.optional(),
  name: NameInput.optional(),
  filters: FiltersInput.optional(),
  headers: HeadersInput.optional(),
  template: TemplateInput.nullable().optional(),
  secrets: mapOf(z.string().regex(SECRET_NAME), SecretValue.nullable(), {
    most: MOST_SECRET_CHANGES,
    keyHelp: SECRET_NAME_HELP,
  })
    .optional()
    .meta({
      description:
        'Merged with those that are there; null deletes one. With a new `url` each of them is needed.',
    }),
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
    description: 'True: no previous secret signs any more, as after a leak. Never refused.',
  }),
})
