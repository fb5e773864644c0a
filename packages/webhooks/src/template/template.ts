import { WEBHOOK_LIMITS } from '../limits.ts'

export const TEMPLATE_METHODS = ['POST', 'PUT', 'PATCH'] as const
export const TEMPLATE_CONTENT_TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'text/plain',
] as const

/**
 * What a webhook of format `custom` sends, in the names of the API: a template is checked, stored, shown and rendered
 * as it was written. `body`: text, or for forms one template per field.
 */
export type WebhookTemplate = {
  method: (typeof TEMPLATE_METHODS)[number]
  content_type: (typeof TEMPLATE_CONTENT_TYPES)[number]
  body: string | Readonly<Record<string, string>>
  headers: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
}

/**
 * Why a template is refused. `too_long` and `too_many` are faults of shape (the route answers 400),
 * the others of content (422).
 */
export type TemplateErrorCode =
  | 'template_syntax'
  | 'template_forbidden'
  | 'template_result'
  | 'too_long'
  | 'too_many'

/** `field` is a path: `template.body`, `template.headers.X-Foo`, `message_template`. */
export type TemplateError = { field: string; code: TemplateErrorCode; message: string }

/** Where something stands in the text of one field, both from 1. */
export type Position = { line: number; column: number }

/** Stops reading or rendering. Everything a template can do wrong ends here, and only that. */
export class TemplateFault extends Error {
  readonly code: 'template_syntax' | 'template_forbidden' | 'template_error' | 'result_too_large'
  readonly at: Position | null

  constructor(code: TemplateFault['code'], message: string, at: Position | null) {
    super(message)
    this.name = 'TemplateFault'
    this.code = code
    this.at = at
  }
}

/** The text can't be read. */
export function syntaxFault(message: string, at: Position | null): TemplateFault {
  return new TemplateFault('template_syntax', message, at)
}

/** It can be read, and uses what the language does not have. */
export function forbiddenFault(message: string, at: Position | null): TemplateFault {
  return new TemplateFault('template_forbidden', message, at)
}

/** The fault as a customer reads it: position first, so that an editor's list lines up. */
export function describeFault(fault: TemplateFault): string {
  return fault.at === null
    ? fault.message
    : `Line ${fault.at.line}, column ${fault.at.column}: ${fault.message}`
}

/** A piece of the customer's own text inside a message: short, on one line, nothing invisible. */
export function quote(text: string, most = 40): string {
  const visible = text.slice(0, 2 * most + 20).replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, '�')
  const characters = Array.from(visible)
  return `\`${characters.length > most ? `${characters.slice(0, most).join('')}…` : visible}\``
}

/** Names that reach into JavaScript's own objects. They are refused wherever a template can name a key. */
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

export function isForbiddenKey(name: string): boolean {
  return FORBIDDEN_KEYS.has(name)
}

export const NAME_PATTERN = new RegExp(
  String.raw`^[A-Za-z_]\w{0,${WEBHOOK_LIMITS.templateNameCharacters - 1}}$`,
)
