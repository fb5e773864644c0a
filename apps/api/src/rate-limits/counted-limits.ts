import type { Allowances } from './allowances.ts'
import { createCircuit } from './circuit.ts'
import type { CounterStore, Window } from './counter-store.ts'
import type { KnownRequest, RateLimits } from './rate-limits.ts'
import { createRefusals } from './refusals.ts'
import {
  refusal,
  refusing,
  uncounted,
  uncountedAddress,
  verdictOfAddress,
  verdictOfTaken,
} from './verdict.ts'

export type CountedLimitsOptions = {
  /** Told of each request that passed uncounted, with what kept the store from counting. */
  readonly onFailure?: (error: unknown) => void
  readonly timeoutMs?: number
  readonly restMs?: number
  /** Milliseconds since 1970: what the headers say while the store is away. */
  readonly now?: () => number
  readonly monotonic?: () => number
}

/**
 * The limits over a store that may fail: then requests pass, after a quarter of a second at most, and for a
 * second nobody else waits for it.
 */
export function countedLimits(
  store: CounterStore,
  limits: Allowances,
  options: CountedLimitsOptions = {},
): RateLimits {
  const { onFailure, now = Date.now, monotonic = () => performance.now() } = options
  const { timeoutMs = 250, restMs = 1000 } = options
  const circuit = createCircuit({ timeoutMs, restMs, monotonic })
  const refusals = createRefusals(monotonic)

  /** Null when the store could not say. */
  async function ask<Answer>(question: () => Promise<Answer>): Promise<Answer | null> {
    try {
      return await circuit.ask(question)
    } catch (error) {
      onFailure?.(error)
      return null
    }
  }

  return {
    async take(request) {
      const remembered = refusals.find(scopes(request))
      if (remembered !== null) return remembered
      const askedAt = monotonic()
      const taken = await ask(() => store.take(request))
      if (taken === null) return uncounted(request, limits, now())
      if (!taken.isAllowed) {
        for (const window of refusing(taken)) {
          const verdict = refusal(window.limit, window.endsAt, taken.now)
          refusals.remember(
            scope(window.name, request),
            askedAt,
            verdict,
            window.endsAt - taken.now,
          )
        }
      }
      return verdictOfTaken(taken)
    },

    lookAtAddress: (address) => askAddress(address, () => store.lookAtAddress(address)),
    countInvalidKey: (address) => askAddress(address, () => store.countInvalidKey(address)),
    close: () => store.close(),
  }

  async function askAddress(
    address: string,
    question: () => ReturnType<CounterStore['lookAtAddress']>,
  ) {
    const remembered = refusals.find([`address ${address}`])
    if (remembered !== null) return remembered
    const askedAt = monotonic()
    const state = await ask(question)
    if (state === null) return uncountedAddress(limits.invalidKeys, now())
    if (state.blockedUntil !== null) {
      const verdict = refusal(limits.invalidKeys, state.blockedUntil, state.now)
      refusals.remember(`address ${address}`, askedAt, verdict, state.blockedUntil - state.now)
    }
    return verdictOfAddress(state, limits.invalidKeys)
  }
}

function scopes(request: KnownRequest): string[] {
  return [
    ...(request.isAvailability ? [scope('availability minute', request)] : []),
    scope('key minute', request),
    scope('organization minute', request),
    scope('key second', request),
  ]
}

function scope(name: Window['name'], request: KnownRequest): string {
  return name === 'organization minute'
    ? `${name} ${request.organizationId}`
    : `${name} ${request.keyId}`
}
