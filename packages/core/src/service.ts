import type { Database } from '@scheduling/database'
import type { Log, Service } from './context.ts'
import type { Cryptography } from './crypto.ts'
import { newId } from './ids.ts'

export type ServiceParts = {
  readonly db: Database
  readonly crypto: Cryptography
  readonly log: Log
  readonly publicBaseUrl: string
  readonly allowLoopbackWebhooks: boolean
  readonly now: () => number
  readonly random: () => number
}

/** What a process lends to every call, from what its settings say. */
export function createService(parts: ServiceParts): Service {
  return { ...parts, newId: (prefix) => newId(prefix, parts.now(), parts.random) }
}
