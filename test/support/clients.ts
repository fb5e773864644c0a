/** Clients as integrations send them, and read them in lists. */
import { randomUUID } from 'node:crypto'
import type { Reply } from './api.ts'

export const CPF = '52998224725'

/** The body of a client with an e-mail address of its own. */
export function newClient() {
  return { first_name: 'Ana', email: `${randomUUID()}@example.com` }
}

export function ids(reply: Reply): number[] {
  return reply.body.data.map(({ id }: { id: number }) => id)
}
