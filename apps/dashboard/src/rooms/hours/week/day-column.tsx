/** One day of the grid. It renders again only when a cell of it changes. */
import { memo } from 'react'
import { clockOf } from '../../../time/wall-clock.ts'
import styles from './paint-grid.module.css'
import type { Place } from './stroke.ts'
import { CELL } from './week-spans.ts'

/** A label needs the height of two cells. */
const LABEL_CELLS = 2

export function cellId(gridId: string, { column, cell }: Place): string {
  return `${gridId}-${column}-${cell}`
}

type Props = {
  readonly gridId: string
  readonly column: number
  /** Of the weekday. */
  readonly name: string
  /** The words for a cell that is open in part. */
  readonly partly: string
  /** The first cell that is shown. */
  readonly from: number
  /** `open closed partly …`: a text, so that the same states are the same. */
  readonly states: string
  readonly activeCell: number | null
}

export const DayColumn = memo(function DayColumn(props: Props) {
  const { gridId, column, name, partly, from, activeCell } = props
  const states = props.states.split(' ')
  return (
    <div role="row" aria-label={name} className={styles.day}>
      {states.map((state, index) => {
        const cell = from + index
        const time = `${name}, ${clockOf(cell * CELL)}`
        return (
          <div
            key={cell}
            id={cellId(gridId, { column, cell })}
            role="gridcell"
            aria-selected={state !== 'closed'}
            aria-label={state === 'partly' ? `${time}, ${partly}` : time}
            className={styles.cell}
            data-state={state}
            data-hour={cell % 4 === 0 || undefined}
            data-active={cell === activeCell || undefined}
          />
        )
      })}
      {stretches(states).map(({ first, length }) => (
        <span key={first} aria-hidden>
          <span className={styles.label} style={topAt(first)}>
            {clockOf((from + first) * CELL)}
          </span>
          {length >= LABEL_CELLS * 2 && (
            <span className={styles.label} style={topAt(first + length - LABEL_CELLS)}>
              {clockOf((from + first + length) * CELL)}
            </span>
          )}
        </span>
      ))}
    </div>
  )
})

function topAt(cell: number): { top: string } {
  return { top: `calc(var(--cell) * ${cell})` }
}

/** Runs of open cells that are long enough for a label. */
function stretches(states: readonly string[]): { first: number; length: number }[] {
  const found: { first: number; length: number }[] = []
  let first = -1
  for (const [index, state] of [...states, 'closed'].entries()) {
    if (state === 'open' && first < 0) first = index
    if (state !== 'open' && first >= 0) {
      if (index - first >= LABEL_CELLS) found.push({ first, length: index - first })
      first = -1
    }
  }
  return found
}
