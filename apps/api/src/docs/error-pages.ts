/** The error guide: one page per code, where the `type` of a problem leads. */
import {
  FIELD_CODES,
  PROBLEM_CODES,
  PROBLEMS,
  type FieldCode,
  type ProblemCode,
} from '@scheduling/core'
import type { Route } from '../route-table.ts'
import { exampleAnswer } from './example-answer.ts'
import { table } from './markdown.ts'

export function errorPath(code: ProblemCode): string {
  return `/docs/errors/${code}`
}

const WORTH_REPEATING: ReadonlySet<number> = new Set([429, 500, 503])

const EXAMPLES: Partial<Record<ProblemCode, { field: string; fieldCode: FieldCode }>> = {
  validation_error: { field: 'limit', fieldCode: 'out_of_range' },
  template_invalid: { field: 'template.body', fieldCode: 'template_forbidden' },
}

const FIELD_TEXTS: Readonly<Record<FieldCode, string>> = {
  required: 'The field is missing, or an empty list where one entry is needed.',
  invalid_type: 'Text where a number belongs, and the like; also a body that is no JSON object.',
  invalid_value: 'Not one of the values that the field can have.',
  invalid_format: 'Not a date, date-time, e-mail, phone, cursor or JSON text.',
  offset_required: 'A date-time without `Z` or `+hh:mm`.',
  minute_precision: 'The start of an appointment has seconds.',
  out_of_range: 'A number, date or span beyond its bounds.',
  too_short: 'Fewer characters than allowed.',
  too_long: 'More characters or bytes than allowed.',
  too_many: 'More entries than allowed.',
  duplicate_item: 'The same entry twice in one list.',
  not_found: 'The body or a parameter refers to a record that this organization does not have.',
  inactive: 'It refers to a record that is no longer active.',
  read_only: 'The field exists, but is not changed here.',
  already_in_use: 'Another record has this value, which must be unique.',
  mutually_exclusive: 'Two fields of which only one may be sent.',
  booking_mode_mismatch:
    'A service for the queue where one with appointments belongs, or the reverse.',
  type_mismatch:
    'In-person and telemedicine in one booking, or another `type` than that of the services.',
  template_syntax: 'The template does not compile; the message names line and column.',
  template_forbidden: 'A construct that templates must not use.',
  template_result: 'The result is not of the form that its content type asks for, or too large.',
}

export function errorIndex(): string {
  const rows = PROBLEM_CODES.map((code) => [
    String(PROBLEMS[code].status),
    `[\`${code}\`](${errorPath(code)})`,
    PROBLEMS[code].when,
  ])
  return `# Errors

Every error is \`application/problem+json\`. Decide by \`code\`: it never changes its meaning, while \`title\` and
\`detail\` may. \`type\` is the address of the code's page here. \`errors\` names the fields at fault where there are
any, and is empty otherwise. Tell support the \`request_id\`; it is in the header \`X-Request-Id\` too.

A \`4xx\` is not cured by sending the same request again. Only \`429\`, \`500\` and \`503\` are worth repeating, after the
seconds that \`Retry-After\` names or a pause that grows.

${table(['Status', 'Code', 'When'], rows)}

## Codes in \`errors\`

${fieldCodes()}
`
}

export function errorPage(
  code: ProblemCode,
  routes: readonly Route[],
  publicBaseUrl: string,
): string {
  const { status, title, when, remedy } = PROBLEMS[code]
  return `# ${title}

\`${status}\` · \`${code}\`

${when}

## What to do

${remedy}

${againText(code)}

## The answer

${exampleAnswer({ code, ...EXAMPLES[code] }, publicBaseUrl)}
${code === 'validation_error' || code === 'template_invalid' ? `\n## Codes in \`errors\`\n\n${fieldCodes()}\n` : ''}
## Where it occurs

${whereText(code, routes)}
`
}

function againText(code: ProblemCode): string {
  if (code === 'outcome_unknown')
    return 'Sent again without an `Idempotency-Key`, the same request may be carried out twice.'
  return WORTH_REPEATING.has(PROBLEMS[code].status)
    ? 'The same request may succeed later.'
    : 'The same request will fail again: change it first.'
}

function whereText(code: ProblemCode, routes: readonly Route[]): string {
  const answering = routes.filter((route) => route.endpoint.allProblems.includes(code))
  if (code === 'method_not_allowed') {
    return 'On every path, with a method that it does not have. `Allow` lists those that it has; `HEAD` is answered wherever `GET` is.'
  }
  if (answering.length === routes.length) return 'On every route.'
  return [
    ...(code === 'not_found' ? ['- every path that does not exist'] : []),
    ...answering.map((route) => `- \`${route.method} ${route.path}\`: ${route.endpoint.summary}`),
  ].join('\n')
}

function fieldCodes(): string {
  return table(
    ['Code', 'Meaning'],
    FIELD_CODES.map((code) => [`\`${code}\``, FIELD_TEXTS[code]]),
  )
}
