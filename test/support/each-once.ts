/** What tests of workers that die, stop or work side by side ask for: every event, and each attempt once. */
import { expect } from 'vitest'
import type { TestApi, TestOrganization } from './api.ts'
import type { Receiver } from './receiver.ts'
import { fact, registerClient } from './worker.ts'

/** For anything that has to come, as long as a busy machine may need. */
export const PATIENCE_MS = 120_000

export async function arrived(receiver: Receiver, count: number): Promise<void> {
  await fact(`${count} events`, () => receiver.arrivals.size >= count, PATIENCE_MS)
}

/** From now on the leases that are held do not run out: they have to be ended. */
export async function stretchLeases(api: TestApi): Promise<void> {
  for (const table of ['delivery', 'webhook_lane'])
    await api.connection.pool.query(
      `UPDATE ${table} SET lease_until = lease_until + interval '1 day' WHERE lease_until IS NOT NULL`,
    )
}

export async function register(
  api: TestApi,
  owner: TestOrganization,
  count: number,
): Promise<void> {
  for (let from = 0; from < count; from += 10)
    await Promise.all(
      Array.from({ length: Math.min(10, count - from) }, () => registerClient(api, owner)),
    )
}

/** Every event arrived, and what was received is recorded: each attempt once. */
export async function requireEachOnce(
  api: TestApi,
  webhook: { id: string },
  receiver: Receiver,
  events: number,
): Promise<void> {
  await fact(
    'all records',
    async () => {
      const open = await api.db.delivery.count({
        where: { webhookId: webhook.id, OR: [{ state: 'pending' }, { leaseToken: { not: null } }] },
      })
      return open === 0
    },
    PATIENCE_MS,
  )
  const rows = await api.db.deliveryAttempt.findMany({ where: { webhookId: webhook.id } })
  expect(rows.map(({ attempt, status }) => `${attempt} ${status}`)).toEqual(
    Array.from({ length: events }, () => '1 SUCCEEDED'),
  )
  expect(new Set(rows.map(({ eventId }) => eventId)).size).toBe(events)
  expect([...receiver.attempts.keys()].sort()).toEqual(rows.map(({ id }) => id).sort())
}
