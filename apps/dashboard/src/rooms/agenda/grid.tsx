/**
 * The agenda on a wide screen: a row for each professional. Of a day the hours go from left to right, of a week the
 * dates do, with the hours of each from top to bottom.
 */
import { Box } from '@mantine/core'
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  type MouseEvent,
  type PointerEvent,
} from 'react'
import { now } from '../../time/clock.ts'
import { clockOf, dateIn, minuteOf, wallClockOf } from '../../time/wall-clock.ts'
import { useWritten } from '../../time/written.ts'
import { useZone } from '../../session/me.tsx'
import { useTexts } from '../../words/language.tsx'
import { isMovable } from './block-button.tsx'
import type { Block, Grid as GridData } from './cells.ts'
import type { View } from './days.ts'
import { clickedPlace, drag, type Place } from './drag.ts'
import { GridRow, hoursIn } from './grid-row.tsx'
import classes from './grid.module.css'
import { holdUnder } from './held-time.tsx'
import { Named } from './named.tsx'
import { NowLine } from './now-line.tsx'
import { MarkSymbols } from './status-marks.tsx'
import { AGENDA_TEXTS } from './texts.ts'

/** Rows that a screen shows before anything is scrolled. */
const FIRST_ROWS: Readonly<Record<View, number>> = { day: 12, week: 2 }

/** Where a day begins that is not today: what is open at night is further to the left. */
const MORNING = 420

/** A name that is written from right to left leaves the rest of the line as it is. */
function isolated(text: string): string {
  return `\u2068${text}\u2069`
}

export type Chosen = {
  readonly professionalId: number
  readonly date: string
  readonly minute: number
}

type Props = {
  readonly grid: GridData
  readonly view: View
  readonly dates: readonly string[]
  onOpen(block: Block): void
  onHold(id: number): void
  onMove(block: Block, to: Place): void
  onBook(chosen: Chosen): void
  onDay(date: string): void
}

export function Grid({ grid, view, dates, onOpen, onHold, onMove, onBook, onDay }: Props) {
  const t = useTexts(AGENDA_TEXTS)
  const written = useWritten()
  const zone = useZone()
  const scroller = useRef<HTMLDivElement>(null)
  const ghost = useRef<HTMLDivElement>(null)
  /** The last press, on a block or beside all. Null after a drag or Escape: the click that follows opens nothing. */
  const lastPress = useRef<{ readonly block: Block | null } | null>(null)
  const { rows, shown } = grid
  const [first = '', last = first] = [dates[0], dates.at(-1)]

  const blockUnder = (target: EventTarget): Block | null => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-block]') : null
    const key = button?.dataset['block']
    if (key === undefined) return null
    const cell = button?.closest<HTMLElement>('[data-professional]')?.dataset
    const row = rows.find(({ id }) => id === Number(cell?.['professional']))
    const found = row?.cells.find(({ date }) => date === cell?.['date'])
    return found?.blocks.find((one) => one.key === key) ?? null
  }

  const press = (event: PointerEvent<HTMLDivElement>): void => {
    if (holdUnder(event.target) !== null) return
    const block = blockUnder(event.target)
    lastPress.current = { block }
    const [scroll, follower] = [scroller.current, ghost.current]
    // A finger scrolls. Moving is in the card of the appointment.
    if (event.button !== 0 || event.pointerType === 'touch' || !scroll || !follower) return
    if (block !== null && !isMovable(block)) return
    drag(event.nativeEvent, block, {
      view,
      scroller: scroll,
      ghost: follower,
      describe: ({ professionalId, date, span }) =>
        [
          `${clockOf(span.from)}–${clockOf(span.to)}`,
          written.dayOf(date, 'shortDay'),
          rows.find(({ id }) => id === professionalId)?.name ?? '',
          ...(block === null ? [] : [block.appointments[0].client_name]),
        ]
          .map(isolated)
          .join(' · '),
      onDrop(place) {
        if (block !== null) return onMove(block, place)
        return onBook({ ...place, minute: place.span.from })
      },
      onEnd(isClick) {
        if (!isClick) lastPress.current = null
      },
    })
  }

  const click = (event: MouseEvent<HTMLDivElement>): void => {
    const hold = holdUnder(event.target)
    if (hold !== null) return onHold(hold)
    const block = blockUnder(event.target)
    // The browser also reports a click where a press on one block ends beside it.
    const isPressed = lastPress.current !== null && lastPress.current.block?.key === block?.key
    // A click by keyboard, whose detail is 0, has no press before it.
    if (event.detail !== 0 && !isPressed) return
    if (block !== null) return onOpen(block)
    const place = clickedPlace(event, view)
    if (place !== null) onBook(place)
  }

  const isReady = rows.length > 0
  const showNow = useEffectEvent(() => {
    const area = scroller.current
    if (area === null || !isReady || view !== 'day') return
    const instant = new Date(now()).toISOString()
    const isToday = dateIn(instant, zone) === first
    const minute = isToday ? minuteOf(wallClockOf(instant, zone)) - 60 : MORNING
    const track = area.querySelector<HTMLElement>('[data-professional]')
    const share = (minute - shown.from) / (shown.to - shown.from)
    area.scrollLeft = Math.max(0, share) * (track?.offsetWidth ?? 0)
  })
  useLayoutEffect(() => showNow(), [first, view, isReady])
  useEffect(() => {
    const area = scroller.current
    // Only where there is something to scroll does the agenda take the focus itself.
    if (area !== null)
      area.tabIndex =
        area.scrollWidth > area.clientWidth || area.scrollHeight > area.clientHeight ? 0 : -1
  })

  return (
    <>
      <MarkSymbols />
      <Box
        ref={scroller}
        className={classes.scroller}
        role="region"
        aria-label={
          view === 'day'
            ? t.gridOfDay(written.dayOf(first))
            : t.gridOfWeek(written.dayOf(first), written.dayOf(last))
        }
        data-view={view}
        __vars={{ '--minutes': String(shown.to - shown.from) }}
        onPointerDown={press}
        onClick={click}
      >
        <div className={classes.board}>
          <div className={classes.head}>
            <div className={classes.corner} />
            <div className={classes.track}>
              {view === 'day'
                ? hoursIn(shown).map((minute) => (
                    <span key={minute} className={classes.hour} aria-hidden>
                      {clockOf(minute)}
                    </span>
                  ))
                : dates.map((date) => (
                    <button
                      key={date}
                      type="button"
                      className={classes.dayHead}
                      aria-current={
                        date === dateIn(new Date(now()).toISOString(), zone) ? 'date' : undefined
                      }
                      onClick={() => onDay(date)}
                    >
                      <Named name={written.dayOf(date)}>{written.dayOf(date, 'shortDay')}</Named>
                    </button>
                  ))}
            </div>
          </div>
          {rows.map((row, index) => (
            <GridRow key={row.id} row={row} view={view} isFirst={index < FIRST_ROWS[view]} />
          ))}
          {view === 'day' && <NowLine date={first} shown={shown} />}
        </div>
      </Box>
      <div ref={ghost} className={classes.ghost} hidden aria-hidden />
    </>
  )
}
