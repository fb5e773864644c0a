/** What callers send: the shapes, and every fault that can be told without looking anything up. */
import { AppointmentStatus, QueueEntryStatus } from '@scheduling/database'
import { EVENT_SELECTORS } from '@scheduling/events'
import {
  CHAT_FORMATS,
  CHAT_PLATFORMS,
  readChatFormat,
  TEMPLATE_CONTENT_TYPES,
  TEMPLATE_METHODS,
} from '@scheduling/webhooks'
import { z } from 'zod'
import { BESIDE_OTHERS, Id, nullableText } from '../ground/fields.ts'
import { mapOf } from '../ground/map-fields.ts'
import { API_VERSIONS, CURRENT_API_VERSION, LIMITS } from '../contract/limits.ts'
import { WITHHELD, withheldFaults } from './credentials.ts'
import { soundFields, textsOf, reportFaults } from './input-checks.ts'
import type { WebhookFormat } from './webhook-format.ts'
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
    description: `\`generic\`: the event as signed JSON. \`custom\`: a request from your own template. The other formats are ready-made messages for a chat channel: ${CHAT_FORMATS.map((format) => `\`${format}\` or \`${CHAT_PLATFORMS[format]}\``).join(', ')}.`,
  })

export const EventsInput = z
  .array(
    z.enum(EVENT_SELECTORS, {
      error: (issue) =>
        issue.input === 'ping'
          ? '`ping` cannot be subscribed to. Only the test route sends it.'
          : 'This event type does not exist. Use a type of the catalogue, a group such as `appointment.*`, or `*`.',
    }),
  )
  .min(1, 'At least one event type is required.')
  .max(LIMITS.webhookEvents)
  .transform((selectors) => [...new Set(selectors)])
  .meta({
    description:
      'Event types, groups such as `appointment.*`, or `*` for all types. A group includes types that are added later.',
  })

const STATUSES = [
  ...new Set([...Object.values(AppointmentStatus), ...Object.values(QueueEntryStatus)]),
]

function listOf<Value extends z.ZodType>(value: Value, description: string) {
  return z.array(value).max(LIMITS.webhookFilterValues).default([]).meta({ description })
}

const FiltersInput = z
  .object({
    professional_ids: listOf(Id, 'Only events of these professionals.'),
    service_ids: listOf(Id, 'Only events of these services.'),
    statuses: listOf(
      z.enum(STATUSES),
      'Only appointments and queue entries whose status after the event is one of these.',
    ),
    types: listOf(
      z.enum(['TELEMEDICINE', 'IN_PERSON']),
      'Only events about these types of service.',
    ),
    sources: listOf(
      z.enum(['public_booking', 'dashboard', 'recurrence', 'api', 'agent']),
      'For `appointment.created`, only appointments that were booked in one of these ways.',
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
        error:
          'The body must be one text or, for a form, an object with one template per field name.',
      })
      .meta({
        description: 'One text or, for a form, an object with one template per field name.',
      }),
    headers: TemplateParts.default({}),
    query: TemplateParts.default({}),
  })
  .superRefine((sent, context) => {
    const { body, headers, query } = soundFields(sent, context)
    if (body !== undefined && headers !== undefined && query !== undefined)
      reportFaults('template', templateSizeFaults)(sent, context)
  }, BESIDE_OTHERS)
  .meta({
    id: 'WebhookTemplateInput',
    // What is read before it is checked counts as optional otherwise.
    required: ['body'],
    description: `A template has at most ${LIMITS.templateBytes / 1024} KB. The values of \`body\`, \`headers\` and \`query\` are templates.`,
  })

const SECRET_NAME = new RegExp(`^[a-z0-9_]{1,${LIMITS.webhookSecretNameCharacters}}$`)
const SECRET_NAME_HELP = `A name must have 1 to ${LIMITS.webhookSecretNameCharacters} characters: lower-case letters, digits or "_".`
/** All of them deleted, and as many new ones. */
const MOST_SECRET_CHANGES = 2 * LIMITS.webhookSecrets
const SecretValue = z.string().min(1).max(LIMITS.webhookSecretValueCharacters)

const OwnSecretInput = z
  .string()
  .meta({ maxLength: LIMITS.signingSecretMaxCharacters })
  .nullable()
  .superRefine(reportFaults('secret', ownSecretFaults))
  .meta({
    description: `Your own signing secret: ${LIMITS.signingSecretMinCharacters} to ${LIMITS.signingSecretMaxCharacters} characters without white space. If you leave it out or send null, a secret is generated.`,
  })

const NameInput = nullableText(LIMITS.webhookNameCharacters).meta({
  description: 'If you leave it out or send null, the host of the URL is used.',
})
// What depends on where this service runs, its own hosts and a developer's machine, is told afterwards.
const ANYWHERE = { allowLoopbackHttp: true, ownHosts: [] }

