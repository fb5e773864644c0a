import type { Database, Patience } from '@scheduling/database'
import type { Sender } from '@scheduling/webhooks'
import type { Unsealing } from './subscriptions/sealed-columns.ts'
import type { Timers } from './timers.ts'

/** What delivery needs of the process that runs it. The process hands it in; nothing here reads a clock or a setting. */
export type Runtime = Timers & {
  readonly db: Database
  /** How long a transaction waits for what others hold. */
  readonly patience: Patience
  /** Epoch milliseconds. Every rule compares with this clock, which is the real one: see `lanes/test-time.ts`. */
  readonly now: () => number
  /** 0 ≤ n < 1. */
  readonly random: () => number
  readonly newId: (prefix: 'dlv' | 'req') => string
  readonly crypto: Unsealing
  /** The only way in which requests leave for addresses that customers chose. */
  readonly sender: Sender
  /** Milliseconds of CPU: what the time limit of templates is measured with. */
  readonly elapsedMs: () => number
  /** Where the API is seen from outside, without a trailing slash. */
  readonly publicBaseUrl: string
  /** Fields first. Never a secret, a document number, a phone or a body. */
  readonly log: {
    info(fields: object, message: string): void
    error(fields: object, message: string): void
  }
  /** Where measurements go. Left out: nowhere. */
  readonly watch?: DeliveryWatch
}

/** Observes deliveries, for metrics. Times in seconds. */
export type DeliveryWatch = {
  /** @param lag from the event to its deliveries */
  fannedOut(lag: number): void
  attempted(attempt: {
    readonly outcome: 'SUCCEEDED' | 'FAILED' | 'UNCOUNTED'
    readonly seconds: number
    /** From the event to its first attempt; null for any other attempt. */
    readonly lag: number | null
    /** What was known of the endpoint before. `chat`: it is sent one after the other. */
    readonly endpoint: 'well' | 'slow' | 'failing' | 'chat'
  }): void
}
