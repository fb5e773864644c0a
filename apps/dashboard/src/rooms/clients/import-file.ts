/** Sends a file of clients, and reports each row while the file is read. */
import type { AppRouter, Refusal } from '@scheduling/client'
import { TRPCClientError } from '@trpc/client'
import { afterLine, linesOf, NOTHING_READ, type Progress } from './import-answer.ts'

export const ON_MATCH = ['return', 'update', 'create'] as const

export type Import = {
  readonly file: File
  readonly isTrial: boolean
  readonly onMatch: (typeof ON_MATCH)[number]
}

/** Told so often, so that a hundred thousand rows do not draw the page as often. */
const TELL_EVERY_MS = 100

/**
 * @returns what is known at the end; without `sums` the connection was cut
 * @throws the refusal of the whole file
 */
export async function importClients(
  { file, isTrial, onMatch }: Import,
  onProgress: (progress: Progress) => void,
): Promise<Progress> {
  const input = JSON.stringify({ dry_run: isTrial, on_match: onMatch })
  const response = await fetch(`/import/clients?${new URLSearchParams({ input })}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: file,
  })
  if (!response.ok || response.body === null) throw refusedBy((await response.json()) as Refusal)
  let progress = NOTHING_READ
  let told = 0
  try {
    for await (const line of linesOf(response.body)) {
      progress = afterLine(progress, line)
      if (performance.now() - told < TELL_EVERY_MS) continue
      told = performance.now()
      onProgress(progress)
    }
  } catch {
    // The connection broke. The reported rows are saved, and the file can be sent again.
  }
  return progress
}

/** The routes of files refuse with the same problem as the procedures. */
function refusedBy(problem: Refusal): TRPCClientError<AppRouter> {
  return TRPCClientError.from<AppRouter>({
    error: {
      code: -32_600,
      message: problem.detail,
      data: { code: 'BAD_REQUEST', httpStatus: problem.status, problem },
    },
  })
}
