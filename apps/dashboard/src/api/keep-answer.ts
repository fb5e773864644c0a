import type { DataTag, QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Shows what a change answered, without asking again.
 *
 * A read that began before the change is given up first: its answer is older, and would put the old state back.
 *
 * @param answer the new state, or what makes it of the one that is shown
 */
export async function keepAnswer<Shown>(
  cache: QueryClient,
  queryKey: DataTag<QueryKey, Shown, unknown>,
  answer: Shown | ((shown: Shown | undefined) => Shown | undefined),
): Promise<void> {
  await cache.cancelQueries({ queryKey })
  cache.setQueryData<Shown>(queryKey, answer)
}
