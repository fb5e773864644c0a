/** Where the organization's clock stands on a day. */
import { useEffect, useState } from 'react'
import { useZone } from '../../session/me.tsx'
import { now } from '../../time/clock.ts'
import { minuteOf, wallClockOf } from '../../time/wall-clock.ts'
import { along, isSeen, type Axis, type Direction } from './axis.ts'
import classes from './board.module.css'
import type { View } from './days.ts'
import { dialOf } from './dial.ts'

const EVERY_MS = 20_000
/** Pixels. */
const HALF_CLOCK = 7

/** The date and the minute of the organization's clock, and again while they go on. */
export function useNow(): { readonly date: string; readonly minute: number } {
  const zone = useZone()
  const read = (): string => wallClockOf(new Date(now()).toISOString(), zone)
  const [wallClock, setWallClock] = useState(read)
  useEffect(() => {
    const timer = setInterval(
      () => setWallClock(wallClockOf(new Date(now()).toISOString(), zone)),
      EVERY_MS,
    )
    return () => clearInterval(timer)
  }, [zone])
  return { date: wallClock.slice(0, 10), minute: minuteOf(wallClock) }
}

type Props = { readonly view: View; readonly date: string; readonly axis: Axis }

/** Pixels and clock; null where it is not now. */
function useNowAt({
  view,
  date,
  axis,
}: Props): { readonly at: number; readonly clock: string } | null {
  const zone = useZone()
  if (useNow().date !== date) return null
  const dial = dialOf(view, date, zone)
  const minute = dial.minuteOf(now())
  if (!isSeen(axis, { from: minute, to: minute })) return null
  return { at: along(axis, minute), clock: dial.clockAt(minute) }
}

/** Over all columns or rows of a day, with the time at its beginning. */
export function NowLine({ direction, ...props }: Props & { readonly direction: Direction }) {
  const found = useNowAt(props)
  if (found === null) return null
  const { at, clock } = found
  return (
    <div
      className={classes.now}
      data-direction={direction}
      style={direction === 'down' ? { top: at } : { left: at }}
      aria-hidden
    >
      <span
        className={classes.nowClock}
        // At the top edge it stands below the line.
        style={direction === 'down' ? { top: Math.max(-HALF_CLOCK, -at) } : undefined}
      >
        {clock}
      </span>
    </div>
  )
}

/** In one cell of a week. */
export function NowMark(props: Props) {
  const found = useNowAt(props)
  if (found === null) return null
  return <div className={classes.nowMark} style={{ top: found.at }} aria-hidden />
}
