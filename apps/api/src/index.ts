export { createApp, createHttpServer, type AppOptions } from './app.ts'
export { routeTable, type Route, type RouteTable } from './route-table.ts'
export { createRateLimits } from './rate-limits/create-rate-limits.ts'
export type { RateLimits, Verdict } from './rate-limits/rate-limits.ts'
