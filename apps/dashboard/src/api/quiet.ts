/** When the first page has what it shows, what is not needed to paint it can be loaded. */
import { useSyncExternalStore } from 'react'
import { api, cache } from './client.ts'

const [ROUTER] = api.account.pathKey()

let isQuiet = false
const waiting = new Set<() => void>()

const stopListening = cache.getQueryCache().subscribe(({ type, query }) => {
  // Who is signed in is asked first, by every page.
  const isOfPage = JSON.stringify(query.queryKey[0]) !== JSON.stringify([...(ROUTER ?? []), 'me'])
  if (type !== 'updated' || !isOfPage || query.state.status === 'pending') return
  if (cache.isFetching() > 0) return
  stopListening()
  // The answers are painted first.
  requestAnimationFrame(() => setTimeout(beginQuiet))
})

function beginQuiet(): void {
  isQuiet = true
  for (const told of waiting) told()
}

function follow(told: () => void): () => void {
  waiting.add(told)
  return () => waiting.delete(told)
}

/** Whether the first page has got all its answers. It stays true. */
export function useIsQuiet(): boolean {
  return useSyncExternalStore(follow, () => isQuiet)
}
