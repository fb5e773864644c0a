import { createHash } from 'node:crypto'
import { createLine, type Line, type Log } from '@scheduling/core'
import { ATTEMPTS, type Allowances, type AttemptKind } from './allowances.ts'
import { createCircuit } from './circuit.ts'
import {
  ANSWERS_WITHIN_MS,
  rowOfAttempts,
  type AttemptState,
  type CounterStore,
  type Window,
} from './counter-store.ts'
import { createDebts } from './debts.ts'
import { createMemoryStore, type MemoryStore } from './memory-store.ts'
import { watchOutage } from './outage.ts'
import type { KnownRequest, RateLimits, Decision } from './rate-limits.ts'
import { createRefusals } from './refusals.ts'
import {
  decisionOfAttempts,
  decisionOfTaken,
  refusal,
  refusalBy,
  refusalOfAddress,
  refusing,
} from './decision.ts'

export type CountedLimitsOptions = {
  /** Called for each request that this process counted alone, with the error of the store. */
  readonly onFailure?: (error: unknown) => void
  /** Gets a line when the store fails for a minute. */
  readonly log?: Pick<Log, 'error' | 'info'>
  /** How long to wait for an answer of the store, and for a place in the line before it. */
  readonly timeoutMs?: number
  readonly restMs?: number
  /** What this process counts while the store is away. It counts requests there as well while `isSole`. */
  readonly here?: MemoryStore
  /** Whether no other process counts requests. */
  readonly isSole?: () => boolean
  readonly monotonic?: () => number
}

/** How many questions of each kind the store gets at once. An answer takes well under a millisecond. */
const PLACES = 16

/**
 * The limits over a store that may fail. After a quarter of a second without an answer, this process counts by
 * itself, and for a second no request waits for the store. It continues from the store's last counts of attempts,
 * and reports its own counts when the store is next asked about them.
 */
