import type { Allowances } from './allowances.ts'
import { createCircuit } from './circuit.ts'
import type { AddressState, CounterStore, Window } from './counter-store.ts'
import { createLine, type Line } from './line.ts'
import type { KnownRequest, RateLimits, Verdict } from './rate-limits.ts'
import { createRefusals } from './refusals.ts'
import {
  refusal,
  refusalBy,
  refusing,
  uncounted,
  uncountedAddress,
  verdictOfAddress,
  verdictOfTaken,
} from './verdict.ts'

export type CountedLimitsOptions = {
  /** Told of each request that passed uncounted, with what kept the store from counting. */
  readonly onFailure?: (error: unknown) => void
  /** For an answer of the store, and for a place in the line before it. */
  readonly timeoutMs?: number
  readonly restMs?: number
  /** Milliseconds since 1970: what the headers say while the store is away. */
  readonly now?: () => number
  readonly monotonic?: () => number
}

/** Questions of each kind that are with the store at once; an answer takes well under a millisecond. */
const PLACES = 16

/**
 * The limits over a store that may fail: then requests pass, after a quarter of a second, and for a second
 * nobody else waits for it.
 */
export function countedLimits(
  store: CounterStore,
  limits: Allowances,
  options: CountedLimitsOptions = {},
): Omit<RateLimits, 'countUnknownPath'> {
  const { onFailure, now = Date.now, monotonic = () => performance.now() } = options
  const { timeoutMs = 250, restMs = 1000 } = options
  const circuit = createCircuit({ timeoutMs, restMs, monotonic })
  const refusals = createRefusals(monotonic)
  // Two lines: whoever floods without a key stands in his own.
  const line = { places: PLACES, patienceMs: circuit.patienceMs }
  const known = createLine(line)
  const addresses = createLine(line)

  return {
    take(request) {
      const remembered = (): Verdict | null => refusals.find(scopes(request))
      const ask = async (): Promise<Verdict> => {
        const askedAt = monotonic()
        const taken = await circuit.ask(() => store.take(request))
        for (const window of taken.isAllowed ? [] : refusing(taken)) {
          const verdict = refusalBy(window, taken.now)
          const endsInMs = window.endsAt - taken.now
          refusals.remember(scope(window.name, request), askedAt, verdict, endsInMs)
        }
        return verdictOfTaken(taken)
      }
      return judge(known, remembered, ask, () => uncounted(request, limits, now()))
    },

    lookAtAddress: (address) => judgeAddress(address, () => store.lookAtAddress(address)),
    countInvalidKey: (address) => judgeAddress(address, () => store.countInvalidKey(address)),
    close: () => store.close(),
  }

  function judgeAddress(address: string, question: () => Promise<AddressState>): Promise<Verdict> {
    const scope = `address ${address}`
    const ask = async (): Promise<Verdict> => {
      const askedAt = monotonic()
      const state = await circuit.ask(question)
      if (state.blockedUntil !== null) {
        const verdict = refusal(limits.invalidKeys, state.blockedUntil, state.now)
        refusals.remember(scope, askedAt, verdict, state.blockedUntil - state.now)
      }
      return verdictOfAddress(state, limits.invalidKeys)
    }
    const passing = (): Verdict => uncountedAddress(limits.invalidKeys, now())
    return judge(addresses, () => refusals.find([scope]), ask, passing)
  }

  /** Of a burst, most wait in the line while the first are refused; then they need not ask any more. */
  async function judge(
    line: Line,
    remembered: () => Verdict | null,
    ask: () => Promise<Verdict>,
    passing: () => Verdict,
  ): Promise<Verdict> {
    const refused = remembered()
    if (refused !== null) return refused
    try {
      circuit.check()
      return await line.through(async () => remembered() ?? (await ask()))
    } catch (error) {
      onFailure?.(error)
      return passing()
    }
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
