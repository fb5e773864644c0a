import type { Command } from 'commander'
import { optionsOf, withExamples, type Run } from '../command.ts'
import { findAccess, isReadableOnTheWay } from '../config/access.ts'
import { oneLine } from '../terminal/safe-text.ts'

export function addMcp(program: Command, run: Run): void {
  const command = program
    .command('mcp')
    .description('serve the tools of the service to an agent over stdio; needs the key of an agent')
    .action(async (_options: unknown, self: Command) => {
      const access = await findAccess(optionsOf(self), run.env)
      // Stdout belongs to the protocol: everything else goes to stderr.
      const tell = (words: string) => void run.host.stderr.write(`${oneLine(words)}\n`)
      if (isReadableOnTheWay(access.url)) {
        tell(`${access.url} is not https: the key can be read on the way.`)
      }
      // The libraries of the protocol take longer to load than all the rest.
      const { serveHost } = await import('./serve.ts')
      await serveHost(access, run.stopped, tell)
    })
  withExamples(
    command,
    'SCHEDULING_URL=https://api.example.com SCHEDULING_API_KEY=svc_… scheduling mcp',
    'scheduling mcp --profile agent',
  )
}
