import { createSchedulingClient, refusalOf } from '@scheduling/client'

const scheduling = createSchedulingClient({ url: 'http://localhost:3000/trpc' })

/** Both lists travel in one request. */
export async function enter(email: string, password: string) {
  await scheduling.account.signIn.mutate({ email, password })
  const [clients, services] = await Promise.all([
    scheduling.clients.list.query({ q: 'maria' }),
    scheduling.services.list.query({}),
  ])
  return { clients: clients.data, services: services.data }
}

/** What to show when a call fails. */
export function messageOf(error: unknown) {
  const refusal = refusalOf(error)
  return refusal === null ? 'The service cannot be reached.' : refusal.detail
}
