import {
  EVENT_TYPES,
  isSubscribed,
  sampleEvent,
  SUBSCRIBABLE_EVENT_TYPES,
  type EventEnvelope,
  type SubscribableEventType,
} from '@scheduling/events'
import {
  checkMessageTemplate,
  checkTemplate,
  type KnownEvent,
  type TemplateError,
  type WebhookTemplate,
} from '@scheduling/webhooks'
import type { Context } from '../context.ts'
import { invalidFields, Problem } from '../contract/problems.ts'

type Renderer = Pick<Context, 'organization' | 'realNow' | 'elapsedMs'>

/** The first type of the catalogue that a subscription asks for: what its templates are tried with. */
function firstType(selectors: readonly string[]): SubscribableEventType {
  return (
    SUBSCRIBABLE_EVENT_TYPES.find((type) => isSubscribed(selectors, type)) ?? 'appointment.created'
  )
}

/** What a webhook can get: every type that it asks for, and a ping. Its templates may name what any of them has. */
export function knownEvents(selectors: readonly string[]): KnownEvent[] {
  const types = SUBSCRIBABLE_EVENT_TYPES.filter((type) => isSubscribed(selectors, type))
  return [...types, 'ping' as const].map((type) => ({ type, changes: EVENT_TYPES[type].changes }))
}

export function sampleFor(
  renderer: Renderer,
  type: Parameters<typeof sampleEvent>[0],
): EventEnvelope {
  return sampleEvent(type, {
    organizationId: renderer.organization.id,
    timezone: renderer.organization.timeZone,
    now: renderer.realNow(),
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
    now: renderer.realNow(),
    elapsedMs: renderer.elapsedMs,
  }
}

/** @throws `422 template_invalid`, or `400` when it is too large */
export function requireTemplate(
  renderer: Renderer,
  wanted: {
    readonly template: WebhookTemplate
    readonly secretNames: readonly string[]
    readonly events: readonly string[]
    /** False: the template was saved for these events, and whether its names exist was looked at then. */
    readonly areNamesChecked?: boolean
  },
): void {
  refuse(
    checkTemplate(wanted.template, {
      ...surroundingsOf(renderer),
      event: sampleFor(renderer, firstType(wanted.events)),
      secretNames: wanted.secretNames,
      events: wanted.areNamesChecked === false ? null : knownEvents(wanted.events),
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
    readonly areNamesChecked?: boolean
  },
): void {
  const context = {
    ...surroundingsOf(renderer),
    event: sampleFor(renderer, firstType(wanted.events)),
    showFullPersonalData: wanted.showFullPersonalData,
  }
  const events = wanted.areNamesChecked === false ? null : knownEvents(wanted.events)
  refuse(checkMessageTemplate(wanted.messageTemplate, context, events))
}

/** `422`, or `400` if something is too large. `errors` is not empty. */
export function templateRefusal(errors: readonly TemplateError[]): Problem {
  if (errors.some(({ code }) => code === 'too_long' || code === 'too_many'))
    return invalidFields(errors)
  // The detail of a single fault is its message, as for other refusals.
  const { message } = invalidFields(errors)
  const detail = message.endsWith('.') ? message : `${message}.`
  return new Problem('template_invalid', detail, { errors })
}

function refuse(errors: readonly TemplateError[]): void {
  if (errors.length > 0) throw templateRefusal(errors)
}
