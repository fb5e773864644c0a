import type { Database, Organization, Patience, Transaction } from '@scheduling/database'
import type { Resolver, Sender } from '@scheduling/webhooks'
import type { Cryptography } from './ground/crypto.ts'
import type { NewEvent } from './events/new-event.ts'
import type { IdPrefix } from './ground/ids.ts'
import type { Log } from './ground/log.ts'
import type { ProblemCode } from './contract/problems.ts'
import type { Receipt } from './change/receipt.ts'

export const SCOPES = ['read', 'write', 'webhooks:manage'] as const
export type Scope = (typeof SCOPES)[number]

export type ActorType = 'user' | 'client' | 'api_key' | 'agent' | 'system'
export type Source =
  | 'api'
  | 'dashboard'
  | 'public_booking'
  | 'messaging'
  | 'recurrence'
  | 'agent'
  | 'payment'
  | 'system'

/** Who did it, as events tell it. */
export type Actor = {
  readonly type: ActorType
  readonly id: string | null
  readonly name: string | null
}

/** Who calls: an API key at the REST door, a signed-in user at the tRPC door. */
export type Caller =
  | {
      readonly kind: 'api_key'
      readonly id: string
      readonly name: string
      readonly scopes: readonly Scope[]
      readonly isAgent: boolean
    }
  | {
      readonly kind: 'user'
      readonly id: number
      readonly name: string
      readonly role: 'owner' | 'collaborator'
      readonly professionalId: number
    }

/** What a process lends to every call. */
export type Service = {
  readonly db: Database
  /** Epoch milliseconds. Every rule compares with this clock; tests move it. */
  readonly now: () => number
  /** 0 ≤ n < 1. */
  readonly random: () => number
  readonly newId: (prefix: IdPrefix) => string
  readonly crypto: Cryptography
  /** Where the API is seen from outside, without a trailing slash. */
  readonly publicBaseUrl: string
  /** Development only: webhooks may go to http on this machine. */
  readonly allowLoopbackWebhooks: boolean
  /** The one way in which requests leave for addresses that customers chose. */
  readonly sender: Sender
  /** Looks up the hosts of webhook addresses when they are saved. */
  readonly resolver: Resolver
  /** Hosts of this service itself: no webhook may point back to them. */
  readonly ownHosts: readonly string[]
  /** Milliseconds of CPU or of a steady clock: what the time limit of templates is measured with. */
  readonly elapsedMs: () => number
  readonly log: Log
  /** How long a change waits for what others hold. */
  readonly patience: Patience & {
    /** For another request with the same `Idempotency-Key`. Milliseconds. */
    readonly keyMs: number
  }
}

/** One call. A plain object: tRPC copies it. */
export type Context = Service & {
  readonly requestId: string
  readonly caller: Caller
  readonly organization: Organization
  readonly actor: Actor
  readonly source: Source
  /** Full address of the page at `cursor`; null at a door that has no addresses. */
  readonly linkTo: (cursor: string) => string | null
  /** Present when the call carries an `Idempotency-Key` on a route that takes one. */
  readonly receipt: Receipt | null
}

/** A call that changes something: everything it writes goes through `tx`. */
export type WriteContext = Context & {
  readonly tx: Transaction
  /** Collects; the events are written at the end of the transaction, in this order. */
  readonly emit: (event: NewEvent) => void
  /** Refused when the endpoint did not declare the code: see `endpoint.ts`. */
  readonly declared: ReadonlySet<ProblemCode>
}

export function actorOf(caller: Caller): Actor {
  if (caller.kind === 'user') return { type: 'user', id: String(caller.id), name: caller.name }
  return { type: caller.isAgent ? 'agent' : 'api_key', id: caller.id, name: caller.name }
}

export function sourceOf(caller: Caller): Source {
  if (caller.kind === 'user') return 'dashboard'
  return caller.isAgent ? 'agent' : 'api'
}
