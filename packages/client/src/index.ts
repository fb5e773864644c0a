export type { AppRouter, Refusal } from './app-router.ts'
export {
  createSchedulingClient,
  refusalOf,
  type SchedulingClient,
  type SchedulingClientOptions,
} from './client.ts'
export type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
export { followTogether, type Follower, type LiveMessage } from './follow-together.ts'
