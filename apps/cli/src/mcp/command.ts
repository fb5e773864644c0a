import { StreamableHTTPClientTransport, SdkHttpError } from '@modelcontextprotocol/client'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import type { Command } from 'commander'
import { optionsOf, withExamples, type Run } from '../command.ts'
import { findAccess, isReadableOnTheWay } from '../config/access.ts'
import { messageOf } from '../failure.ts'
import { oneLine } from '../terminal/safe-text.ts'
import { bridge, type Refusal } from './bridge.ts'

export function addMcp(program: Command, run: Run): void {
  const command = program
    .command('mcp')
    .description('serve the tools of the service to an agent over stdio; needs the key of an agent')
    .action(async (_options: unknown, self: Command) => {
      const { url, apiKey } = await findAccess(optionsOf(self), run.env)
      // Stdout belongs to the protocol: everything else goes to stderr.
      const tell = (words: string) => void process.stderr.write(`${oneLine(words)}\n`)
      if (isReadableOnTheWay(url)) tell(`${url} is not https: the key can be read on the way.`)
      const service = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
        requestInit: { headers: { Authorization: `Bearer ${apiKey}` } },
      })
      await bridge({ host: new StdioServerTransport(), service, refusalOf, tell }, run.stopped)
    })
  withExamples(
    command,
    'scheduling mcp',
    'claude mcp add clinic --env SCHEDULING_URL=… --env SCHEDULING_API_KEY=… -- npx @scheduling/cli mcp',
  )
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
