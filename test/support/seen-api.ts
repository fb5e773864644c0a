/** The API as browsers see it: its links lead to itself. */
import { freePort } from '@scheduling/api'
import { EVENT_FAULT } from '@scheduling/core'
import { expect } from 'vitest'
import { startTestApi, type TestApi } from './api.ts'

export async function startSeenApi(): Promise<TestApi> {
  const port = await freePort('127.0.0.1', 0)
  const publicBaseUrl = `http://127.0.0.1:${port}`
  return startTestApi({ port, publicBaseUrl, listens: true, trustedProxies: 1 })
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
