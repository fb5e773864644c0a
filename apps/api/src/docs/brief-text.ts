/** The reference as it is written for people, without what a program finds elsewhere in the same text. */

/** True of every route, so said once for all. */
const SAID_ONCE = [
  /^\| (?:401|429|500|503|`limit`|`cursor`) \|/,
  /^\| 40[03] \|(?:,? `(?:validation_error|forbidden_scope|feature_not_enabled)`)+ \|$/,
  /^### (?:Example|Parameters|Answers)$/,
]

/** A parameter of the path of which nothing else is said. */
const BARE_PATH = /^- `\w+`: \(path; [^)]*\)$/

/** @param reference Markdown @returns it without samples, tables as lists, and no record in which nothing is expanded */
export function brief(reference: string): string {
  const lines = reference.split('\n')
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
  return line
    .replaceAll(/\[([^\][]*)\]\([^()]*\)/g, '$1')
    .replace(/^\| (`Idempotency-Key`) \|.*$/, '- $1 (optional)')
    .replace(/^\| (\S+) \| (.*) \|$/, '- $1: $2')
    .replace(/^(- \S+:) \*([^*]+?)\.?\*/, '$1 ($2)')
}
