/** How long it takes until everything works again. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { backlog } from './ending.ts'

/** Kinds of work that must all succeed again, and the processes and clinics through which something must. */
export type Mark = string

export type Marks = {
  /** Something that began at `from` has succeeded now. */
  set(mark: Mark, from: number): void
  /** Forgets what succeeded before; from now on only what begins after this moment counts. */
  restart(): number
  /** Seconds from that moment until each of these succeeded first; `Infinity` for what has not. */
  since(at: number, marks: readonly Mark[]): ReadonlyMap<Mark, number>
}

export function openMarks(): Marks {
  let from = 0
  const firsts = new Map<Mark, number>()
  return {
    set(mark, begun) {
      if (begun >= from && !firsts.has(mark)) firsts.set(mark, Date.now())
    },
    restart() {
      firsts.clear()
      return (from = Date.now())
    },
    since(at, marks) {
      return new Map(
        marks.map((mark) => [mark, ((firsts.get(mark) ?? Number.POSITIVE_INFINITY) - at) / 1000]),
      )
    },
  }
}

export type Recovery = {
  /** Seconds until every kind of work had succeeded; and the kind that was last. */
  readonly seconds: number
  readonly last: Mark
  /** Seconds until nothing waited to be delivered for longer than two seconds; `Infinity` where it was not awaited. */
  readonly backlogSeconds: number
}

export const GIVE_UP_SECONDS = 60
/** On a machine that is busy with other things, deliveries lag behind without any fault. */
export const BACKLOG_GIVE_UP_SECONDS = 20
/** A delivery waits for its turn for some moments also when all is well. */
const USUAL_WAIT_SECONDS = 2

/** @param at when the fault was, or ended: milliseconds since 1970 */
export async function recovered(
  marks: Marks,
  at: number,
  wanted: readonly Mark[],
  pool: Pool,
): Promise<Recovery> {
  let backlogSeconds = Number.POSITIVE_INFINITY
  for (;;) {
    const waited = (Date.now() - at) / 1000
    const seconds = marks.since(at, wanted)
    const worst = [...seconds].toSorted(([, one], [, other]) => other - one)[0] ?? ['', 0]
    if (backlogSeconds === Number.POSITIVE_INFINITY) {
      if ((await backlog(pool, USUAL_WAIT_SECONDS)) === 0) backlogSeconds = (Date.now() - at) / 1000
    }
    const isOver =
      Number.isFinite(worst[1]) &&
      (Number.isFinite(backlogSeconds) || waited > BACKLOG_GIVE_UP_SECONDS)
    if (isOver || waited > GIVE_UP_SECONDS)
      return { seconds: worst[1], last: worst[0], backlogSeconds }
    await pause(50)
  }
}
