/** Gives the focus to the next entry of the board, as the arrow keys say. */
import { focusAfter, type stepOf } from './keys.ts'

const ENTRY = '[data-block], [data-hold], [data-blocked]'
const CELL = '[data-professional][data-date]'

/** @returns whether an entry has the focus now that did not have it before */
export function focusNext(
  board: HTMLElement,
  step: NonNullable<ReturnType<typeof stepOf>>,
): boolean {
  const cells = [...board.querySelectorAll<HTMLElement>(CELL)]
  const found = cells.flatMap((cell, column) =>
    [...cell.querySelectorAll<HTMLElement>(ENTRY)].map((element, lane) => {
      const from = Number(element.dataset['from'])
      return { element, entry: { column, from, to: from, lane } }
    }),
  )
  const at = found.findIndex(({ element }) => element === document.activeElement)
  const entries = found.map(({ entry }) => entry)
  const next = found[focusAfter(entries, at === -1 ? null : at, step)]
  if (next === undefined) return at !== -1
  next.element.focus({ preventScroll: true })
  next.element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  return true
}
