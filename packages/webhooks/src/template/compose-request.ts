import { checkCustomHeaders } from '../custom-headers.ts'
import type { WebhookEvent } from '../sample-event.ts'
import { Budget } from './budget.ts'
import { interpretPieces, joined, type Surroundings } from './interpret.ts'
import { findJsonFault } from './json-fault.ts'
import { placeInTemplate, type Piece } from './place-in-template.ts'
import { readTemplate } from './read-template.ts'
import type { Statement } from './syntax-tree.ts'
import type { Stopwatch } from './stopwatch.ts'
import { templateVariables } from './template-variables.ts'
import { TEMPLATE_LIMITS, TemplateFault, type WebhookTemplate } from './template.ts'
import type { ValueMap } from './value.ts'

export type TemplateContext = {
  event: WebhookEvent
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
  contentType: WebhookTemplate['contentType']
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
}

/**
 * Reads, checks and renders every field of a template within one budget. All faults of reading are
 * reported, of rendering the first. The sample render at save and each delivery go this one way.
 */
export function composeRequest(
  template: WebhookTemplate,
  context: TemplateContext,
): { rendered: RenderedTemplate | null; faults: FieldFault[] } {
  const secrets = new Map(Object.entries(context.secrets))
  const secretNames: ReadonlySet<string> = new Set(secrets.keys())
  const variables = readVariables(context)
  if (variables instanceof TemplateFault) {
    return { rendered: null, faults: [{ field: 'template', fault: variables }] }
  }
  const budget = new Budget(context.elapsedMs)
  const isJson = template.contentType === 'application/json'

  const faults: FieldFault[] = checkHeaderNames(template)
  const readFields: { field: Field; statements: Statement[] }[] = []
  for (const field of listFields(template)) {
    const rules = { secretNames, isJson: isJson && field.part === 'body', budget }
    const { statements, faults: found } = readTemplate(field.source, rules)
    readFields.push({ field, statements })
    faults.push(...found.map((fault) => ({ field: field.path, fault })))
  }
  if (faults.length > 0) return { rendered: null, faults }

  const surroundings: Surroundings = {
    variables,
    timeZone: context.organization.timezone,
    secrets,
    secretsUsed: new Set(),
    budget,
  }
  const results: { field: Field; text: string }[] = []
  for (const { field, statements } of readFields) {
    try {
      results.push({ field, text: renderField(field, statements, surroundings, isJson) })
    } catch (error) {
      return { rendered: null, faults: [{ field: field.path, fault: toRenderFault(error) }] }
    }
  }

  const chosen = (part: Field['part']): [string, string][] =>
    results.flatMap(({ field, text }) => (field.part === part ? [[field.name, text]] : []))
  const body =
    typeof template.body === 'string'
      ? results.find(({ field }) => field.part === 'body')?.text
      : new URLSearchParams(chosen('body')).toString()
  if (body === undefined || Buffer.byteLength(body) > TEMPLATE_LIMITS.resultBytes) {
    const message = 'the result is larger than 64 KB'
    const fault = new TemplateFault('result_too_large', message, null)
    return { rendered: null, faults: [{ field: 'template.body', fault }] }
  }
  return {
    rendered: {
      method: template.method,
      contentType: template.contentType,
      body,
      headers: Object.fromEntries(chosen('headers')),
      query: Object.fromEntries(chosen('query')),
      secretsUsed: Array.from(surroundings.secretsUsed).toSorted(),
    },
    faults: [],
  }
}

function readVariables(context: TemplateContext): ValueMap | TemplateFault {
  try {
    return templateVariables(context.event, context.organization, context.now)
  } catch (error) {
    if (error instanceof TemplateFault) return error
    throw error
  }
}

function listFields(template: WebhookTemplate): Field[] {
  const list = (part: Field['part'], fields: Readonly<Record<string, string>>): Field[] =>
    Object.entries(fields).map(([name, source]) => ({
      path: `template.${part}.${name}`,
      part,
      name,
      source,
    }))
  const body: Field[] =
    typeof template.body === 'string'
      ? [{ path: 'template.body', part: 'body', name: '', source: template.body }]
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
  isJson: boolean,
): string {
  const pieces = interpretPieces(statements, surroundings)
  const text = joined(pieces)
  if (field.part === 'headers') {
    const value = text.replace(/^ +| +$/g, '')
    const [found] = checkCustomHeaders({ [field.name]: value })
    if (found !== undefined) throw new TemplateFault('template_error', found.message, null)
    return value
  }
  if (field.part === 'body' && isJson) checkJson(field.source, pieces, text)
  return text
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
