import type { AppRouter, inferRouterOutputs } from '@scheduling/client'

type Team = inferRouterOutputs<AppRouter>['account']['listUsers']

export type User = Team['data'][number]
export type Invite = Team['invites'][number]
