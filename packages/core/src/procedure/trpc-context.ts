import type { Browser, Context, Service } from '../context.ts'

/** What tRPC carries: the call, when somebody is signed in. */
export type TrpcContext = {
  readonly requestId: string
  readonly service: Service
  readonly call: Context | null
  readonly browser: Browser
}
