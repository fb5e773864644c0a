/** The answer to an import: a line of JSON for each row of the file, and the sums at the end. */
import type { Refusal } from '@scheduling/client'

type Fault = Pick<Refusal['errors'][number], 'field' | 'code'>

export type RefusedRow = {
  readonly line: number
  readonly code: Refusal['code']
  readonly errors: readonly Fault[]
}

type Sums = {
  readonly rows: number
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly refused: number
}

export type Progress = {
  readonly rows: number
  /** The first of them. */
  readonly refused: readonly RefusedRow[]
  readonly refusedCount: number
  /** Null until the last line has come. */
  readonly sums: Sums | null
}

export const NOTHING_READ: Progress = { rows: 0, refused: [], refusedCount: 0, sums: null }

/** As many as a user reads. */
const MOST_SHOWN = 100

type Row = {
  readonly line: number
  readonly outcome: string
  readonly code: Refusal['code'] | null
  readonly errors: readonly Fault[]
}

/** What is known after one more line. */
export function afterLine(progress: Progress, line: string): Progress {
  const told = JSON.parse(line) as Row | Sums
  if (!('outcome' in told)) return { ...progress, sums: told }
  const rows = progress.rows + 1
  const { line: at, code, errors } = told
  if (code === null) return { ...progress, rows }
  return {
    ...progress,
    rows,
    refusedCount: progress.refusedCount + 1,
    refused:
      progress.refused.length < MOST_SHOWN
        ? [...progress.refused, { line: at, code, errors }]
        : progress.refused,
  }
}

/** The lines of a body as they come. */
export async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = ''
  const reader = body
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = (rest + read.value).split('\n')
    rest = lines.pop() ?? ''
    yield* lines.filter((line) => line !== '')
  }
  if (rest !== '') yield rest
}
