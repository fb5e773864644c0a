/** The week as it is being painted, beside the one that is saved. */
import { useState } from 'react'
import { begin, redo, step, undo, type History } from './history.ts'
import { areSame, type WeekSpans } from './week-spans.ts'

type WeekDraft = {
  readonly now: WeekSpans
  readonly isDirty: boolean
  /** Whether another user saved other hours while these were painted. */
  readonly isOvertaken: boolean
  readonly canUndo: boolean
  readonly canRedo: boolean
  paint(next: WeekSpans): void
  undo(): void
  redo(): void
  /** Shows what is saved. */
  discard(): void
}

/** @param saved what the service has; unpainted hours follow it */
export function useWeekDraft(saved: WeekSpans): WeekDraft {
  /** What the painting began from. */
  const [base, setBase] = useState(saved)
  const [history, setHistory] = useState<History<WeekSpans>>(() => begin(saved))
  const isDirty = !areSame(history.now, base)
  const discard = (): void => {
    setBase(saved)
    setHistory(begin(saved))
  }
  if (!areSame(saved, base)) {
    // What was painted is saved now, here or elsewhere.
    if (areSame(saved, history.now)) setBase(saved)
    else if (!isDirty) discard()
  }
  return {
    now: history.now,
    isDirty,
    isOvertaken: isDirty && !areSame(saved, base),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    paint: (next) => setHistory((at) => (areSame(at.now, next) ? at : step(at, next))),
    undo: () => setHistory(undo),
    redo: () => setHistory(redo),
    discard,
  }
}
