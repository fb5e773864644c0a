import {
  checkMessageTemplate,
  checkTemplate,
  sampleEvent,
  type TemplateError,
  type WebhookEvent,
} from '@scheduling/webhooks'
import type { Context } from '../context.ts'
import {
  isSubscribed,
  SUBSCRIBABLE_EVENT_TYPES,
  type SubscribableEventType,
} from '../event-types.ts'
import { invalidFields, Problem } from '../problems.ts'
import { toTemplate, type TemplateWish } from './webhook-rules.ts'

type Renderer = Pick<Context, 'organization' | 'now' | 'elapsedMs'>

/** The first type of the catalogue that a subscription asks for: what its templates are tried with. */
function firstType(selectors: readonly string[]): SubscribableEventType {
  return (
    SUBSCRIBABLE_EVENT_TYPES.find((type) => isSubscribed(selectors, type)) ?? 'appointment.created'
  )
}

export function sampleFor(
  renderer: Renderer,
  type: Parameters<typeof sampleEvent>[0],
): WebhookEvent {
  return sampleEvent(type, {
    organizationId: renderer.organization.id,
    timezone: renderer.organization.timeZone,
    now: renderer.now(),
  })
}

export function surroundingsOf(renderer: Renderer) {
  const { name, timeZone, language } = renderer.organization
  return {
    organization: {
      name,
      timezone: timeZone,
      language: language === 'en' ? ('en' as const) : ('pt' as const),
    },
    now: renderer.now(),
    elapsedMs: renderer.elapsedMs,
  }
}

/** @throws `422 template_invalid`, or `400` when it is too large */
export function requireTemplate(
  renderer: Renderer,
  wanted: {
    readonly template: TemplateWish
    readonly secretNames: readonly string[]
    readonly events: readonly string[]
  },
): void {
  refuse(
    checkTemplate(toTemplate(wanted.template), {
      ...surroundingsOf(renderer),
      event: sampleFor(renderer, firstType(wanted.events)),
      secretNames: wanted.secretNames,
    }),
  )
}

/** @throws `422 template_invalid`, or `400` when it is too long */
export function requireMessageTemplate(
  renderer: Renderer,
  wanted: {
    readonly messageTemplate: string
    readonly showFullPersonalData: boolean
    readonly events: readonly string[]
  },
): void {
  refuse(
    checkMessageTemplate(wanted.messageTemplate, {
      ...surroundingsOf(renderer),
      event: sampleFor(renderer, firstType(wanted.events)),
      showFullPersonalData: wanted.showFullPersonalData,
    }),
  )
}

/** `422`, or `400` for what is too large; one of `errors` at least. */
export function templateRefusal(errors: readonly TemplateError[]): Problem {
  if (errors.some(({ code }) => code === 'too_long' || code === 'too_many'))
    return invalidFields(errors)
  // Of one fault the whole is said at once, as of one that is no template's.
  const { message } = invalidFields(errors)
  const detail = message.endsWith('.') ? message : `${message}.`
  return new Problem('template_invalid', detail, { errors })
}

function refuse(errors: readonly TemplateError[]): void {
  if (errors.length > 0) throw templateRefusal(errors)
}
