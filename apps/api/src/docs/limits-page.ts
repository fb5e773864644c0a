import { LIMITS, PROBLEMS } from '@scheduling/core'
import { exampleAnswer } from './example-answer.ts'
import { waitText } from './guide-limits.ts'
import { LIMIT_TEXTS } from './limit-texts.ts'
import type { Beyond, LimitText } from './limit-texts/limit-text.ts'
import { slug, table } from './markdown.ts'

type Limit = LimitText & { readonly value: number | readonly number[] }

/** In the order of their texts. */
const ALL: readonly Limit[] = (Object.keys(LIMIT_TEXTS) as (keyof typeof LIMITS)[]).map((name) => ({
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
      const lines = limits.map(({ says, where }) => `- ${says} (${where})`)
      return `### ${name}\n\n${lines.join('\n')}\n\n${example}`
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
  if (typeof value !== 'number') return value.map(waitText).join(', ')
  if (unit === 'bytes') return `${value / 1024} KB`
  return `${value} ${unit}`.trim()
}

function beyondText(beyond: Beyond): string {
  return 'instead' in beyond
    ? beyond.instead
    : `[\`${answerName(beyond)}\`](#${slug(answerName(beyond))})`
}
