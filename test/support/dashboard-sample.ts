import { createTRPCClient, httpBatchLink, isTRPCClientError } from '@trpc/client'
import type { AppRouter } from '@scheduling/core'

const scheduling = createTRPCClient<AppRouter>({
  links: [
    httpBatchLink({
      url: 'http://localhost:3000/trpc',
      maxItems: 20,
      maxURLLength: 8000,
      fetch: (url, { signal = null, ...options } = {}) =>
        fetch(url, { ...options, signal, credentials: 'include' }),
    }),
  ],
})

/** Both lists travel in one request. */
export async function enter(email: string, password: string) {
  await scheduling.account.signIn.mutate({ email, password })
  const [clients, services] = await Promise.all([
    scheduling.clients.list.query({ q: 'maria' }),
    scheduling.services.list.query({}),
  ])
  return { clients: clients.data, services: services.data }
}

/** Why a call was refused; null for what never reached the service. */
export function refusalOf(error: unknown) {
  return isTRPCClientError<AppRouter>(error) ? (error.data?.problem ?? null) : null
}
