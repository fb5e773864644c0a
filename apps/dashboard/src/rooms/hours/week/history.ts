/** What was painted, step by step, so that it can be taken back and done again. */
export type History<State> = {
  readonly past: readonly State[]
  readonly now: State
  readonly future: readonly State[]
}

const MOST_STEPS = 200

export function begin<State>(now: State): History<State> {
  return { past: [], now, future: [] }
}

export function step<State>(history: History<State>, next: State): History<State> {
  return { past: [...history.past, history.now].slice(-MOST_STEPS), now: next, future: [] }
}

export function undo<State>({ past, now, future }: History<State>): History<State> {
  const before = past.at(-1)
  if (before === undefined) return { past, now, future }
  return { past: past.slice(0, -1), now: before, future: [now, ...future] }
}

export function redo<State>({ past, now, future }: History<State>): History<State> {
  const [next, ...later] = future
  if (next === undefined) return { past, now, future }
  return { past: [...past, now], now: next, future: later }
}
