/** Files that a browser imports, and what is told of their rows. */
import { cookieOf, type Browser } from './dashboard.ts'
import type { TestApi } from './api.ts'

export type ImportReply = {
  readonly status: number
  /** A refusal of the whole file; undefined when there was none. */
  readonly problem: any
  readonly rows: any[]
  /** The last line; undefined when the import was cut off. */
  readonly sums: any
}

export async function sendFile(
  api: Pick<TestApi, 'url'>,
  browser: Pick<Browser, 'cookies'> | null,
  name: string,
  file: RequestInit['body'],
  input: object = {},
  request: RequestInit = {},
): Promise<ImportReply> {
  const query = new URLSearchParams({ input: JSON.stringify(input) })
  const response = await fetch(`${api.url}/import/${name}?${query}`, {
    method: 'POST',
    body: file ?? null,
    ...request,
    headers: {
      'content-type': 'text/csv',
      ...(browser === null ? {} : { cookie: cookieOf(browser) }),
      ...request.headers,
    },
  })
  if (response.status !== 200) {
    return { status: response.status, problem: await response.json(), rows: [], sums: undefined }
  }
  const lines = (await response.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const last = lines.at(-1)
  const isWhole = last !== undefined && 'dry_run' in last
  return {
    status: 200,
    problem: undefined,
    rows: isWhole ? lines.slice(0, -1) : lines,
    sums: isWhole ? last : undefined,
  }
}

/** Faults of a whole file, as in `file too_long`. */
export function fileFaults({ problem }: ImportReply): string[] {
  return (problem?.errors ?? []).map((error: any) => `${error.field} ${error.code}`)
}
