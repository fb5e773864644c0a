/** A professional's row: the cells of the shown dates, with all that lies in them. */
import { Box } from '@mantine/core'
import { memo, useEffect, useRef, useState } from 'react'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import { BlockButton } from './block-button.tsx'
import type { Cell, Row } from './cells.ts'
import type { View } from './days.ts'
import classes from './grid.module.css'
import { HeldTime } from './held-time.tsx'
import { without, type Span } from './hours.ts'
import { NowMark } from './now-line.tsx'
import { placed } from './place.ts'
import { AGENDA_TEXTS } from './texts.ts'

type Shown = { readonly view: View; readonly shown: Span }

/** Two rows of the text of a block each. */
const LANE_PX = 66
/** Of a minute of a week. */
const MINUTE_PX = 0.85

type RowProps = {
  readonly row: Row
  readonly view: View
  /** Whether it is seen at once when the page opens. */
  readonly isFirst: boolean
}

export const GridRow = memo(function GridRow({ row, view, isFirst }: RowProps) {
  const { shown } = row
  const { ref, isNear } = useIsNear(isFirst)
  const lanes = Math.max(
    1,
    ...row.cells.flatMap(({ blocks, holds }) => [...blocks, ...holds].map((one) => one.lanes)),
  )
  const height = view === 'day' ? lanes * LANE_PX : (shown.to - shown.from) * MINUTE_PX
  return (
    <Box
      ref={ref}
      component="section"
      className={classes.row}
      aria-label={row.name}
      style={{ height, containIntrinsicHeight: `${height}px` }}
      __vars={{ '--hours': String((shown.to - shown.from) / 60) }}
    >
      <div className={classes.who}>
        <h2 title={row.name}>{row.name}</h2>
        {view === 'week' && <HourMarks shown={shown} />}
      </div>
      <div className={classes.track}>
        {row.cells.map((cell) => (
          <GridCell
            key={cell.key}
            cell={isNear ? cell : emptied(cell)}
            view={view}
            shown={shown}
            name={row.name}
          />
        ))}
      </div>
    </Box>
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

function HourMarks({ shown }: { readonly shown: Span }) {
  return hoursIn(shown)
    .slice(1)
    .map((hour) => (
      <span
        key={hour}
        className={classes.hourMark}
        style={{ top: `${(100 * (hour - shown.from)) / (shown.to - shown.from)}%` }}
        aria-hidden
      >
        {hour / 60}
      </span>
    ))
}

/** Minutes of the full hours. */
export function hoursIn({ from, to }: Span): readonly number[] {
  return Array.from({ length: Math.ceil((to - from) / 60) }, (_, hour) => from + hour * 60)
}

const GridCell = memo(function GridCell({
  cell,
  view,
  shown,
  name,
}: Shown & { readonly cell: Cell; readonly name: string }) {
  const t = useTexts(AGENDA_TEXTS)
  const written = useWritten()
  const day = written.dayOf(cell.date)
  return (
    <div
      className={classes.cell}
      data-professional={cell.professionalId}
      data-date={cell.date}
      data-from={shown.from}
      data-to={shown.to}
    >
      {without(shown, cell.open).map((span) => (
        <div
          key={span.from}
          className={classes.closed}
          style={placed(view, span, shown)}
          title={t.closed}
        />
      ))}
      {cell.busy.filter(within(shown)).map((span) => (
        <div
          key={span.from}
          className={classes.busy}
          style={placed(view, span, shown)}
          title={t.busy}
        />
      ))}
      {cell.blocked.filter(within(shown)).map((span, index) => (
        <div key={index} className={classes.blocked} style={placed(view, span, shown)}>
          <span>{t.blocked(span.reason)}</span>
        </div>
      ))}
      {cell.holds.map(({ hold, ...span }) => (
        <HeldTime
          key={`${hold.hold_id} ${hold.start}`}
          hold={hold}
          className={classes.hold}
          style={placed(view, span, shown, span)}
        />
      ))}
      {view === 'week' && <NowMark date={cell.date} shown={shown} />}
      {cell.blocks.map((block) => (
        <BlockButton
          key={block.key}
          block={block}
          view={view}
          shown={shown}
          day={day}
          professional={name}
        />
      ))}
    </div>
  )
})

function within(shown: Span) {
  return (span: Span): boolean => span.from < shown.to && span.to > shown.from
}
