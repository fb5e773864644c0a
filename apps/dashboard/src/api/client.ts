/** The only access to the service: tRPC's client, and the cache of its answers. */
import { createSchedulingClient, type AppRouter } from '@scheduling/client'
import { QueryClient } from '@tanstack/react-query'
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query'
import { reasonOf } from './reason.ts'

export const scheduling = createSchedulingClient({ url: new URL('/trpc', location.origin).href })

/** Tries again what never reached the service, and what the service could not answer for the moment. */
const MOST_TRIES = 3

export const cache = new QueryClient({
  defaultOptions: {
    queries: {
      // The event feed says when something is out of date.
      staleTime: 60_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: true,
      // The service is asked even where the browser believes to be offline: it may run on this machine.
      networkMode: 'always',
      retry: (failures, error) => failures < MOST_TRIES && reasonOf(error).isPassing,
      retryDelay: (failures) => Math.min(500 * 2 ** failures, 5000),
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/** `api.clients.list.queryOptions(input)` for `useQuery`, `api.clients.list.pathFilter()` to read again. */
export const api = createTRPCOptionsProxy<AppRouter>({ client: scheduling, queryClient: cache })
