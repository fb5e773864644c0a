import type { Command } from 'commander'
import { openSession, optionsOf, withExamples, type Run } from '../command.ts'
import { showAccount, type WireAccount } from './account.ts'

export function addWhoami(program: Command, run: Run): void {
  const command = program
    .command('whoami')
    .description('show which organization and which key are used, and what the key may do')
    .action(async (_options: unknown, self: Command) => {
      const { access, service, terminal } = await openSession(run, optionsOf(self))
      const answer = await service.api.account.get({}, { signal: run.stopped }).withResponse()
      showAccount(terminal, service.wire<WireAccount>(answer), access)
    })
  withExamples(command, 'scheduling whoami', 'scheduling whoami --json')
}
