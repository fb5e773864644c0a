/** Whether the service can be reached. While it can not, it is asked again and again, and then everything is read again. */
import { useSyncExternalStore } from 'react'
import { cache, scheduling } from './client.ts'
import { reasonOf } from './reason.ts'

const ASK_AGAIN_MS = 1500

let isAway = false
let timer: ReturnType<typeof setTimeout> | null = null
const listeners = new Set<() => void>()

function set(next: boolean): void {
  if (isAway === next) return
  isAway = next
  for (const listener of listeners) listener()
  if (isAway) askSoon()
  else void cache.invalidateQueries()
}

function askSoon(): void {
  timer ??= setTimeout(() => {
    timer = null
    askWhetherAway()
  }, ASK_AGAIN_MS)
}

/** Asks the service for a little, and tells by the answer. */
export function askWhetherAway(): void {
  scheduling.account.me
    .query({})
    .then(() => set(false))
    .catch((error: unknown) => judge(error))
}

function judge(error: unknown): void {
  const hasAnswered = reasonOf(error).refusal !== null
  set(!hasAnswered)
  if (!hasAnswered) askSoon()
}

cache.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated') return
  if (event.action.type === 'failed' || event.action.type === 'error') judge(event.action.error)
})
cache.getMutationCache().subscribe((event) => {
  if (event.type === 'updated' && event.action.type === 'error') judge(event.action.error)
})
addEventListener('offline', askWhetherAway)
addEventListener('online', askWhetherAway)

export function useIsAway(): boolean {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    () => isAway,
  )
}
