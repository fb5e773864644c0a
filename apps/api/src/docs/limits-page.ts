import { LIMITS, PROBLEMS } from '@scheduling/core'
import {
  CHAT_RETRY_DELAYS_MS,
  CONNECT_TIMEOUT_MS,
  RETRY_AFTER_MAX_MS,
  RETRY_DELAYS_MS,
  SIGNATURE_TOLERANCE_SECONDS,
  TOTAL_TIMEOUT_MS,
} from '@scheduling/webhooks'
import { exampleAnswer } from './example-answer.ts'
import { LIMIT_TEXTS, type Beyond, type LimitText } from './limit-texts.ts'
import { slug, table } from './markdown.ts'

type Limit = LimitText & { readonly value: number }

const ALL: readonly Limit[] = (Object.keys(LIMITS) as (keyof typeof LIMITS)[]).map((name) => ({
  ...LIMIT_TEXTS[name],
  value: LIMITS[name],
}))

/** Every number that a caller can meet, and the answer beyond it. */
export function limitsPage(publicBaseUrl: string): string {
  const chapters = [...new Set(ALL.map(({ chapter }) => chapter))]
  return `# Limits

Every response shows how much of a rate limit is left. \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and
\`X-RateLimit-Reset\` (Unix seconds) describe the limit per minute that has the fewest requests left. If you exceed a rate
limit, the response is \`429 rate_limited\`. Its headers describe the limit that you exceeded, and \`Retry-After\` is the
number of seconds to wait. A refused request does not count. Requests are counted in fixed windows of a second or a minute.

${chapters.map(chapterText).join('\n\n')}

## Deliveries

${table(['Limit', 'Value'], deliveryRows())}

## Responses beyond a limit

${answersText(publicBaseUrl)}
`
}

function chapterText(chapter: string): string {
  const rows = ALL.filter((limit) => limit.chapter === chapter).map((limit) => [
    limit.says,
    valueOf(limit),
    limit.where,
    beyondText(limit.beyond),
  ])
  return `## ${chapter}\n\n${table(['Limit', 'Value', 'Applies to', 'Beyond it'], rows)}`
}

/** One example for all limits that answer alike; every rate limit has its own headers. */
function answersText(publicBaseUrl: string): string {
  const alike = Map.groupBy(
    ALL.filter(({ beyond }) => 'code' in beyond),
    ({ beyond }) => answerName(beyond),
  )
  return [...alike]
    .map(([name, limits]) => {
      const [first] = limits
      const example =
        first !== undefined && 'code' in first.beyond
          ? exampleAnswer(first.beyond, publicBaseUrl)
          : ''
      const said = limits.map(({ says, where }) => `- ${says} (${where})`)
      return `### ${name}\n\n${said.join('\n')}\n\n${example}`
    })
    .join('\n\n')
}

function answerName(beyond: Beyond): string {
  if ('instead' in beyond) return beyond.instead
  const { code, fieldCode, window } = beyond
  return [
    `${PROBLEMS[code].status} ${code}`,
    ...(fieldCode === undefined ? [] : [fieldCode]),
    ...(window === undefined ? [] : [`${window.limit} in the window`]),
  ].join(', ')
}

function valueOf({ value, unit }: Limit): string {
  if (unit === 'bytes') return `${value / 1024} KB`
  return `${value} ${unit}`.trim()
}

function beyondText(beyond: Beyond): string {
  return 'instead' in beyond
    ? beyond.instead
    : `[\`${answerName(beyond)}\`](#${slug(answerName(beyond))})`
}

function deliveryRows(): string[][] {
  return [
    [
      'Time for one attempt',
      `${TOTAL_TIMEOUT_MS / 1000} s, of which at most ${CONNECT_TIMEOUT_MS / 1000} s to connect`,
    ],
    [
      'Attempts',
      `${RETRY_DELAYS_MS.length + 1}; the waits between them: ${waits(RETRY_DELAYS_MS)}`,
    ],
    [
      'Attempts in chat formats',
      `${CHAT_RETRY_DELAYS_MS.length + 1}; the waits between them: ${waits(CHAT_RETRY_DELAYS_MS)}; at most 1 message per second and webhook`,
    ],
    ['`Retry-After` of a receiver', `counts for up to ${minutes(RETRY_AFTER_MAX_MS)}`],
    [
      'Age of a signature that a receiver should accept',
      `${SIGNATURE_TOLERANCE_SECONDS / 60} minutes`,
    ],
  ]
}

function waits(milliseconds: readonly number[]): string {
  return milliseconds.map(minutes).join(', ')
}

function minutes(milliseconds: number): string {
  const count = milliseconds / 60_000
  return count < 60 ? `${count} min` : `${count / 60} h`
}
