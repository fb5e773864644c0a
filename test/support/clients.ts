/** Clients as integrations send them, and read them in lists. */
import { randomUUID } from 'node:crypto'
import type { Reply } from './api.ts'

export const CPF = '52998224725'

/** The body of a client with an identifier that nobody else has. */
export function somebody() {
  return { first_name: 'Ana', email: `${randomUUID()}@example.com` }
}

export function ids(reply: Reply): number[] {
  return reply.body.data.map(({ id }: { id: number }) => id)
}
