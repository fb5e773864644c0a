/** Serves one host: its stdio on this side, `/mcp` of the service on the other. */
import { SdkHttpError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import type { Profile } from '../config/file.ts'
import { messageOf } from '../failure.ts'
import { bridge, type Refusal } from './bridge.ts'

/** Ends when the host closes its side, or when the signal says so. @param tell words for stderr */
export async function serveHost(
  { url, apiKey }: Profile,
  stopped: AbortSignal,
  tell: (words: string) => void,
): Promise<void> {
  const service = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { Authorization: `Bearer ${apiKey}` } },
  })
  await bridge({ host: new StdioServerTransport(), service, refusalOf, tell }, stopped)
}

/** Of the implementation, as the protocol reserves them. */
const REFUSED = -32_001

function refusalOf(error: unknown): Refusal {
  if (error instanceof SdkHttpError) {
    const text: unknown = error.data?.['text']
    return { code: REFUSED, message: wordsOf(error.status, typeof text === 'string' ? text : '') }
  }
  return { code: REFUSED, message: `The service can't be reached: ${messageOf(error)}` }
}

/** What the service says of a refusal: a problem, or an error of the protocol. */
function wordsOf(status: number | undefined, text: string): string {
  try {
    const { code, detail, error } = JSON.parse(text)
    if (typeof detail === 'string') return `${status} ${code}: ${detail}`
    if (typeof error?.message === 'string') return `${status}: ${error.message}`
  } catch {
    // It is no JSON: the status has to do.
  }
  return `The service answered ${status}.`
}
