/** Requests from a process of their own. */
import { askedProcess } from './asked-process.ts'

/** One request. */
export type Shot = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
}

export type Load = {
  /** Where to; connections are spread over them. */
  readonly ports: readonly number[]
  readonly key: string
  readonly connections: number
  readonly shots: readonly Shot[]
  /** The shots are sent again and again for so long. Null: each is sent once. */
  readonly seconds: number | null
  /** Requests a second at most, of all connections. */
  readonly rate?: number
  /** The statuses that are right. */
  readonly expected: readonly number[]
}

export type LoadResult = {
  readonly seconds: number
  /** How many answers had each status. */
  readonly statuses: Readonly<Record<number, number>>
  /** Of all answers, milliseconds. */
  readonly latency: { readonly p50: number; readonly p95: number; readonly p99: number }
}

export type Sender = {
  /** @throws when an answer has a status that is not expected */
  send(load: Load): Promise<LoadResult>
  close(): Promise<void>
}

export function openSender(): Sender {
  const child = askedProcess<Load, LoadResult>(new URL('./load-main.ts', import.meta.url))
  return { send: (load) => child.ask(load), close: () => child.kill() }
}

export function answersIn({ statuses }: LoadResult): number {
  return Object.values(statuses).reduce((sum, count) => sum + count, 0)
}

/** Answers a second. */
export function rateOf(result: LoadResult): number {
  return answersIn(result) / result.seconds
}
