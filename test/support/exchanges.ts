/** Requests of the tests with their answers: each worker leaves a list of some of each kind, and `test/replay.ts` reads them. */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

export const FOLDER = path.join(import.meta.dirname, '../../.data/exchanges')

/** One line of a list. */
export type Exchange = {
  /** Whose test made the call. */
  readonly file: string
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly key: string
  readonly headers: Readonly<Record<string, string>>
  /** As it was sent; null: none. */
  readonly body: string | null
  readonly answer: {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly text: string
  }
}

/** Before a run: what an earlier one left is none of it. */
export function forgetExchanges(): void {
  rmSync(FOLDER, { recursive: true, force: true })
}

export function recordedExchanges(): Exchange[] {
  return readdirSync(FOLDER).flatMap((name) =>
    readFileSync(path.join(FOLDER, name), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line): Exchange => JSON.parse(line)),
  )
}
