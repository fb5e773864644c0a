/**
 * Requests that come when they come, whether or not earlier ones were answered, from a process of their own. A wait is
 * counted from the moment at which a request was due: what a slow service holds up is not left out.
 */
import { askedProcess } from '../stage/asked-process.ts'
import type { Shot } from '../stage/load.ts'

/** A request at its time. */
export type Timed = Shot & {
  readonly kind: string
  /** Milliseconds after the beginning. */
  readonly at: number
  /** The header that says who calls. */
  readonly credential: string
  /** Whose feed it reads: `{after}` in its path is the last event that was seen there. */
  readonly follows?: string
}

export type ToOpenLoad =
  | { readonly ask: 'send'; readonly ports: readonly number[]; readonly shots: readonly Timed[] }
  /** Streams that stay open until the end, each with the cookie of someone who looks on. */
  | {
      readonly ask: 'watch'
      readonly ports: readonly number[]
      readonly cookies: readonly string[]
    }

/** Of the requests of one kind. */
export type Waits = {
  /** How many answers had each status; 0: the connection broke, or no answer came in time. */
  readonly statuses: Readonly<Record<number, number>>
  /** Of those that were answered, from their due times. Milliseconds. */
  readonly waits: readonly number[]
}

export type OpenResult = {
  readonly kinds: Readonly<Record<string, Waits>>
  /** Which answers had a status of 400 or more, the first of each kind: their beginnings. */
  readonly faults: Readonly<Record<string, string>>
  /** How late the sender itself was: the worst 1 % of its requests left so many milliseconds after they were due. */
  readonly senderLateMs: number
  /** From the first due time to the last answer. */
  readonly seconds: number
  readonly connections: number
  /** What came over the streams meanwhile. */
  readonly streamed: number
}

export type OpenLoad = {
  readonly pid: number
  send(ports: readonly number[], shots: readonly Timed[]): Promise<OpenResult>
  /** @returns how many streams are open */
  watch(ports: readonly number[], cookies: readonly string[]): Promise<number>
  close(): Promise<void>
}

export type FromOpenLoad = OpenResult | { readonly open: number }

export function openOpenLoad(): OpenLoad {
  const child = askedProcess<ToOpenLoad, FromOpenLoad>(
    new URL('./open-load-main.ts', import.meta.url),
  )
  return {
    pid: child.pid,
    async send(ports, shots) {
      const answer = await child.ask({ ask: 'send', ports, shots })
      if ('open' in answer) throw new Error('The sender answered another question.')
      return answer
    },
    async watch(ports, cookies) {
      const answer = await child.ask({ ask: 'watch', ports, cookies })
      return 'open' in answer ? answer.open : 0
    },
    close: () => child.kill(),
  }
}
