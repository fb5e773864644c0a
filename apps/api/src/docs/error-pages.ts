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
import { slug, table } from './markdown.ts'
import { chapterPath } from './reference-pages.ts'

export function errorPath(code: ProblemCode): string {
  return `/docs/errors/${code}`
}

const WORTH_REPEATING: ReadonlySet<number> = new Set([429, 500, 503])

const EXAMPLES: Partial<Record<ProblemCode, { field: string; fieldCode: FieldCode }>> = {
  validation_error: { field: 'limit', fieldCode: 'out_of_range' },
  template_invalid: { field: 'template.body', fieldCode: 'template_forbidden' },
}

const FIELD_TEXTS: Readonly<Record<FieldCode, string>> = {
  required: 'The field is missing, or a list that needs at least one entry is empty.',
  invalid_type:
    'The value has the wrong type, such as text instead of a number. Also: the body is not a JSON object.',
  invalid_value: 'The value is not one of those that the field can have.',
  invalid_format:
    'The text does not have the expected form: a date, date-time, e-mail, phone, cursor or JSON.',
  offset_required: 'The date-time has no offset: add `Z` or `+hh:mm`.',
  minute_precision: 'The start of an appointment has seconds. It must fall on a whole minute.',
  out_of_range: 'The number, date or period is outside its limits.',
  too_short: 'The text has too few characters.',
  too_long: 'The text has too many characters or bytes.',
  too_many: 'The list or map has too many entries.',
  duplicate_item: 'The list contains the same entry twice.',
  not_found: 'The value refers to a record that this organization does not have.',
  inactive: 'The value refers to a record that is no longer active.',
  read_only: 'The field exists, but cannot be changed here.',
  already_in_use: 'Another record has this value, and it must be unique.',
  mutually_exclusive: 'Only one of these fields may be sent.',
  booking_mode_mismatch:
    'The service is for the queue where one for appointments is expected, or the reverse.',
  type_mismatch:
    'In-person and telemedicine services are mixed, or `type` is not that of the services.',
  unknown_field:
    'There is no such field or parameter. It is refused only with `Prefer: handling=strict`, and ignored otherwise.',
  template_syntax: 'The template does not compile. The message names the line and the column.',
  template_forbidden: 'The template uses something that templates must not use.',
  template_result:
    'The result of the template is too large, or does not have the form of its content type.',
}

const PROBLEM_FIELDS: readonly (readonly string[])[] = [
  ['`code`', 'The code of the error. Its meaning never changes: use it to decide what to do.'],
  ['`status`', 'The HTTP status.'],
  ['`title`, `detail`', 'For people. They may change.'],
  [
    '`errors`',
    'The fields that are wrong, each with `field`, `code` and `message`. Empty for most codes.',
  ],
  ['`type`', "The address of the code's page in this guide."],
  [
    '`request_id`',
    'The id of the request. Send it to support if you need help. The header `X-Request-Id` has it too.',
  ],
]

export function errorIndex(): string {
  const rows = PROBLEM_CODES.map((code) => [
    String(PROBLEMS[code].status),
    `[\`${code}\`](${errorPath(code)})`,
    PROBLEMS[code].when,
  ])
  return `# Errors

Every error is \`application/problem+json\`:

${table(['Field', 'Meaning'], PROBLEM_FIELDS)}

Do not repeat a request that was answered with \`4xx\`: it fails again until you change it. Only \`429\`, \`500\` and
\`503\` are worth a retry, after the number of seconds in \`Retry-After\`, or after a pause that grows with each attempt.

## All codes

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

${when}

Status \`${status}\`, code \`${code}\`.

## What to do

${remedy}

${againText(code)}

## Example

${exampleAnswer({ code, ...EXAMPLES[code] }, publicBaseUrl)}
${code === 'validation_error' || code === 'template_invalid' ? `\n## Codes in \`errors\`\n\n${fieldCodes()}\n` : ''}
## Where it occurs

${whereText(code, routes)}
`
}

function againText(code: ProblemCode): string {
  if (code === 'outcome_unknown')
    return 'Without an `Idempotency-Key`, the same request may be executed twice if you send it again.'
  return WORTH_REPEATING.has(PROBLEMS[code].status)
    ? 'The same request may succeed later.'
    : 'The same request fails again until you change it.'
}

function whereText(code: ProblemCode, routes: readonly Route[]): string {
  const answering = routes.filter((route) => route.endpoint.allProblems.includes(code))
  if (code === 'method_not_allowed') {
    return 'On every path, for a method that it does not accept. The header `Allow` lists the methods that it accepts. `HEAD` works wherever `GET` does.'
  }
  if (answering.length === routes.length) return 'On every route.'
  return [
    ...(code === 'not_found' ? ['- every path that does not exist'] : []),
    ...answering.map(
      ({ method, path, endpoint: { rest } }) =>
        `- [${rest.summary}](${chapterPath(rest.tag)}#${slug(rest.summary)}): \`${method} ${path}\``,
    ),
  ].join('\n')
}

function fieldCodes(): string {
  return table(
    ['Code', 'Meaning'],
    FIELD_CODES.map((code) => [`\`${code}\``, FIELD_TEXTS[code]]),
  )
}
