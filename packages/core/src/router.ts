import { router } from './endpoint.ts'
import { account } from './accounts/index.ts'
import { availability } from './availability/index.ts'
import { professionals } from './professionals/index.ts'

/** Every procedure of the service, once. */
export const appRouter = router({ account, availability, professionals })

export type AppRouter = typeof appRouter
