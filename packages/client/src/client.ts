import {
  createTRPCClient,
  httpBatchLink,
  httpSubscriptionLink,
  isTRPCClientError,
  splitLink,
  type TRPCClient,
} from '@trpc/client'
import type { AppRouter, Refusal } from './app-router.ts'

export type SchedulingClient = TRPCClient<AppRouter>

export type SchedulingClientOptions = {
  /** Of the service, with `/trpc`: `https://api.example.com/trpc`. */
  readonly url: string
  /** In place of the global one: outside a browser, the caller keeps the cookies. */
  readonly fetch?: typeof fetch
  /** In place of the global one, which browsers have and Node has not. */
  readonly EventSource?: typeof EventSource
}

/** The largest batch, and an address that stays below the longest head of a request. */
const BATCH = { maxItems: 20, maxURLLength: 8000 }

/** Calls travel together in batches, streams on connections of their own; the session's cookie with both. */
export function createSchedulingClient(options: SchedulingClientOptions): SchedulingClient {
  const { url } = options
  const streams = options.EventSource === undefined ? {} : { EventSource: options.EventSource }
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: ({ type }) => type === 'subscription',
        true: httpSubscriptionLink({
          url,
          ...streams,
          eventSourceOptions: { withCredentials: true },
        }),
        false: httpBatchLink({
          url,
          ...BATCH,
          fetch: (address, { signal = null, ...rest } = {}) =>
            (options.fetch ?? fetch)(String(address), { ...rest, signal, credentials: 'include' }),
        }),
      }),
    ],
  })
}

/** Why a call or a stream was refused; null for what never reached the service. */
export function refusalOf(error: unknown): Refusal | null {
  return isTRPCClientError<AppRouter>(error) ? (error.data?.problem ?? null) : null
}
