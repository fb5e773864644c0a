/** What every command is given, and how commands are declared. */
import { Option, type Command } from 'commander'
import { findAccess, isReadableOnTheWay, type Access, type Chosen } from './config/access.ts'
import type { Environment } from './env.ts'
import { Misuse } from './failure.ts'
import { openService, type Service } from './service.ts'
import type { Terminal } from './terminal/terminal.ts'

/** Options of the program, which every command takes. */
export type Globals = Chosen & { readonly json?: true }

/** What the command line uses of its process. Tests give it streams and settings of their own. */
export type Host = Pick<NodeJS.Process, 'env' | 'stdin' | 'stdout' | 'stderr' | 'on' | 'exit'> & {
  exitCode?: NodeJS.Process['exitCode']
}

export type Run = {
  readonly host: Pick<Host, 'stdin' | 'stdout' | 'stderr'>
  readonly env: Environment
  /** Set by Ctrl-C and by the end of the terminal. */
  readonly stopped: AbortSignal
  stop(): void
  terminalFor(globals: Globals): Terminal
}

export type Session = {
  readonly access: Access
  readonly service: Service
  readonly terminal: Terminal
}

/** The service of the chosen profile or of the environment. @throws Failure without an address or a key */
export async function openSession(run: Run, globals: Globals): Promise<Session> {
  const access = await findAccess(globals, run.env)
  const terminal = run.terminalFor(globals)
  if (isReadableOnTheWay(access.url)) {
    terminal.note(`${access.url} is not https: the key can be read on the way.`)
  }
  return { access, service: openService(access), terminal }
}

/** Options of the command with those of the program. Commander has checked their names; `Own` says what they hold. */
export function optionsOf<Own extends object>(command: Command): Globals & Own {
  return command.optsWithGlobals<Globals & Own>()
}

/** An option that takes a whole number within bounds. */
export function numberOption(
  flags: string,
  description: string,
  { least, most, initial }: { least: number; most: number; initial?: number },
): Option {
  const option = new Option(flags, description).argParser((text: string) => {
    const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
    if (number >= least && number <= most) return number
    throw new Misuse(`${option.long} takes a whole number from ${least} to ${most}.`)
  })
  return initial === undefined ? option : option.default(initial)
}

/** For options that may be given several times, and take several values with commas between them. */
export function collected(text: string, before: readonly string[]): string[] {
  const values = text.split(',').map((one) => one.trim())
  return [...before, ...values.filter((one) => one !== '')]
}

/** Examples at the end of `--help`. */
export function withExamples(command: Command, ...examples: readonly string[]): Command {
  return command.addHelpText(
    'after',
    `\nExamples:\n${examples.map((one) => `  $ ${one}`).join('\n')}`,
  )
}
