import { EVENT_TYPE_NAMES } from '@scheduling/events'
import {
  previewMessage,
  previewTemplate,
  readChatFormat,
  type WebhookTemplate,
} from '@scheduling/webhooks'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { procedure } from '../procedure/define.ts'
import { BESIDE_OTHERS, NoExpand } from '../ground/fields.ts'
import { LIMITS } from '../contract/limits.ts'
import { knownEvents, templateRefusal, sampleFor, surroundingsOf } from './check-templates.ts'
import { soundFields, reportFaults } from './input-checks.ts'
import { EventsInput, FormatInput, MessageTemplateInput, TemplateInput } from './new-webhook.ts'
import { templateMissing } from './webhook-rules.ts'

const PreviewInput = z.object({
  format: FormatInput.default('generic'),
  event_type: z.enum(EVENT_TYPE_NAMES).default('appointment.created'),
  template: TemplateInput.nullable().optional(),
  /** Of the webhook: a name that none of these types has is refused. Left out: any type may have it. */
  events: EventsInput.optional(),
  /** Names that `secret_ref` may use; values show as `***`. */
  secret_names: z
    .array(z.string().max(LIMITS.webhookSecretNameCharacters))
    .max(LIMITS.webhookSecrets)
    .default([]),
  message_template: MessageTemplateInput.optional(),
  show_full_personal_data: z.boolean().default(false),
  expand: NoExpand,
})
type PreviewRequest = z.output<typeof PreviewInput>

const RequestPreview = z.object({
  object: z.literal('webhook_preview'),
  kind: z.literal('request'),
  method: z.string(),
  content_type: z.string(),
  body: z.string(),
  headers: z.record(z.string(), z.string()),
  query: z.record(z.string(), z.string()),
})

const MessagePreview = z.object({
  object: z.literal('webhook_preview'),
  kind: z.literal('message'),
  title: z.string(),
  fields: z.array(z.object({ label: z.string(), value: z.string() })),
  text: z.string(),
})

/** It is tried with one type, and may be written for others too. */
const ANY_EVENT = ['*'] as const

/** What a webhook of this make would send of a sample event. Nothing is sent, nothing is kept. */
export const previewWebhook = procedure({
  kind: 'action',
  rest: {
    method: 'POST',
    path: '/webhooks/preview',
    tag: 'Webhooks',
    summary: 'Preview a webhook',
    description:
      'What a webhook of this make would send of a sample event. Nothing is sent, and nothing is kept. All fields are optional.',
    body: 'optional',
  },
  savesNothing: true,
  scope: 'webhooks:manage',
  access: 'owner',
  feature: 'webhooks',
  input: PreviewInput.superRefine(fittingTemplate, BESIDE_OTHERS),
  output: z
    .discriminatedUnion('kind', [RequestPreview, MessagePreview])
    .meta({ id: 'WebhookPreview' }),
  problems: ['template_invalid'],
  async run(context, input) {
    if (readChatFormat(input.format) !== null) return messageOf(context, input)
    return input.format === 'custom' && input.template != null
      ? requestOf(context, input, input.template)
      : plainOf(context, input)
  },
})

function plainOf(context: Context, input: PreviewRequest): z.input<typeof RequestPreview> {
  return {
    object: 'webhook_preview',
    kind: 'request',
    method: 'POST',
    content_type: 'application/json',
    body: JSON.stringify(sampleFor(context, input.event_type)),
    headers: {},
    query: {},
  }
}

function fittingTemplate(
  sent: PreviewRequest,
  context: z.core.$RefinementCtx<PreviewRequest>,
): void {
  const { format } = soundFields(sent, context)
  if (format === 'custom' && sent.template == null)
    reportFaults('', () => [templateMissing()])(sent, context)
}

/** @param template there, as the shape requires */
function requestOf(
  context: Context,
  input: PreviewRequest,
  template: WebhookTemplate,
): z.input<typeof RequestPreview> {
  const preview = previewTemplate(template, {
    ...surroundingsOf(context),
    event: sampleFor(context, input.event_type),
    secretNames: input.secret_names,
    events: knownEvents(input.events ?? ANY_EVENT),
  })
  if (!preview.ok) throw templateRefusal(preview.errors)
  const { rendered } = preview
  return {
    object: 'webhook_preview',
    kind: 'request',
    method: rendered.method,
    content_type: rendered.contentType,
    body: rendered.body,
    headers: rendered.headers,
    query: rendered.query,
  }
}

function messageOf(context: Context, input: PreviewRequest): z.input<typeof MessagePreview> {
  const options = {
    ...surroundingsOf(context),
    showFullPersonalData: input.show_full_personal_data,
    messageTemplate: input.message_template ?? null,
    recordUrl: null,
  }
  const events = knownEvents(input.events ?? ANY_EVENT)
  const preview = previewMessage(sampleFor(context, input.event_type), options, events)
  if (!preview.ok) throw templateRefusal(preview.errors)
  const { title, fields, text } = preview.message
  return {
    object: 'webhook_preview',
    kind: 'message',
    title,
    fields: fields.map(({ label, value }) => ({ label, value })),
    text,
  }
}
