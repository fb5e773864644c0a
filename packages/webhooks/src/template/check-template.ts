import { WEBHOOK_LIMITS } from '../limits.ts'
import { composeRequest, type RenderedTemplate, type TemplateContext } from './compose-request.ts'
import type { KnownEvent } from './event-names.ts'
import {
  describeFault,
  type TemplateError,
  type TemplateFault,
  type WebhookTemplate,
} from './template.ts'

/** A check needs names of secrets only: a stand-in takes the place of every value. */
export type CheckContext = Omit<TemplateContext, 'secrets'> & {
  secretNames: Iterable<string>
  /** Those that the webhook will get: a name that none of them has is refused. Null: names are not checked. */
  events: readonly KnownEvent[] | null
}

const SECRET_STAND_IN = '***'

/**
 * What is wrong with a template, [] when nothing is: shape and size, syntax, forbidden constructs,
 * and a render with the sample event of the context, whose result must be valid for its content
 * type. `too_long` and `too_many` stand alone: nothing is parsed before the size is right.
 */
export function checkTemplate(template: WebhookTemplate, context: CheckContext): TemplateError[] {
  const preview = previewTemplate(template, context)
  return preview.ok ? [] : preview.errors
}

export type TemplatePreview =
  | { ok: true; rendered: RenderedTemplate }
  | { ok: false; errors: TemplateError[] }

/** The request that a template makes of a sample event, secrets shown as `***`. Sends nothing. */
export function previewTemplate(template: WebhookTemplate, context: CheckContext): TemplatePreview {
  const errors = checkShape(template)
  if (errors.length > 0) return { ok: false, errors }
  const secrets = Object.fromEntries(
    Array.from(context.secretNames, (name) => [name, SECRET_STAND_IN]),
  )
  const { rendered, faults } = composeRequest(template, { ...context, secrets }, context.events)
  if (rendered !== null) return { ok: true, rendered }
  return { ok: false, errors: faults.map(({ field, fault }) => toTemplateError(field, fault)) }
}

/** What is too large or too many; for the route these are faults of the input's shape. */
export function checkSize(template: WebhookTemplate): TemplateError[] {
  if (templateBytes(template) > WEBHOOK_LIMITS.templateBytes) {
    const message = `The template is larger than ${WEBHOOK_LIMITS.templateBytes / 1024} KB.`
    return [{ field: 'template', code: 'too_long', message }]
  }
  return (['headers', 'query'] as const)
    .filter((part) => Object.keys(template[part]).length > WEBHOOK_LIMITS.templateParts)
    .map((part) => ({
      field: `template.${part}`,
      code: 'too_many',
      message: `At most ${WEBHOOK_LIMITS.templateParts} are allowed.`,
    }))
}

/** Faults that need no parsing. */
export function checkShape(template: WebhookTemplate): TemplateError[] {
  const faults = checkSize(template)
  if (faults.length > 0) return faults
  const isForm = template.content_type === 'application/x-www-form-urlencoded'
  if (isForm !== (typeof template.body !== 'string')) {
    const message = isForm
      ? 'The body of a form must be an object with one template per field name: {"id": "{{ id }}"}.'
      : 'The body must be one text, for JSON too: "{\\"id\\": {{ id | json }}}". Only a form has an object.'
    return [{ field: 'template.body', code: 'template_syntax', message }]
  }
  return []
}

/** UTF-8 bytes of everything that a customer writes in a template; beyond the limit it is not counted on. */
export function templateBytes(template: WebhookTemplate): number {
  let bytes = 0
  for (const part of [template.body, template.headers, template.query]) {
    if (typeof part === 'string') bytes += Buffer.byteLength(part)
    else {
      for (const name in part) {
        if (bytes > WEBHOOK_LIMITS.templateBytes) return bytes
        bytes += Buffer.byteLength(name) + Buffer.byteLength(part[name] ?? '')
      }
    }
  }
  return bytes
}

export function toTemplateError(field: string, fault: TemplateFault): TemplateError {
  const isOfLanguage = fault.code === 'template_syntax' || fault.code === 'template_forbidden'
  return {
    field,
    code: isOfLanguage ? fault.code : 'template_result',
    message: describeFault(fault),
  }
}
