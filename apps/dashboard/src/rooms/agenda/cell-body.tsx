/** All that lies in a cell: what is closed, blocked, held and booked. */
import { memo } from 'react'
import { useZone } from '../../session/me.tsx'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import { isSeen, type Axis, type Direction } from './axis.ts'
import { BlockButton } from './block-button.tsx'
import classes from './board.module.css'
import type { Cell } from './cells.ts'
import type { View } from './days.ts'
import { dialOf } from './dial.ts'
import { HeldTime } from './held-time.tsx'
import { without } from './hours.ts'
import { NowMark } from './now-line.tsx'
import { placed } from './place.ts'
import { AGENDA_TEXTS } from './texts.ts'

type Props = {
  readonly cell: Cell
  readonly view: View
  readonly direction: Direction
  readonly axis: Axis
  readonly name: string
}

export const CellBody = memo(function CellBody({ cell, view, direction, axis, name }: Props) {
  const t = useTexts(AGENDA_TEXTS)
  const written = useWritten()
  const { length, skipped } = dialOf(view, cell.date, useZone())
  const day = written.dayOf(cell.date)
  const seen = (span: { from: number; to: number }): boolean => isSeen(axis, span)
  return (
    <div className={classes.cell} data-professional={cell.professionalId} data-date={cell.date}>
      {without({ from: 0, to: length }, cell.open)
        .filter(seen)
        .map((span) => (
          <div
            key={span.from}
            className={classes.closed}
            style={placed(direction, axis, span)}
            title={skipped?.from === span.from ? t.move.skipped : t.closed}
          />
        ))}
      {cell.busy.filter(seen).map((span) => (
        <div
          key={span.from}
          className={classes.busy}
          style={placed(direction, axis, span)}
          title={t.busy}
        />
      ))}
      {cell.blocked.filter(seen).map((span) => (
        <button
          key={span.id}
          type="button"
          tabIndex={-1}
          className={classes.blocked}
          style={placed(direction, axis, span)}
          data-blocked={span.id}
          data-from={span.from}
        >
          {t.blocked(span.reason)}
        </button>
      ))}
      {cell.holds.filter(seen).map(({ hold, ...span }) => (
        <HeldTime
          key={`${hold.hold_id} ${hold.start}`}
          hold={hold}
          from={span.from}
          className={classes.hold}
          style={placed(direction, axis, span, span)}
        />
      ))}
      {view === 'week' && <NowMark view={view} date={cell.date} axis={axis} />}
      {cell.blocks.filter(seen).map((block) => (
        <BlockButton
          key={block.key}
          block={block}
          direction={direction}
          axis={axis}
          day={day}
          professional={name}
        />
      ))}
    </div>
  )
})
