/** The API as browsers see it: its links lead to itself. */
import { EVENT_FAULT } from '@scheduling/core'
import { expect } from 'vitest'
import { startTestApi, type TestApi } from './api.ts'
import { freePort } from './free-port.ts'

export async function startSeenApi(): Promise<TestApi> {
  return startTestApi({ ...(await seenAt()), trustedProxies: 1 })
}

/** Options of an API whose links lead to itself. */
export async function seenAt() {
  const port = await freePort()
  return { port, publicBaseUrl: `http://127.0.0.1:${port}`, listens: true }
}

let shared: Promise<TestApi> | undefined

/**
 * The same for all test files of a process, which it ends with: each file works in organizations of its own. To close it
 * is to look for faults.
 */
export async function sharedApi(): Promise<TestApi> {
  const api = await (shared ??= startSeenApi())
  return {
    ...api,
    async close() {
      const logged = api.logged.splice(0)
      expect(logged.filter(({ message }) => message === EVENT_FAULT)).toEqual([])
    },
  }
}
