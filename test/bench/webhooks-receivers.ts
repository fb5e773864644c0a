/** Endpoints in a process of their own: what they cost is not the worker's, nor the bench's. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('./webhooks-receivers-main.ts', import.meta.url))

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
  const child = fork(MAIN, { serialization: 'advanced' })
  // One question at a time, so that each answer is the one to it.
  let last: Promise<unknown> = Promise.resolve()
  const ask = (question: ToReceivers): Promise<FromReceivers> => {
    const answer = last.then(
      () =>
        new Promise<FromReceivers>((resolve, reject) => {
          child.once('message', (message) => resolve(message as FromReceivers))
          child.send(question, (error) => {
            if (error !== null) reject(error)
          })
        }),
    )
    last = answer.catch(() => undefined)
    return answer
  }
  const { urls = [] } = await ask({ ask: 'open', behaviours, seed })
  return {
    urls,
    count: async () => (await ask({ ask: 'count' })).count ?? 0,
    arrivals: async () => (await ask({ ask: 'arrivals' })).arrivals ?? [],
    close: () => child.disconnect(),
  }
}
