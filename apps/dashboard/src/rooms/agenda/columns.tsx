/** Hours from top to bottom: a column for each professional of a day, or for each day of a professional. */
import type { ReactNode, Ref } from 'react'
import { hoursOf, along, type Axis } from './axis.ts'
import classes from './board.module.css'
import { CellBody } from './cell-body.tsx'
import type { Cell } from './cells.ts'
import type { View } from './days.ts'
import { NowLine } from './now-line.tsx'
import { Strips } from './strips.tsx'

export type Column = {
  readonly cell: Cell
  /** What it is called. */
  readonly label: string
  readonly professional: string
  readonly head: ReactNode
}

type Props = {
  readonly view: View
  readonly columns: readonly Column[]
  readonly axis: Axis
  /** Whether the heads say nothing that is not said above. */
  readonly isHeadless: boolean
  readonly headRef: Ref<HTMLDivElement>
  clockAt(minute: number): string
  onUnfold(from: number): void
}

const AXIS_PX = 52
/** Of a column. A week of seven days fits beside the navigation of a small screen. */
const LEAST_PX: Readonly<Record<View, number>> = { day: 140, week: 100 }

/** Pixels of an hour from which its half has a line. */
const HALVES_FROM = 44

export function Columns(props: Props) {
  const { view, columns, axis, isHeadless, headRef, clockAt, onUnfold } = props
  const hours = hoursOf(axis)
  const [first] = columns
  return (
    <div
      className={classes.columns}
      style={{
        gridTemplateColumns: `${AXIS_PX}px repeat(${columns.length}, minmax(${LEAST_PX[view]}px, 1fr))`,
        minWidth: AXIS_PX + columns.length * LEAST_PX[view],
        gridTemplateRows: `auto ${axis.size}px`,
      }}
    >
      <div ref={headRef} className={classes.corner} data-headless={isHeadless || undefined} />
      <div className={classes.hours} aria-hidden>
        {hours.map((minute) => (
          <span key={minute} style={{ top: along(axis, minute) }}>
            {clockAt(minute)}
          </span>
        ))}
      </div>
      <div className={classes.lines} aria-hidden>
        {hours.map((minute) => (
          <div key={minute} style={{ top: along(axis, minute) }} />
        ))}
        {axis.pxPerMinute * 60 >= HALVES_FROM &&
          hours.map((minute) => (
            <div key={minute} data-half style={{ top: along(axis, minute + 30) }} />
          ))}
      </div>
      {columns.map(({ cell, label, professional, head }, at) => (
        <section
          key={cell.key}
          className={classes.column}
          style={{ gridColumn: at + 2 }}
          aria-label={label}
        >
          <div className={classes.head} data-headless={isHeadless || undefined}>
            {head}
          </div>
          <CellBody cell={cell} view={view} direction="down" axis={axis} name={professional} />
        </section>
      ))}
      <div className={classes.over}>
        <Strips axis={axis} direction="down" clockAt={clockAt} onOpen={onUnfold} />
        {view === 'day' && first !== undefined && (
          <NowLine view={view} date={first.cell.date} axis={axis} direction="down" />
        )}
      </div>
    </div>
  )
}
