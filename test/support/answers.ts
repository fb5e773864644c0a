/** What the API really answered while the tests ran: each test file leaves a list, the check at the end reads them. */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')
const folder = path.join(root, '.data/answers')

export type AnswerRecorder = {
  /** Kept as `docs/outcomes.md` names it: `status code` of a refusal, `status` of a success. */
  record(route: string, status: number, code: string | null): void
  /** Writes what was recorded so far. */
  flush(): void
}

/** @param testFile absolute path of the file whose tests get the answers */
export function recordAnswers(testFile: string): AnswerRecorder {
  const file = path.relative(root, testFile)
  const answers = new Set<string>()
  // A test file may start several instances; each has a list of its own.
  const name = createHash('sha256').update(`${file} ${process.pid} ${(instances += 1)}`)
  return {
    record(route, status, code) {
      if (route.includes('/v1/'))
        answers.add(`${route}\t${status}${code === null ? '' : ` ${code}`}`)
    },
    flush() {
      mkdirSync(folder, { recursive: true })
      const list = `${name.copy().digest('hex').slice(0, 16)}.json`
      writeFileSync(path.join(folder, list), JSON.stringify({ file, answers: [...answers] }))
    },
  }
}

let instances = 0

/** Before a run: what an earlier one left says nothing of this one. */
export function forgetAnswers(): void {
  rmSync(folder, { recursive: true, force: true })
}

/** `route outcome` → the test files that got it. */
export function recordedAnswers(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const name of readdirSync(folder)) {
    const list = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as {
      file: string
      answers: readonly string[]
    }
    for (const answer of list.answers) {
      const key = answer.replace('\t', ' ')
      found.set(key, (found.get(key) ?? new Set()).add(list.file))
    }
  }
  return found
}
