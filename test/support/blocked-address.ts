import { expect } from 'vitest'
import type { TestApi } from './api.ts'

/** Sends invalid keys until this address is blocked; a counter that is too slow lets one pass uncounted. */
export async function blockAddress(api: TestApi): Promise<void> {
  const send = async () =>
    (
      await fetch(`${api.url}/v1/me`, {
        headers: { authorization: `Bearer ${crypto.randomUUID()}` },
      })
    ).status
  await expect.poll(send, { interval: 1, timeout: 15_000 }).toBe(429)
}