const UrlInput = z
  .string()
  .meta({ maxLength: LIMITS.webhookUrlCharacters })
  .superRefine(
    reportFaults('url', (url: string) => {
      const read = readUrl(url, 'generic', ANYWHERE)
      return 'fault' in read ? [read.fault] : []
    }),
  )
  .meta({
    format: 'uri',
    description:
      'An `https` URL with a public domain and without credentials or a fragment. The port is 443, 8443, or 1024 or higher.',
  })
// A rule tells what is over it.
const HeaderValue = z.string().meta({ maxLength: LIMITS.webhookHeaderValueCharacters })
const HeadersInput = mapOf(z.string(), HeaderValue, { most: LIMITS.webhookHeaders })
  .superRefine(
    reportFaults('headers', (headers: unknown) => headerFaults(textsOf(headers))),
    BESIDE_OTHERS,
  )
  .meta({
    description: `At most ${LIMITS.webhookHeaders} headers, sent with every delivery. The values of \`Authorization\`, and of headers whose names contain \`token\`, \`secret\`, \`key\`, \`auth\`, \`password\` or \`credential\`, are never returned: \`${WITHHELD}\` is shown instead.`,
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
    description: `For chat formats only. A template of at most ${MOST_TITLE_CHARACTERS} characters that replaces the title.`,
  })
const ShowFullPersonalDataInput = z.boolean().meta({
  description:
    'For chat formats only. Whether messages show the full name, phone and e-mail of clients.',
})

export const NewWebhook = z.object({
  url: UrlInput,
  events: EventsInput,
  name: NameInput.optional(),
  format: FormatInput.default('generic'),
  filters: FiltersInput.prefault({}),
  headers: HeadersInput.superRefine(
    reportFaults('headers', (headers: unknown) => withheldFaults('headers', textsOf(headers))),
    BESIDE_OTHERS,
  ).default({}),
  template: TemplateInput.nullable()
    .optional()
    .meta({ description: 'Required for the format `custom`, and refused for all others.' }),
  secrets: mapOf(z.string().regex(SECRET_NAME), SecretValue, {
    most: LIMITS.webhookSecrets,
    keyHelp: SECRET_NAME_HELP,
  })
    .superRefine(
      reportFaults('secrets', (secrets: unknown) => withheldFaults('secrets', textsOf(secrets))),
      BESIDE_OTHERS,
    )
    .default({})
    .meta({
      description: `For the format \`custom\` only. At most ${LIMITS.webhookSecrets} values for \`secret_ref('<name>')\`. They are never returned.`,
    }),
  message_template: MessageTemplateInput.optional(),
  show_full_personal_data: ShowFullPersonalDataInput.default(false),
  secret: OwnSecretInput.optional(),
  active: z.boolean().default(true),
  api_version: z.enum(API_VERSIONS).default(CURRENT_API_VERSION).meta({
    description: 'The version of the event format. It cannot be changed later.',
  }),
})

type Creation = z.output<typeof NewWebhook>

/** What fields of a new webhook say together. `.superRefine(fittingFields, BESIDE_OTHERS)` on `NewWebhook`. */
export function fittingFields(sent: Creation, context: z.core.$RefinementCtx<Creation>): void {
  const { format, url, ...sound } = soundFields(sent, context)
  if (format === undefined) return
  const read = url === undefined ? null : readUrl(url, format, ANYWHERE)
  reportFaults('', () => [
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
      'The new address is validated like the first one. For chat formats, the shortened form that the API shows leaves the address unchanged. Credentials are not carried over to a new address, even if only a part of it changes: send every secret and every credential header again, or remove it.',
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
        'Merged with the stored secrets; null deletes a secret. With a new `url`, send every stored secret again or delete it.',
    }),
  message_template: MessageTemplateInput.optional(),
  show_full_personal_data: ShowFullPersonalDataInput.optional(),
  active: z.boolean().optional().meta({
    description:
      'True also clears `disabled_reason` and `failing_since`. False discards waiting deliveries.',
  }),
  format: fixed('format', 'cannot be changed. Create another webhook.'),
  api_version: fixed('api_version', 'is fixed when the webhook is created.'),
  secret: fixed('secret', 'can be changed only by `POST /v1/webhooks/{webhook_id}/rotate-secret`.'),
})

export const SecretRotation = z.object({
  secret: OwnSecretInput.optional(),
  revoke_previous: z.boolean().default(false).meta({
    description:
      'If true, all previous secrets stop signing at once. Use it after a leak. The number of previous secrets does not limit such a rotation.',
  }),
})
