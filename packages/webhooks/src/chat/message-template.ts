import type { EventEnvelope } from '@scheduling/events'
import { WEBHOOK_LIMITS } from '../limits.ts'
import { Budget } from '../template/budget.ts'
import { toTemplateError } from '../template/check-template.ts'
import { variablesOf, type KnownEvent } from '../template/event-names.ts'
import { interpret } from '../template/interpret.ts'
import { readTemplate } from '../template/read-template.ts'
import type { Stopwatch } from '../template/stopwatch.ts'
import { templateVariables } from '../template/template-variables.ts'
import { TemplateFault, type TemplateError } from '../template/template.ts'
import { eventForChat } from './personal-data.ts'

export type MessageTemplateContext = {
  event: EventEnvelope
  organization: { name: string; timezone: string }
  showFullPersonalData: boolean
  /** Epoch milliseconds: what the variable `now` says. */
  now: number
  elapsedMs: Stopwatch
}

const FIELD = 'message_template'

/** What a title template gives: the title and [] faults, or null and what went wrong. */
export type RenderedTitle = { title: string | null; faults: TemplateFault[] }

/** What is wrong with a title template, [] when nothing is; rendered once with the sample event. */
export function checkMessageTemplate(
  source: string,
  context: MessageTemplateContext,
  events: readonly KnownEvent[] | null,
): TemplateError[] {
  return previewTitle(source, context, events).errors
}

/** @param events names of parts that none of them has are errors; null: names are not checked */
export function previewTitle(
  source: string,
  context: MessageTemplateContext,
  events: readonly KnownEvent[] | null,
): { title: string | null; errors: TemplateError[] } {
  const most = WEBHOOK_LIMITS.messageTemplateCharacters
  if (source.length > 2 * most || Array.from(source).length > most) {
    const message = `The template is longer than ${most} characters.`
    return { title: null, errors: [{ field: FIELD, code: 'too_long', message }] }
  }
  const { title, faults } = renderMessageTemplate(source, context, events)
  return { title, errors: faults.map((fault) => toTemplateError(FIELD, fault)) }
}

/** It sees what the channel may see. */
export function renderMessageTemplate(
  source: string,
  context: MessageTemplateContext,
  events: readonly KnownEvent[] | null = null,
): RenderedTitle {
  const budget = new Budget(context.elapsedMs)
  const { statements, faults } = readTemplate(source, {
    secretNames: null,
    isJson: false,
    variables: variablesOf(events),
    budget,
  })
  if (faults.length > 0) return { title: null, faults }
  try {
    const event = eventForChat(context.event, context.showFullPersonalData)
    const title = interpret(statements, {
      variables: templateVariables(event, context.organization, context.now),
      timeZone: context.organization.timezone,
      secrets: new Map(),
      secretsUsed: new Set(),
      budget,
    })
    budget.checkTime(null)
    return { title, faults: [] }
  } catch (error) {
    if (error instanceof TemplateFault) return { title: null, faults: [error] }
    throw error
  }
}