export function countedLimits(
  store: CounterStore,
  limits: Allowances,
  options: CountedLimitsOptions = {},
): Omit<RateLimits, 'countUnknownPath'> {
  const { onFailure, log, isSole = () => false, monotonic = () => performance.now() } = options
  const { here = createMemoryStore(limits, { now: Date.now }) } = options
  const { timeoutMs = ANSWERS_WITHIN_MS, restMs = 1000 } = options
  const circuit = createCircuit({ timeoutMs, restMs, monotonic })
  const refusals = createRefusals(monotonic)
  const debts = createDebts(monotonic)
  const outage = log === undefined ? null : watchOutage(log, monotonic)
  // Two lines: a flood without keys waits in a line of its own.
  const line = { places: PLACES, patienceMs: circuit.patienceMs }
  const known = createLine(line)
  const addresses = createLine(line)

  return {
    async take(request) {
      const { address } = request
      const row = address === null ? null : rowOfAttempts('invalid key', address)
      if (address !== null && row !== null && debts.owed(row) > 0) {
        const look = await judgeAttempts('invalid key', address, 0)
        if (!look.allowed) return refusalOfAddress(look)
      }
      if (isSole()) return decisionOfTaken(await here.take(request), limits)
      const remembered = (): Decision | null => {
        const block = row === null ? null : refusals.find([row])
        return block === null ? refusals.find(scopes(request)) : refusalOfAddress(block)
      }
      const ask = async (): Promise<Decision> => {
        const askedAt = monotonic()
        const taken = await answerOf(() => store.take(request))
        if (address !== null && taken.attempts !== null) {
          learn({ kind: 'invalid key', whose: address }, taken.attempts, askedAt)
        }
        for (const window of taken.isAllowed ? [] : refusing(taken.windows)) {
          // A window without room for this batch may have room for a smaller one.
          if (window.count < window.limit) continue
          const decision = refusalBy(window, taken.now)
          const endsInMs = window.endsAt - taken.now
          refusals.remember(scope(window.name, request), askedAt, decision, endsInMs)
        }
        return decisionOfTaken(taken, limits)
      }
      return judge(known, remembered, ask, async () =>
        decisionOfTaken(await here.take(request), limits),
      )
    },

    lookAtAddress: (address) => judgeAttempts('invalid key', address, 0),
    async countInvalidKey(address, key) {
      const sent = await judgeAttempts('repeated key', `${address} ${fingerprint(key)}`, 1)
      return judgeAttempts('invalid key', address, sent.allowed ? 1 : 0)
    },
    lookAtAttempts: (kind, whose) => judgeAttempts(kind, whose, 0),
    countAttempt: (kind, whose) => judgeAttempts(kind, whose, 1),
    async forgetAttempts(kind, whose) {
      const row = rowOfAttempts(kind, whose)
      debts.settle(row, Number.POSITIVE_INFINITY)
      refusals.forget(row)
      await here.forgetAttempts(kind, whose)
      await answerOf(() => store.forgetAttempts(kind, whose)).catch(failed)
    },
    close: () => store.close(),
  }

  /** @param times 0 looks without counting */
  function judgeAttempts(kind: AttemptKind, whose: string, times: 0 | 1): Promise<Decision> {
    const row = rowOfAttempts(kind, whose)
    const asked = { kind, limit: limits.attempts[kind], isOne: times === 1 }
    const ask = async (): Promise<Decision> => {
      const askedAt = monotonic()
      const state = await askWithDebts(kind, whose, times)
      learn({ kind, whose }, state, askedAt)
      return decisionOfAttempts(state, asked)
    }
    const meanwhile = async (): Promise<Decision> => {
      const state =
        times === 0
          ? await here.lookAtAttempts(kind, whose)
          : await here.countAttempts(kind, whose, times)
      if (state.isCounted) debts.add(row, times, ATTEMPTS[kind].windowSeconds * 1000)
      return decisionOfAttempts(state, asked)
    }
    return judge(addresses, () => refusals.find([row]), ask, meanwhile)
  }

  /** Remembers what the store says of attempts: this process continues from there while the store is away. */
  function learn(
    { kind, whose }: { readonly kind: AttemptKind; readonly whose: string },
    state: AttemptState,
    askedAt: number,
  ): void {
    const row = rowOfAttempts(kind, whose)
    here.adoptAttempts(kind, whose, { ...state, counted: state.counted + debts.owed(row) })
    if (state.blockedUntil === null) return
    const decision = refusal(limits.attempts[kind], state.blockedUntil, state.now)
    refusals.remember(row, askedAt, decision, state.blockedUntil - state.now)
  }

  /** The store's answer, after this process has reported what it counted while the store was away. */
  async function askWithDebts(
    kind: AttemptKind,
    whose: string,
    times: 0 | 1,
  ): Promise<AttemptState> {
    const row = rowOfAttempts(kind, whose)
    const owed = debts.take(row)
    const asked: Promise<unknown>[] = []
    try {
      return await answerOf(() => {
        if (times + owed === 0) return store.lookAtAttempts(kind, whose)
        const counting = store.countAttempts(kind, whose, times + owed)
        asked.push(counting)
        return counting
      })
    } catch (error) {
      debts.add(row, owed, ATTEMPTS[kind].windowSeconds * 1000)
      // The store may have counted, and only answered too late.
      for (const late of asked) {
        void late.then(
          () => debts.settle(row, times + owed),
          () => undefined,
        )
      }
      throw error
    }
  }

  /** In a burst, most requests still wait in the line when the first are refused. They need not ask any more. */
  async function judge(
    line: Line,
    remembered: () => Decision | null,
    ask: () => Promise<Decision>,
    meanwhile: () => Promise<Decision>,
  ): Promise<Decision> {
    const refused = remembered()
    if (refused !== null) return refused
    try {
      circuit.check()
      return await line.through(async () => remembered() ?? (await ask()))
    } catch (error) {
      failed(error)
      return meanwhile()
    }
  }

  async function answerOf<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    const answer = await circuit.ask(question)
    outage?.answered()
    return answer
  }

  function failed(error: unknown): void {
    onFailure?.(error)
    outage?.failed(error)
  }
}

/** Tells keys apart, and gives none of them away. */
function fingerprint(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 16)
}

function scopes(request: KnownRequest): string[] {
  return [
    ...(request.availabilityCalls > 0 ? [scope('availability minute', request)] : []),
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
