/** Endpoints in a process of their own: what they cost is not the worker's, nor the bench's. */
import { askedProcess } from '../stage/asked-process.ts'

/** How one endpoint answers. */
export type Behaviour = {
  /** False: accepts connections and never answers. */
  readonly answers: boolean
  readonly delayMs: number
  /** Share of the events that are refused with 500 once. */
  readonly failShare: number
  /** Share of the requests that are answered after `slowMs` only. */
  readonly slowShare: number
  readonly slowMs: number
}

export const HEALTHY: Behaviour = {
  answers: true,
  delayMs: 0,
  failShare: 0,
  slowShare: 0,
  slowMs: 0,
}

export type Arrival = {
  /** Place of its endpoint in the list. */
  readonly endpoint: number
  readonly eventId: string
  readonly deliveryId: string
  /** `Date.now()` */
  readonly at: number
  /** What it was, or will be, answered; null by an endpoint that never answers. */
  readonly status: number | null
}

export type ToReceivers =
  | { readonly ask: 'open'; readonly behaviours: readonly Behaviour[]; readonly seed: number }
  | { readonly ask: 'count' }
  | { readonly ask: 'arrivals' }

export type FromReceivers = {
  readonly urls?: readonly string[]
  readonly count?: number
  readonly arrivals?: readonly Arrival[]
}

export type Receivers = {
  readonly urls: readonly string[]
  /** How many requests came to endpoints that answer. */
  count(): Promise<number>
  /** All so far, oldest first. */
  arrivals(): Promise<readonly Arrival[]>
  close(): void
}

export async function openReceivers(
  behaviours: readonly Behaviour[],
  seed = 1,
): Promise<Receivers> {
  const child = askedProcess<ToReceivers, FromReceivers>(
    new URL('./receivers-main.ts', import.meta.url),
  )
  const { ask } = child
  const { urls = [] } = await ask({ ask: 'open', behaviours, seed })
  return {
    urls,
    count: async () => (await ask({ ask: 'count' })).count ?? 0,
    arrivals: async () => (await ask({ ask: 'arrivals' })).arrivals ?? [],
    close: () => void child.kill(),
  }
}
