import type { EventEnvelope } from '@scheduling/events'
import { checkCustomHeaders } from '../custom-headers.ts'
import { WEBHOOK_LIMITS } from '../limits.ts'
import { Budget, resultTooLarge } from './budget.ts'
import { variablesOf, type KnownEvent } from './event-names.ts'
import { interpretPieces, joined, type Surroundings } from './interpret.ts'
import { findJsonFault } from './json-fault.ts'
import { placeInTemplate, type Piece } from './place-in-template.ts'
import { readTemplate, type ReadingRules } from './read-template.ts'
import type { Statement } from './syntax-tree.ts'
import type { Stopwatch } from './stopwatch.ts'
import { templateVariables } from './template-variables.ts'
import { TemplateFault, type WebhookTemplate } from './template.ts'

export type TemplateContext = {
  event: EventEnvelope
  organization: { name: string; timezone: string }
  /** Values of the webhook's secrets by name. */
  secrets: Readonly<Record<string, string>>
  /** Epoch milliseconds: what the variable `now` says. */
  now: number
  /** Counts the 100 ms: `threadStopwatch`. */
  elapsedMs: Stopwatch
}

export type RenderedTemplate = {
  method: WebhookTemplate['method']
  contentType: WebhookTemplate['content_type']
  body: string
  headers: Record<string, string>
  query: Record<string, string>
  /** Names, sorted. Not empty: the body must be encrypted at rest and the values hidden. */
  secretsUsed: string[]
}

export type FieldFault = { field: string; fault: TemplateFault }

type Field = {
  path: string
  part: 'body' | 'headers' | 'query'
  /** Header, query parameter or form field; empty for a body that is one text. */
  name: string
  source: string
  isJson: boolean
}

/**
 * Reads, checks and renders every field of a template within one budget. All faults of reading are
 * reported, of rendering the first. The sample render at save and each delivery go this one way.
 *
 * @param events names of parts that none of them has are faults; null: such a part is just missing
 */
export function composeRequest(
  template: WebhookTemplate,
  context: TemplateContext,
  events: readonly KnownEvent[] | null,
): { rendered: RenderedTemplate | null; faults: FieldFault[] } {
  const budget = new Budget(context.elapsedMs)
  const secrets = new Map(Object.entries(context.secrets))
  const { read, faults } = readFields(template, {
    secretNames: new Set(secrets.keys()),
    variables: variablesOf(events),
    budget,
  })
  if (faults.length > 0)
    return { rendered: null, faults: faults.slice(0, WEBHOOK_LIMITS.templateFaults) }

  // From here on, a fault is reported for the current field.
  let place = 'template'
  try {
    const surroundings: Surroundings = {
      variables: templateVariables(context.event, context.organization, context.now),
      timeZone: context.organization.timezone,
      secrets,
      secretsUsed: new Set(),
      budget,
    }
    const results = read.map(({ field, statements }) => {
      place = field.path
      return { field, text: renderField(field, statements, surroundings) }
    })
    place = 'template.body'
    const body = bodyOf(template, results)
    budget.checkTime(null)
    return {
      rendered: {
        method: template.method,
        contentType: template.content_type,
        body,
        headers: Object.fromEntries(chosen(results, 'headers')),
        query: Object.fromEntries(chosen(results, 'query')),
        secretsUsed: Array.from(surroundings.secretsUsed).toSorted(),
      },
      faults: [],
    }
  } catch (error) {
    return { rendered: null, faults: [{ field: place, fault: toRenderFault(error) }] }
  }
}

type ReadField = { field: Field; statements: Statement[] }
type Result = { field: Field; text: string }

/** Reads fields until the budget or the list of faults is used up. */
function readFields(
  template: WebhookTemplate,
  rules: Omit<ReadingRules, 'isJson'>,
): { read: ReadField[]; faults: FieldFault[] } {
  const faults = checkHeaderNames(template)
  const read: ReadField[] = []
  for (const field of listFields(template)) {
    const { isJson, source } = field
    const { statements, faults: found } = readTemplate(source, { ...rules, isJson })
    read.push({ field, statements })
    faults.push(...found.map((fault) => ({ field: field.path, fault })))
    if (rules.budget.isOverdrawn || faults.length >= WEBHOOK_LIMITS.templateFaults) break
  }
  return { read, faults }
}

function bodyOf(template: WebhookTemplate, results: readonly Result[]): string {
  const parts = chosen(results, 'body')
  const body =
    typeof template.body === 'string'
      ? parts.map(([, text]) => text).join('')
      : new URLSearchParams(parts).toString()
  if (Buffer.byteLength(body) > WEBHOOK_LIMITS.templateResultBytes) {
    throw resultTooLarge(null)
  }
  return body
}

function chosen(results: readonly Result[], part: Field['part']): [string, string][] {
  return results.flatMap(({ field, text }) => (field.part === part ? [[field.name, text]] : []))
}

function listFields(template: WebhookTemplate): Field[] {
  const list = (part: Field['part'], fields: Readonly<Record<string, string>>): Field[] =>
    Object.entries(fields).map(([name, source]) => ({
      path: `template.${part}.${name}`,
      part,
      name,
      source,
      isJson: false,
    }))
  const body: Field[] =
    typeof template.body === 'string'
      ? [
          {
            path: 'template.body',
            part: 'body',
            name: '',
            source: template.body,
            isJson: template.content_type === 'application/json',
          },
        ]
      : list('body', template.body)
  return [...body, ...list('headers', template.headers), ...list('query', template.query)]
}

function checkHeaderNames(template: WebhookTemplate): FieldFault[] {
  const names = Object.keys(template.headers).map((name) => [name, ''])
  return checkCustomHeaders(Object.fromEntries(names)).map(({ name, message }) => ({
    field: name === '' ? 'template.headers' : `template.headers.${name}`,
    fault: new TemplateFault('template_forbidden', message, null),
  }))
}

function renderField(
  field: Field,
  statements: readonly Statement[],
  surroundings: Surroundings,
): string {
  const pieces = interpretPieces(statements, surroundings)
  const text = joined(pieces)
  if (field.part === 'headers') {
    const value = withoutBlanksAround(text)
    const [found] = checkCustomHeaders({ [field.name]: value })
    if (found !== undefined) throw new TemplateFault('template_error', found.message, null)
    return value
  }
  if (field.isJson) checkJson(field.source, pieces, text)
  return text
}

/** Removes spaces only, without a regular expression: one for the end would start again at every space. */
function withoutBlanksAround(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && text[start] === ' ') start += 1
  while (end > start && text[end - 1] === ' ') end -= 1
  return text.slice(start, end)
}

/** Says where in the template the result breaks, and never quotes the result. */
function checkJson(source: string, pieces: readonly Piece[], text: string): void {
  const found = findJsonFault(text)
  if (found === null) return
  const at = placeInTemplate(source, pieces, found.index)
  throw new TemplateFault('template_error', `the result is not valid JSON: ${found.fault}`, at)
}

function toRenderFault(error: unknown): TemplateFault {
  if (error instanceof TemplateFault) return error
  if (error instanceof RangeError) {
    return new TemplateFault('template_error', 'the template is nested too deeply', null)
  }
  throw error
}
