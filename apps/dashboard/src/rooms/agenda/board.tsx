/**
 * The agenda on a wide screen: columns of a day or of a week, or the timeline of many professionals. It hears presses,
 * clicks and keys once for all that lies in it.
 */
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
} from 'react'
import { useZone } from '../../session/me.tsx'
import { now } from '../../time/clock.ts'
import { useWritten } from '../../time/written.ts'
import { useTexts } from '../../words/language.tsx'
import { along, axisOf, piecesOf } from './axis.ts'
import { isMovable } from './block-button.tsx'
import classes from './board.module.css'
import type { Block, Cell, Row } from './cells.ts'
import { Columns, type Column } from './columns.tsx'
import type { View } from './days.ts'
import { dialOf } from './dial.ts'
import { clickedPlace, drag, type Dragging, type Point } from './drag.ts'
import { focusNext } from './focus.ts'
import type { Place } from './ghost.ts'
import { holdUnder } from './held-time.tsx'
import { steer } from './steer.ts'
import { stepOf } from './keys.ts'
import { Named } from './named.tsx'
import { isOverbookable, obstacleAt, type Obstacle } from './obstacle.ts'
import { STEP } from './place.ts'
import { MarkSymbols } from './status-marks.tsx'
import { AGENDA_TEXTS } from './texts.ts'
import { Timeline } from './timeline.tsx'

/** Pixels of a minute, at least: a visit of 15 minutes has a line of text. Of a timeline, room for its time. */
const LEAST = { down: 13.5 / 15, across: 3.2 } as const
/** Pixels of a strip. */
const STRIP = { down: 26, across: 30 } as const

/** Where a day begins that is not today: what is open at night is further up. */
const MORNING = 420

export type Dropped = Place & { readonly obstacle: Obstacle | null }

type Props = {
  readonly rows: readonly Row[]
  readonly view: View
  readonly dates: readonly string[]
  /** Rows instead of columns, where there are more professionals than fit side by side. */
  readonly isTimeline: boolean
  /** Whether the team may put a visit where it is taken or closed. */
  readonly canOverbook: boolean
  performs(professionalId: number, block: Block): boolean
  onOpen(block: Block): void
  onHold(id: number): void
  onBlocked(id: number): void
  onMove(block: Block, to: Dropped): void
  onBook(place: Place): void
  /** Free time was drawn. */
  onSelect(place: Place, at: Point): void
  onDay(date: string): void
  onWeek(professionalId: number): void
}

/** A name that is written from right to left leaves the rest of the line as it is. */
function isolated(text: string): string {
  return `\u2068${text}\u2069`
}

