import type { AppRouter, inferRouterOutputs } from '@scheduling/client'

export type Client = inferRouterOutputs<AppRouter>['clients']['get']
