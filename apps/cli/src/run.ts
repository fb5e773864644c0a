/** Runs one command line: what it prints when it can't, and with which code it ends. */
import { CommanderError } from 'commander'
import type { Host } from './command.ts'
import { readEnvironment } from './env.ts'
import { EXITS, Failure, messageOf, systemCode, type Exit } from './failure.ts'
import { createProgram } from './program.ts'
import { failureOf } from './service.ts'
import { createTerminal } from './terminal/terminal.ts'
import { jsonText, manyLines } from './terminal/safe-text.ts'
import { withoutSecrets } from './terminal/without-secrets.ts'

/** @param argv what follows the name of the program */
export async function run(argv: readonly string[], host: Host = process): Promise<Exit> {
  const env = readEnvironment(host.env)
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  watchSignals(host, stop, stopping.signal)
  endWithReader(host, stop)
  const program = createProgram({
    host,
    env,
    stopped: stopping.signal,
    stop,
    terminalFor: ({ json }) =>
      createTerminal(host, { isJson: json === true, isPlain: env.isPlain }),
  })
  try {
    await program.parseAsync(argv, { from: 'user' })
    return EXITS.done
  } catch (error) {
    const failure = failureOf(error)
    if (stopping.signal.aborted && isAbort(failure)) {
      host.stderr.write('Stopped.\n')
      return EXITS.refused
    }
    return tell(host, failure, argv.includes('--json'))
  }
}

/** Whether it says no more than that the command was stopped. */
function isAbort(error: unknown): boolean {
  if (error instanceof Failure) return error.details['code'] === 'aborted'
  return error instanceof Error && error.name === 'AbortError'
}

/** The first signal ends the command in order; the second ends the process at once. */
function watchSignals(host: Host, stop: () => void, stopped: AbortSignal): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    host.on(signal, () => {
      if (stopped.aborted) host.exit(EXITS.refused)
      stop()
    })
  }
}

/** The reader of the output has gone: a program such as `head`, or a terminal that was closed. */
const READER_GONE = new Set(['EPIPE', 'EIO'])

/** Without a reader there is nothing left to do but to end in order: what was made for the time is still taken back. */
function endWithReader(host: Host, stop: () => void): void {
  for (const stream of [host.stdout, host.stderr]) {
    stream.on('error', (error) => {
      stop()
      if (READER_GONE.has(systemCode(error))) return
      // What was printed is lost, as on a full disk, and the command may be over already.
      host.on('exit', () => {
        host.exitCode = EXITS.refused
      })
    })
  }
}

/** Words on stderr. With `--json`, the same as a value on stdout. */
function tell({ stdout, stderr }: Host, error: unknown, isJson: boolean): Exit {
  if (error instanceof CommanderError) {
    // Help and version were printed, and so was what is wrong with the command line.
    if (error.exitCode === 0) return EXITS.done
    const message = withoutSecrets(error.message.replace(/^error: /, ''))
    if (isJson) stdout.write(`${jsonText({ error: { code: 'misuse', message } })}\n`)
    return EXITS.misused
  }
  const message = withoutSecrets(
    error instanceof Failure ? error.message : `This should not have happened: ${messageOf(error)}`,
  )
  const { details, exit } = error instanceof Failure ? error : { details: {}, exit: EXITS.refused }
  stderr.write(`error: ${manyLines(message)}\n`)
  if (isJson) stdout.write(`${jsonText({ error: { code: 'failed', ...details, message } })}\n`)
  return exit
}
