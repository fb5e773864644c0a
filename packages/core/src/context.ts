import type { Database, MessagingConnection, Organization, Patience } from '@scheduling/database'
import type { Timers } from '@scheduling/delivery'
import type { CentralNumber } from '@scheduling/messaging'
import type { Banks, PaymentProvider } from '@scheduling/payments'
import type { Resolver, Sender } from '@scheduling/webhooks'
import type { Problem } from './contract/problems.ts'
import type { Cryptography } from './ground/crypto.ts'
import type { IdPrefix } from './ground/ids.ts'
import type { Log } from './ground/log.ts'

export const SCOPES = ['read', 'write', 'setup', 'webhooks:manage'] as const
export type Scope = (typeof SCOPES)[number]

/** What a user may do: see `procedure/accesses.ts`. */
export const ACCESSES = ['owner', 'manager', 'reception', 'professional'] as const
export type Access = (typeof ACCESSES)[number]

/** Of a professional: whether the person owns the organization. It gives no rights, the access of the user does. */
export const ROLES = ['owner', 'collaborator'] as const
export type Role = (typeof ROLES)[number]

export const ACTOR_TYPES = ['user', 'client', 'api_key', 'agent', 'system'] as const
export type ActorType = (typeof ACTOR_TYPES)[number]

export const SOURCES = [
  'api',
  'dashboard',
  'public_booking',
  'messaging',
  'recurrence',
  'agent',
  'payment',
  'system',
] as const
export type Source = (typeof SOURCES)[number]

/** Who did it, as events tell it. */
export type Actor = {
  readonly type: ActorType
  readonly id: string | null
  readonly name: string | null
}

/** Who calls: an API key over REST, a signed-in user over tRPC. */
export type Caller =
  | {
      readonly kind: 'api_key'
      readonly id: string
      readonly name: string
      readonly scopes: readonly Scope[]
      readonly isAgent: boolean
      /** False: the tools of an agent answer with reduced personal data. REST answers as the scopes allow either way. */
      readonly showFullPersonalData: boolean
    }
  | {
      readonly kind: 'user'
      readonly id: number
      readonly name: string
      readonly access: Access
      /** The professional that the user is; null: none. */
      readonly professionalId: number | null
      /** The hash of the session's token, by which it is stored. Null: the process itself calls for the user. */
      readonly sessionHash: Uint8Array<ArrayBuffer> | null
    }

/** The browser that calls over tRPC. */
export type Browser = {
  readonly cookies: Cookies
  readonly attempts: Attempts
  /** The whole of an IPv4 address, or the /64 of an IPv6 address. */
  readonly address: string
  /** As it names itself; null when it does not. */
  readonly userAgent: string | null
}

/** The cookies of a browser: what it sent, and how to change it. */
export type Cookies = {
  readonly session: Cookie
  /** See `account/device.ts`. */
  readonly device: Cookie
}

export type Cookie = {
  /** Null when the browser sent none. */
  readonly value: string | null
  set(value: string, expiresAt: Date): void
  clear(): void
}

/**
 * What is counted across processes until it is refused for a while. `sign-in` and `password reset address` are
 * counted by address, as are `payment notice`, `sandbox` and what visitors do without an account (`public read`,
 * `public booking`, `proved booking`, `link guess`); `failed sign-in` and `password reset` by account (or by a browser's part of it);
 * `invite` and `unproven booking` by organization; what visitors do with a link (`public change`) by procedure and record; `calendar read` by feed.
 */
export type Attempt =
  | 'sign-in'
  | 'failed sign-in'
  | 'password reset address'
  | 'password reset'
  | 'invite'
  | 'payment notice'
  | 'hook notice'
  | 'sandbox'
  | 'public read'
  | 'public booking'
  | 'proved booking'
  | 'unproven booking'
  | 'public change'
  | 'link guess'
  | 'calendar read'

/** Counts attempts. Each answer is the number of seconds to wait, 0 when there is no need to. */
export type Attempts = {
  /** @param whose never an e-mail as it was typed */
  count(kind: Attempt, whose: string): Promise<number>
  /** Looks without counting. */
  look(kind: Attempt, whose: string): Promise<number>
  forget(kind: Attempt, whose: string): Promise<void>
}

