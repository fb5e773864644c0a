import type { Command } from 'commander'
import { configFile, readProfiles, requireProfileName, writeProfiles } from '../config/file.ts'
import { optionsOf, withExamples, type Run } from '../command.ts'
import { Failure } from '../failure.ts'

export function addLogout(program: Command, run: Run): void {
  const command = program
    .command('logout')
    .description('forget a stored key; it stays valid until it is revoked in the dashboard')
    .action(async (_options: unknown, self: Command) => {
      const globals = optionsOf(self)
      const terminal = run.terminalFor(globals)
      const file = configFile(run.env.configHome)
      const { current, byName } = await readProfiles(file)
      const asked = globals.profile ?? run.env.profile
      const name = asked === undefined ? current : requireProfileName(asked)
      if (name === null || !byName.has(name)) {
        throw new Failure(name === null ? 'No key is stored.' : `There is no profile "${name}".`)
      }
      const left = new Map(byName)
      left.delete(name)
      const next = name === current ? ([...left.keys()][0] ?? null) : current
      await writeProfiles(file, { current: next, byName: left })
      terminal.result(
        { forgotten: name, current: next },
        `The key of the profile "${name}" is forgotten.`,
      )
      if (next !== null && next !== current) terminal.note(`From now on: profile "${next}".`)
    })
  withExamples(command, 'scheduling logout', 'scheduling logout --profile clinic')
}
