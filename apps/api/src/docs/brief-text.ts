/** The reference as it is written for people, without what a program finds elsewhere in the same text. */
import { COMMON_PROBLEMS, PROBLEM_CODES } from '@scheduling/core'
import { EVENT_TYPES } from '@scheduling/events'

/** Answers of every route, so said once for all. */
const EVERYWHERE = COMMON_PROBLEMS.filter((code) => code !== 'outcome_unknown')
const SAID_ONCE = [
  new RegExp(`^\\| \\d+ \\|(?:,? \`(?:${EVERYWHERE.join('|')})\`)+ \\|$`),
  /^\| (?:`limit`|`cursor`) \|/,
  /^### (?:Example|Parameters|Answers)$/,
]

/** A parameter of the path of which nothing else is said. */
const BARE_PATH = /^- `\w+`: \(path; [^)]*\)$/

const either = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(' or ')

/** Lists of values that the same text has with the meaning of each. */
const LISTED_ELSEWHERE = [
  [either(Object.keys(EVENT_TYPES)), 'an event type'],
  [either(PROBLEM_CODES), 'the code of an error'],
] as const

/** @param reference Markdown @returns it without samples, tables as lists, and no record in which nothing is expanded */
export function brief(reference: string): string {
  const lines = reference.replaceAll(/\[([^\][]*)\]\([^()]*\)/g, '$1').split('\n')
  const kept: string[] = []
  let isSample = false
  let isLeftOut = false
  for (const [at, line] of lines.entries()) {
    const isFence = line.startsWith('```')
    if (isFence) isSample = !isSample
    if (line.startsWith('## ')) isLeftOut = /^## \w+Base$/.test(line)
    const isHead = line.startsWith('| ---') || lines[at + 1]?.startsWith('| ---') === true
    if (isFence || isSample || isLeftOut || isHead) continue
    if (SAID_ONCE.some((pattern) => pattern.test(line))) continue
    const short = asEntry(line)
    if (BARE_PATH.test(short)) continue
    if ((short === '' || short.startsWith('- ')) && kept.at(-1) === '') kept.pop()
    kept.push(short)
  }
  return kept.join('\n')
}

function asEntry(line: string): string {
  return LISTED_ELSEWHERE.reduce((text, [list, name]) => text.replace(list, name), line)
    .replace(/^\| (`Idempotency-Key`) \|.*$/, '- $1 (optional)')
    .replace(/^\| (\S+) \| (.*) \|$/, '- $1: $2')
    .replace(/^(- \S+:) \*(.+?)\.?\*(?= |$)/, '$1 ($2)')
}

/** @param markdown formatted for people @returns it with narrow tables */
export function narrow(markdown: string): string {
  return markdown.replaceAll(/^\|.*\|$/gm, (row) =>
    row.replaceAll(/ {2,}/g, ' ').replaceAll(/-{4,}/g, '---'),
  )
}
