/** How a command ends when it could not do what it was asked. The words are for people; no stack is ever shown. */

export const EXITS = {
  /** Done. Commands that run until they are stopped end so, too. */
  done: 0,
  /** The service, the network or this machine refused. */
  refused: 1,
  /** The command line is wrong: nothing was sent. */
  misused: 2,
} as const

export type Exit = (typeof EXITS)[keyof typeof EXITS]

export class Failure extends Error {
  readonly exit: Exit
  /** For `--json`; the wire's names. */
  readonly details: Readonly<Record<string, unknown>>

  constructor(message: string, details: Readonly<Record<string, unknown>> = {}, exit: Exit = 1) {
    super(message)
    this.exit = exit
    this.details = details
  }
}

/** The command line is wrong. */
export class Misuse extends Failure {
  constructor(message: string) {
    super(message, { code: 'misuse' }, EXITS.misused)
  }
}

/** What an error of the system or of a library says, in one line. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? messageOf(error.cause) : ''
  if (error instanceof AggregateError && error.message === '') return messageOf(error.errors[0])
  return cause === '' || error.message.includes(cause)
    ? error.message
    : `${error.message}: ${cause}`
}

/** `ENOENT`, `EADDRINUSE` …; an empty text for errors without a code. */
export function systemCode(error: unknown): string {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : ''
  return typeof code === 'string' ? code : ''
}
