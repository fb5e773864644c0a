/** Callers who want things, repeat what they may repeat, and write down what they were told. */
import { setTimeout as pause } from 'node:timers/promises'
import { ask } from './asking.ts'
import type { Kind, Operation, Outcome } from './history.ts'
import { choose, type Chance, type Intention, type Records } from './intentions.ts'
import type { Clinic } from './world.ts'

export type Door = { readonly name: string; readonly url: string }

export type Load = {
  readonly operations: readonly Operation[]
  /** Resolves when the last of them has its answer. */
  stop(): Promise<void>
}

/** Callers of each clinic. */
const CALLERS = 4
/** Between two intentions of one caller, on average. */
const THINK_MS = 400
/** A caller with a key asks again after no answer, and after a 503, for so long. */
const REPEAT_FOR_MS = 60_000
const REPEAT_AFTER_MS = 300
/** Records that callers go on acting on. */
const KNOWN = 60

export function startCallers(
  clinics: readonly Clinic[],
  doors: readonly Door[],
  random: () => number,
  tell: (operation: Operation) => void,
): Load {
  const operations: Operation[] = []
  const stopping = new AbortController()
  const chance: Chance = {
    next: random,
    of: (values) => values[Math.floor(random() * values.length)],
  }
  let count = 0
  const call = async (clinic: Clinic, records: Records): Promise<void> => {
    while (!stopping.signal.aborted) {
      await pause(random() * 2 * THINK_MS)
      const tag = `t${(count += 1)}`
      const intention = choose(clinic, records, chance, tag)
      if (intention === null) continue
      const isOverRest = intention.request.key !== undefined
      // Steps of the queue take no key.
      const takesKey = isOverRest && !['call', 'finish', 'skip'].includes(intention.kind)
      const key = takesKey && random() < 0.5 ? `k-${tag}` : null
      await carryOut(clinic, intention, { tag, key })
    }
    function remember(kind: Kind, id: number): void {
      const known = LISTS[kind]
      if (known === undefined) return
      records[known].push(id)
      if (records[known].length > KNOWN) records[known].shift()
    }
    async function carryOut(
      { organization }: Clinic,
      { kind, subject, request }: Intention,
      { tag, key }: { readonly tag: string; readonly key: string | null },
    ): Promise<void> {
      const until = Date.now() + REPEAT_FOR_MS
      // Some repeat what was answered: the answer must be the same.
      let again = key !== null && random() < 0.2 ? 1 : 0
      for (;;) {
        const door = chance.of(doors)
        if (door === undefined) return
        const from = Date.now()
        const { outcome } = await ask(door.url, { ...request, idempotencyKey: key })
        const to = Date.now()
        const operation = {
          organization,
          kind,
          tag,
          key,
          subject,
          api: door.name,
          from,
          to,
          outcome,
        }
        operations.push(operation)
        tell(operation)
        if (outcome.kind === 'ok') remember(kind, outcome.shown.id)
        const isOpen = key !== null && isWorthRepeating(outcome) && Date.now() < until
        if (!isOpen && (again -= 1) < 0) break
        await pause(REPEAT_AFTER_MS)
      }
    }
  }
  const all = clinics.flatMap((clinic) => {
    const records: Records = { appointments: [], entries: [], deposits: [] }
    return Array.from({ length: CALLERS }, () => call(clinic, records))
  })
  return {
    operations,
    async stop() {
      stopping.abort()
      await Promise.all(all)
    },
  }
}

/** Where a caller finds again what it made. */
const LISTS: Readonly<Partial<Record<Kind, keyof Records>>> = {
  book: 'appointments',
  join: 'entries',
  charge: 'deposits',
}

function isWorthRepeating(outcome: Outcome): boolean {
  if (outcome.kind === 'unknown') return true
  return (
    outcome.kind === 'refused' &&
    (outcome.status === 503 || outcome.status === 0 || outcome.code === 'request_in_progress')
  )
}
