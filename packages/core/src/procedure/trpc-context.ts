import type { Browser, Context, Service } from '../context.ts'
import type { StreamContext } from '../events/live-feed.ts'

/** What tRPC carries: the call, when a user is signed in. */
export type TrpcContext = {
  readonly requestId: string
  readonly service: Service
  readonly call: Context | null
  readonly browser: Browser
  /** Null: the process itself calls, and follows nothing. */
  readonly streams: Pick<StreamContext, 'live' | 'hangUp'> | null
}