export function Board(props: Props) {
  const { rows, view, dates, isTimeline, canOverbook } = props
  const t = useTexts(AGENDA_TEXTS)
  const written = useWritten()
  const zone = useZone()
  const scroller = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const told = useRef<HTMLDivElement>(null)
  /** The last press, on a block or beside all. Null after a drag or Escape: the click that follows opens nothing. */
  const lastPress = useRef<{ readonly block: Block | null } | null>(null)
  const stopSteering = useRef<(() => void) | null>(null)
  const [first = '', last = first] = [dates[0], dates.at(-1)]
  const direction = isTimeline ? 'across' : 'down'
  const dial = dialOf(view, first, zone)
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const available = useAvailable(scroller, head, direction)

  const axis = useMemo(() => {
    const cells = rows.flatMap((row) => row.cells)
    const pieces = piecesOf({
      open: cells.map(({ open }) => open),
      taken: cells.flatMap(({ blocks, holds }) => [...blocks.map(({ busy }) => busy), ...holds]),
      length: Math.max(...dates.map((date) => dialOf(view, date, zone).length)),
      opened,
    })
    return axisOf(pieces, { available, least: LEAST[direction], strip: STRIP[direction] })
  }, [rows, dates, view, zone, opened, available, direction])

  const cellIn = (professionalId: number, date: string): Cell | undefined =>
    rows.find(({ id }) => id === professionalId)?.cells.find((cell) => cell.date === date)

  const blockUnder = (target: EventTarget): Block | null => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-block]') : null
    const key = button?.dataset['block']
    if (key === undefined) return null
    const cell = button?.closest<HTMLElement>('[data-professional]')?.dataset
    const found = cellIn(Number(cell?.['professional']), cell?.['date'] ?? '')
    return found?.blocks.find((one) => one.key === key) ?? null
  }

  const obstacleOf = (block: Block, { professionalId, date, span }: Place): Obstacle | null => {
    const cell = cellIn(professionalId, date)
    if (cell === undefined) return null
    const { skipped } = dialOf(view, date, zone)
    const performs = props.performs(professionalId, block)
    return obstacleAt({ moved: block, span, cell, performs, skipped })
  }

  /** What a drag and the arrow keys share. */
  const moving = (block: Block | null): Dragging | null => {
    const [area, follower] = [scroller.current, ghost.current]
    if (area === null || follower === null) return null
    return {
      direction,
      axis,
      scroller: area,
      ghost: follower,
      step: STEP[view],
      lengthOf: (date) => dialOf(view, date, zone).length,
      describe(place) {
        const { professionalId, date, span } = place
        const { clockAt } = dialOf(view, date, zone)
        const obstacle = block === null ? null : obstacleOf(block, place)
        const offer = obstacle !== null && canOverbook && isOverbookable(obstacle)
        return {
          text: [
            `${clockAt(span.from)}–${clockAt(span.to)}`,
            ...(view === 'week' ? [written.dayOf(date, 'shortDay')] : []),
            rows.find(({ id }) => id === professionalId)?.name ?? '',
            ...(block === null ? [] : [block.appointments[0].client_name]),
          ]
            .map(isolated)
            .join(' · '),
          obstacle:
            obstacle === null
              ? null
              : `${t.obstacle(obstacle)}${offer ? `\n${t.dropToOverbook}` : ''}`,
        }
      },
      onDrop(place, at) {
        if (block === null) return props.onSelect(place, at)
        return props.onMove(block, { ...place, obstacle: obstacleOf(block, place) })
      },
      onEnd(isClick) {
        if (!isClick) lastPress.current = null
      },
    }
  }

  const press = (event: PointerEvent<HTMLDivElement>): void => {
    stopSteering.current?.()
    if (isSomethingElse(event.target)) return
    const block = blockUnder(event.target)
    lastPress.current = { block }
    // A finger scrolls. Moving is in the card of the appointment.
    if (event.button !== 0 || event.pointerType === 'touch') return
    if (block !== null && !isMovable(block)) return
    const dragging = moving(block)
    if (dragging !== null) drag(event.nativeEvent, block, dragging)
  }

  const click = (event: MouseEvent<HTMLDivElement>): void => {
    const hold = holdUnder(event.target)
    if (hold !== null) return props.onHold(hold)
    const blocked = blockedUnder(event.target)
    if (blocked !== null) return props.onBlocked(blocked)
    if (isSomethingElse(event.target)) return
    const block = blockUnder(event.target)
    // The browser also reports a click where a press on one block ends beside it.
    const isPressed = lastPress.current !== null && lastPress.current.block?.key === block?.key
    // A click by keyboard, whose detail is 0, has no press before it.
    if (event.detail !== 0 && !isPressed) return
    if (block !== null) return props.onOpen(block)
    const place = clickedPlace(event, { axis, direction })
    if (place !== null) props.onBook(place)
  }

  const key = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || stopSteering.current !== null) return
    const step = stepOf(event.key, direction)
    const area = scroller.current
    if (step !== null && area !== null && focusNext(area, step)) return event.preventDefault()
    const block = blockUnder(event.target)
    if (event.key.toLowerCase() !== 'm' || block === null) return
    event.preventDefault()
    event.stopPropagation()
    const dragging = isMovable(block) ? moving(block) : null
    if (dragging === null) return tell(t.cannotMove)
    stopSteering.current = steer(block, {
      ...dragging,
      places: places(),
      place: placeOfBlock(block),
      onTell: tell,
      onEnd: () => (stopSteering.current = null),
    })
  }

  const tell = (text: string): void => {
    if (told.current !== null) told.current.textContent = text
  }
  const places = () =>
    rows.flatMap((row) => row.cells.map(({ professionalId, date }) => ({ professionalId, date })))
  const placeOfBlock = (block: Block): Place => {
    const cell = rows
      .flatMap((row) => row.cells)
      .find(({ blocks }) => blocks.some((one) => one.key === block.key))
    return {
      professionalId: cell?.professionalId ?? 0,
      date: cell?.date ?? first,
      span: { from: block.from, to: block.to },
    }
  }
  useEffect(() => () => stopSteering.current?.(), [])

  const showNow = useEffectEvent(() => {
    const area = scroller.current
    if (area === null) return
    const minute = dates.includes(todayIn(zone)) ? dial.minuteOf(now()) - 60 : MORNING
    const at = along(axis, minute)
    if (direction === 'down') area.scrollTop = at
    else area.scrollLeft = at
  })
  useLayoutEffect(() => showNow(), [first, view, direction])

  const columns: readonly Column[] =
    view === 'week'
      ? (rows[0]?.cells ?? []).map((cell) => ({
          cell,
          label: written.dayOf(cell.date),
          professional: rows[0]?.name ?? '',
          head: (
            <h2>
              <button
                type="button"
                className={classes.headButton}
                aria-current={cell.date === todayIn(zone) ? 'date' : undefined}
                onClick={() => props.onDay(cell.date)}
              >
                <Named name={written.dayOf(cell.date)}>
                  {written.dayOf(cell.date, 'shortDay')}
                </Named>
              </button>
            </h2>
          ),
        }))
      : rows.flatMap(({ id, name, cells: [cell] }) =>
          cell === undefined
            ? []
            : [
                {
                  cell,
                  label: name,
                  professional: name,
                  head: (
                    <h2>
                      <button
                        type="button"
                        className={classes.headButton}
                        title={t.weekOf(name)}
                        onClick={() => props.onWeek(id)}
                      >
                        {name}
                      </button>
                    </h2>
                  ),
                },
              ],
        )
  const shared = {
    axis,
    headRef: head,
    clockAt: dial.clockAt,
    onUnfold: (from: number) => setOpened((before) => new Set([...before, from])),
  }

  return (
    <>
      <MarkSymbols />
      <div
        ref={scroller}
        className={`${classes.scroller} no-print`}
        role="region"
        tabIndex={0}
        aria-label={
          view === 'day'
            ? t.gridOfDay(written.dayOf(first))
            : t.gridOfWeek(written.dayOf(first), written.dayOf(last))
        }
        onPointerDown={press}
        onClick={click}
        onKeyDown={key}
      >
        {isTimeline ? (
          <Timeline {...shared} rows={rows} date={first} />
        ) : (
          <Columns
            {...shared}
            view={view}
            columns={columns}
            isHeadless={view === 'day' && columns.length === 1}
          />
        )}
      </div>
      <div ref={ghost} className={classes.ghost} hidden aria-hidden>
        <span />
      </div>
      <div ref={told} className={classes.heard} role="status" />
    </>
  )
}

function todayIn(zone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(now())
}

/** What has a click of its own, and begins no drag. */
function isSomethingElse(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button:not([data-block])') !== null
}

function blockedUnder(target: EventTarget): number | null {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-blocked]') : null
  return button === null ? null : Number(button.dataset['blocked'])
}

/** Pixels that there are for the hours, beside the heads. */
function useAvailable(
  scroller: { readonly current: HTMLElement | null },
  head: { readonly current: HTMLElement | null },
  direction: 'down' | 'across',
): number {
  const [available, setAvailable] = useState(600)
  useLayoutEffect(() => {
    const area = scroller.current
    if (area === null) return undefined
    const measure = (): void => {
      const { offsetHeight = 0, offsetWidth = 0 } = head.current ?? {}
      setAvailable(
        direction === 'down' ? area.clientHeight - offsetHeight : area.clientWidth - offsetWidth,
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(area)
    if (head.current !== null) observer.observe(head.current)
    return () => observer.disconnect()
  }, [scroller, head, direction])
  return available
}
