import { PATIENCE, type Database } from '@scheduling/database'
import type { Service } from './context.ts'
import type { Log } from './ground/log.ts'
import {
  createSender,
  dnsResolver,
  threadStopwatch,
  type Resolver,
  type Sender,
} from '@scheduling/webhooks'
import type { CentralNumber } from '@scheduling/messaging'
import type { Banks, PaymentProvider } from '@scheduling/payments'
import { realTimers } from '@scheduling/delivery'
import type { Cryptography } from './ground/crypto.ts'
import { newId } from './ground/ids.ts'
import { LIMITS } from './contract/limits.ts'
import { paymentsOfOrganizations } from './payments/payments-of-organizations.ts'
import { sandboxPayments } from './payments/sandbox-payments.ts'

export type ServiceParts = {
  readonly db: Database
  readonly crypto: Cryptography
  readonly log: Log
  readonly publicBaseUrl: string
  /** Default: no mail server is configured. */
  readonly sendsMail?: boolean
  readonly allowLoopbackWebhooks: boolean
  /** Default: false. */
  readonly isDemonstration?: boolean
  /** Default: those of `LIMITS`. */
  readonly holdLimits?: Service['holdLimits']
  readonly now: () => number
  readonly random: () => number
  /** Default: the guarded sender. A test that plays the public internet brings its own. */
  readonly sender?: Sender
  /** Default: the machine's DNS servers. */
  readonly resolver?: Resolver
  /**
   * For deposits of live organizations that are asked for in a demonstration, without a bank. Default: the sandbox, whose
   * bank is the database; test organizations always have it.
   */
  readonly payments?: PaymentProvider
  /** The banks that organizations can connect to. Default: none. */
  readonly banks?: Banks
  /** Default: none. */
  readonly centralNumber?: CentralNumber | null
}

const PROVIDER_WAIT_MS = 10_000

/** What a process lends to every call, from what its settings say. */
export function createService(parts: ServiceParts): Service {
  const ownHosts = [new URL(parts.publicBaseUrl).hostname].filter((host) => host !== 'localhost')
  const resolver = parts.resolver ?? dnsResolver()
  const banks = parts.banks ?? new Map()
  const sandbox = sandboxPayments({ db: parts.db, realNow: parts.now })
  return {
    ...realTimers,
    ...parts,
    sendsMail: parts.sendsMail ?? false,
    isDemonstration: parts.isDemonstration ?? false,
    realNow: parts.now,
    ownHosts,
    resolver,
    banks,
    centralNumber: parts.centralNumber ?? null,
    payments: paymentsOfOrganizations({
      db: parts.db,
      crypto: parts.crypto,
      realNow: parts.now,
      banks,
      live: parts.payments ?? sandbox,
      test: sandbox,
    }),
    holdLimits: parts.holdLimits ?? {
      perKey: LIMITS.holdsPerKey,
      perOrganization: LIMITS.holdsPerOrganization,
    },
    patience: {
      ...PATIENCE,
      keyMs: LIMITS.idempotencyWaitSeconds * 1000,
      providerMs: PROVIDER_WAIT_MS,
    },
    newId: (prefix) => newId(prefix, parts.now(), parts.random),
    elapsedMs: threadStopwatch,
    sender:
      parts.sender ??
      createSender({
        docsUrl: `${parts.publicBaseUrl}/docs`,
        allowLoopbackHttp: parts.allowLoopbackWebhooks,
        ownHosts,
        resolver,
      }),
  }
}
