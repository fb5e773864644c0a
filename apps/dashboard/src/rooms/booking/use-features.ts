/** What the plan has and the owner has switched on. */
import type { AppRouter, inferRouterOutputs } from '@scheduling/client'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

export type Features = inferRouterOutputs<AppRouter>['account']['get']['features']

/** Null until it is known. */
export function useFeatures(): Features | null {
  return useQuery(api.account.get.queryOptions({})).data?.features ?? null
}
