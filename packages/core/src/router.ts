import { router } from './endpoint.ts'
import { account } from './accounts/index.ts'
import { professionals } from './professionals/index.ts'

/** Every procedure of the service, once. */
export const appRouter = router({ account, professionals })

export type AppRouter = typeof appRouter
