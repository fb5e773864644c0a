/** A day of many professionals: a row for each, with the hours from left to right. */
import { memo, useEffect, useRef, useState, type Ref } from 'react'
import { along, hoursOf, type Axis } from './axis.ts'
import classes from './board.module.css'
import { CellBody } from './cell-body.tsx'
import type { Cell, Row } from './cells.ts'
import { NowLine } from './now-line.tsx'
import { Strips } from './strips.tsx'

/** Pixels of a lane: the time, two lines of a name, and a service. */
const LANE_PX = 66

/** Rows that a screen shows before anything is scrolled. */
const FIRST_ROWS = 12

type Props = {
  readonly rows: readonly Row[]
  readonly date: string
  readonly axis: Axis
  readonly headRef: Ref<HTMLDivElement>
  clockAt(minute: number): string
  onUnfold(from: number): void
}

export function Timeline({ rows, date, axis, headRef, clockAt, onUnfold }: Props) {
  return (
    <div className={classes.timeline} style={{ width: `calc(var(--who) + ${axis.size}px)` }}>
      <div className={classes.scale} aria-hidden>
        <div ref={headRef} className={classes.scaleCorner} />
        <div className={classes.scaleHours}>
          {hoursOf(axis).map((minute) => (
            <span key={minute} style={{ left: along(axis, minute) }}>
              {clockAt(minute)}
            </span>
          ))}
        </div>
      </div>
      <div className={classes.rows}>
        <div className={classes.upright} aria-hidden>
          {hoursOf(axis).map((minute) => (
            <div key={minute} style={{ left: along(axis, minute) }} />
          ))}
        </div>
        {rows.map((row, index) => (
          <TimelineRow key={row.id} row={row} axis={axis} isFirst={index < FIRST_ROWS} />
        ))}
        <div className={classes.overRows}>
          <Strips axis={axis} direction="across" clockAt={clockAt} onOpen={onUnfold} />
          <NowLine view="day" date={date} axis={axis} direction="across" />
        </div>
      </div>
    </div>
  )
}

type RowProps = {
  readonly row: Row
  readonly axis: Axis
  /** Whether it is seen at once when the page opens. */
  readonly isFirst: boolean
}

const TimelineRow = memo(function TimelineRow({ row, axis, isFirst }: RowProps) {
  const { ref, isNear } = useIsNear(isFirst)
  const [cell] = row.cells
  if (cell === undefined) return null
  const lanes = Math.max(1, ...[...cell.blocks, ...cell.holds].map((one) => one.lanes))
  const height = lanes * LANE_PX
  return (
    <section
      ref={ref}
      className={classes.row}
      aria-label={row.name}
      style={{ height, containIntrinsicHeight: `${height}px` }}
    >
      <div className={classes.who}>
        <h2>{row.name}</h2>
      </div>
      <CellBody
        cell={isNear ? cell : emptied(cell)}
        view="day"
        direction="across"
        axis={axis}
        name={row.name}
      />
    </section>
  )
})

/** Beyond the edges of what is seen of the agenda. */
const NEAR = '800px 0px'

/** A row has its blocks from when it is almost seen: to draw thousands at once would take seconds. */
function useIsNear(isFirst: boolean) {
  const ref = useRef<HTMLElement>(null)
  const [isNear, setIsNear] = useState(isFirst)
  useEffect(() => {
    const row = ref.current
    if (row === null) return undefined
    const observer = new IntersectionObserver(
      (seen) => {
        if (!seen.some((one) => one.isIntersecting)) return
        setIsNear(true)
        observer.disconnect()
      },
      { root: row.closest('[role="region"]'), rootMargin: NEAR },
    )
    observer.observe(row)
    return () => observer.disconnect()
  }, [])
  return { ref, isNear }
}

/** A place to drop something on, and nothing else. */
function emptied({ key, professionalId, date, open }: Cell): Cell {
  return { key, professionalId, date, open, blocks: [], holds: [], blocked: [], busy: [] }
}