/** What a process lends to every call. */
export type Service = Timers & {
  readonly db: Database
  /**
   * Epoch milliseconds: the time of the organization, which every rule of a clinic compares with. A test
   * organization can be ahead of `realNow`; where no organization is concerned, the two are the same.
   */
  readonly now: () => number
  /**
   * Epoch milliseconds: the clock, for signatures, sessions, keys, limits, idempotency, leases, retention, and the age
   * of events. No organization can move it.
   */
  readonly realNow: () => number
  /** 0 ≤ n < 1. */
  readonly random: () => number
  readonly newId: (prefix: IdPrefix) => string
  readonly crypto: Cryptography
  /** Where the API is seen from outside, without a trailing slash. */
  readonly publicBaseUrl: string
  /** A mail server is configured. */
  readonly sendsMail: boolean
  /** Development only: webhooks may go to http on this machine. */
  readonly allowLoopbackWebhooks: boolean
  /** Live organizations without a bank have the codes of the sandbox, marked as such. Else they charge no client. */
  readonly isDemonstration: boolean
  /** Every request to an address that a customer chose goes through it. */
  readonly sender: Sender
  /** Whom clients pay. It is asked outside of transactions alone. */
  readonly payments: PaymentProvider
  /** The banks that organizations can connect to. */
  readonly banks: Banks
  /** The WhatsApp number of the operator, for organizations without their own. Null: there is none. */
  readonly centralNumber: CentralNumber | null
  /** Looks up the hosts of webhook addresses when they are saved. */
  readonly resolver: Resolver
  /** Hosts of this service itself: no webhook may point back to them. */
  readonly ownHosts: readonly string[]
  /** Milliseconds of CPU: what the time limit of templates is measured with. */
  readonly elapsedMs: () => number
  readonly log: Log
  /** How many times can be held at once, by one key and in one organization. */
  readonly holdLimits: { readonly perKey: number; readonly perOrganization: number }
  /** How long a change waits for what others hold. */
  readonly patience: Patience & {
    /** For another request with the same `Idempotency-Key`. Milliseconds. */
    readonly keyMs: number
    /** For the payment provider, before what it is asked for is left to a timer. Milliseconds. */
    readonly providerMs: number
  }
}

/** The service at the time of an organization. */
export function onClockOf<Parts extends Pick<Service, 'now' | 'realNow'>>(
  service: Parts,
  { clockAheadSeconds }: Pick<Organization, 'clockAheadSeconds'>,
): Parts {
  if (clockAheadSeconds === 0) return service
  return { ...service, now: () => service.realNow() + clockAheadSeconds * 1000 }
}

/** The service for an organization, at the organization's time. */
export function serviceFor<Parts extends Pick<Service, 'now' | 'realNow'>>(
  service: Parts,
  organization: Organization,
): Parts & { readonly organization: Organization } {
  return { ...onClockOf(service, organization), organization }
}

/** For what leaves the service and for its records, such as deliveries: no organization can move their clock. */
export function onRealClock<Parts extends Pick<Service, 'now' | 'realNow'>>(service: Parts): Parts {
  return { ...service, now: service.realNow }
}

/** An answer as it goes over the wire. */
export type Rendered = {
  readonly status: number
  readonly contentType: string
  readonly body: Uint8Array<ArrayBuffer>
}

/**
 * One use of an `Idempotency-Key`. The REST handler makes it from the header. The unit of work saves the
 * answer in the transaction of its effect.
 */
export type IdempotencyRecord = {
  /** HMAC of organization, API key, method, path template, path ids and the client's key. */
  readonly id: Buffer
  /** HMAC of the canonical body. */
  readonly requestHash: Buffer
  /** HMAC of the client's key alone within the organization: kept on appointments. */
  readonly keyHash: Buffer
  readonly render: (outcome: string, reply: unknown) => Rendered
  readonly renderProblem: (problem: Problem) => Rendered
}

/** One call. A plain object: tRPC copies it. */
export type Context = Service & {
  readonly requestId: string
  readonly caller: Caller
  readonly organization: Organization
  /** Read with the key or the session, and cached with the key. */
  readonly messagingConnection: MessagingConnection | null
  readonly actor: Actor
  readonly source: Source
  /** Left out over REST, and where the process itself calls. */
  readonly browser?: Browser
  /** The full address of the page at `cursor`. Null over tRPC, where pages have no address. */
  readonly linkTo: (cursor: string) => string | null
  /** Null unless the call carries an `Idempotency-Key`, on a route that accepts one. */
  readonly idempotencyRecord: IdempotencyRecord | null
}

export function actorOf(caller: Caller): Actor {
  if (caller.kind === 'user') return { type: 'user', id: String(caller.id), name: caller.name }
  return { type: caller.isAgent ? 'agent' : 'api_key', id: caller.id, name: caller.name }
}

/** The session of the call; null for a key, and where the process itself calls. */
export function sessionOf(caller: Caller): Uint8Array<ArrayBuffer> | null {
  return caller.kind === 'user' ? caller.sessionHash : null
}

export function sourceOf(caller: Caller): Source {
  if (caller.kind === 'user') return 'dashboard'
  return caller.isAgent ? 'agent' : 'api'
}
