/**
 * The week as a grid that is painted with mouse, finger or keyboard. It is one stop for the keyboard: arrows move a
 * marked cell, Space turns it over, and Shift with the arrows draws a stroke that is done when Shift is let go.
 */
import { Text } from '@mantine/core'
import { useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { clockOf } from '../../../time/wall-clock.ts'
import { useTexts } from '../../../words/language.tsx'
import { DayColumn, cellId } from './day-column.tsx'
import styles from './paint-grid.module.css'
import { areaOf, movedBy, placeAt, type Place, type Shown, type Stroke } from './stroke.ts'
import { WEEK_TEXTS } from './texts.ts'
import { CELL, cellsOf, paint, type WeekSpans } from './week-spans.ts'
import { useWeekdayName, WEEKDAYS } from './weekdays.ts'

type Props = {
  readonly label: string
  readonly spans: WeekSpans
  readonly shown: Shown
  onPaint(next: WeekSpans): void
}

export function PaintGrid({ label, spans, shown, onPaint }: Props) {
  const t = useTexts(WEEK_TEXTS)
  const nameOf = useWeekdayName()
  const id = useId()
  const grid = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<Place>({ column: 0, cell: shown.from + 8 })
  const [stroke, setStroke] = useState<Stroke | null>(null)
  // Events may come faster than the grid is drawn, and each goes on from the one before.
  const latest = useRef<Stroke | null>(null)
  const draw = (next: Stroke | null): void => {
    latest.current = next
    setStroke(next)
  }
  const drawn = stroke === null ? spans : paint(spans, areaOf(stroke), stroke.brush)

  const brushAt = ({ column, cell }: Place): 'add' | 'erase' =>
    cellsOf(spans, WEEKDAYS[column] ?? 0)[cell] === 'open' ? 'erase' : 'add'
  const done = (finished: Stroke | null): void => {
    draw(null)
    if (finished !== null) onPaint(paint(spans, areaOf(finished), finished.brush))
  }
  const placeOf = (event: PointerEvent): Place | null => {
    const box = grid.current?.getBoundingClientRect()
    return box === undefined ? null : placeAt(box, shown, { x: event.clientX, y: event.clientY })
  }

  const onPointerDown = (event: PointerEvent): void => {
    const place = placeOf(event)
    if (place === null || event.button !== 0 || !event.isPrimary) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setActive(place)
    draw({ from: place, to: place, brush: brushAt(place) })
  }
  const onPointerMove = (event: PointerEvent): void => {
    const to = placeOf(event)
    const { current } = latest
    if (current === null || to === null || !event.isPrimary) return
    if (to.column === current.to.column && to.cell === current.to.cell) return
    setActive(to)
    draw({ ...current, to })
  }
  const onPointerUp = (event: PointerEvent): void => {
    // The browser may not have reported the last move.
    onPointerMove(event)
    done(latest.current)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const { current } = latest
    if (event.key === 'Escape' && current !== null) {
      event.stopPropagation()
      draw(null)
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === ' ') {
      event.preventDefault()
      done(current ?? { from: active, to: active, brush: brushAt(active) })
      return
    }
    const to = movedBy(event.key, active, shown)
    if (to === null) return
    event.preventDefault()
    setActive(to)
    if (event.shiftKey) {
      draw(current === null ? { from: active, to, brush: brushAt(active) } : { ...current, to })
    }
  }

  const hours = Array.from(
    { length: Math.ceil((shown.until - shown.from) / 4) },
    (_, index) => shown.from / 4 + index,
  )
  return (
    <div>
      <Text size="sm" c="dimmed">
        {t.help}{' '}
        <Text span inherit hiddenFrom="sm">
          {t.helpTouch}
        </Text>
      </Text>
      {/* Its height stays: the grid must not move under the brush. */}
      <Text size="sm" fw={600} role="status" h="1.6em" truncate>
        {stroke !== null && wordsOf(stroke)}
      </Text>
      <div className={styles.frame}>
        <div className={styles.heads} aria-hidden>
          <span />
          {WEEKDAYS.map((weekday) => (
            <span key={weekday}>{nameOf(weekday, 'short').replace('.', '')}</span>
          ))}
        </div>
        <div className={styles.body}>
          <div className={styles.gutter} aria-hidden>
            {hours.map((hour) => (
              <span key={hour} className={styles.hour}>
                {clockOf(hour * 60)}
              </span>
            ))}
          </div>
          <div
            ref={grid}
            role="grid"
            aria-label={label}
            aria-multiselectable
            tabIndex={0}
            aria-activedescendant={cellId(id, active)}
            className={styles.grid}
            onPointerDown={onPointerDown}
            onPointerMove={onPointerMove}
            onPointerUp={onPointerUp}
            onPointerCancel={() => draw(null)}
            onKeyDown={onKeyDown}
            onKeyUp={(event) => {
              if (event.key === 'Shift') done(latest.current)
            }}
            onBlur={() => done(latest.current)}
          >
            {WEEKDAYS.map((weekday, column) => (
              <DayColumn
                key={weekday}
                gridId={id}
                column={column}
                name={nameOf(weekday, 'long')}
                partly={t.partly}
                from={shown.from}
                states={cellsOf(drawn, weekday).slice(shown.from, shown.until).join(' ')}
                activeCell={active.column === column ? active.cell : null}
              />
            ))}
          </div>
        </div>
      </div>
    </div>
  )

  function wordsOf({ brush, ...rest }: Stroke): string {
    const { weekdays, fromCell, untilCell } = areaOf({ brush, ...rest })
    const [first = 0, last = first] = [weekdays[0], weekdays.at(-1)]
    const days =
      first === last ? nameOf(first, 'long') : `${nameOf(first, 'long')} – ${nameOf(last, 'long')}`
    return t.painting(brush, days, `${clockOf(fromCell * CELL)}–${clockOf(untilCell * CELL)}`)
  }
}
