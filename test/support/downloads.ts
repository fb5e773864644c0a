/** Files that a browser downloads, and what is in them. */
import { unzipSync } from 'fflate'
import { parse } from 'csv-parse/sync'
import { cookieOf, type Browser } from './dashboard.ts'
import type { TestApi } from './api.ts'

export function download(
  api: Pick<TestApi, 'url'>,
  browser: Pick<Browser, 'cookies'> | null,
  name: string,
  input: unknown = {},
  request: RequestInit = {},
): Promise<Response> {
  const query = new URLSearchParams({ input: JSON.stringify(input) })
  return fetch(`${api.url}/download/${name}?${query}`, {
    ...request,
    headers: { ...(browser === null ? {} : { cookie: cookieOf(browser) }), ...request.headers },
  })
}

/** Rows of a CSV by the names in its first line, read by a library that did not write it. */
export function rowsIn(text: string, delimiter = ','): Record<string, string>[] {
  return parse(text, { columns: true, delimiter, bom: true })
}

/** Names and texts of the files of a ZIP. */
export async function filesIn(response: Response): Promise<Map<string, string>> {
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  return new Map(
    Object.entries(files).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]),
  )
}
