/** Where the organization's clock stands on a day. */
import { useEffect, useState } from 'react'
import { useZone } from '../../session/me.tsx'
import { now } from '../../time/clock.ts'
import { minuteOf, wallClockOf } from '../../time/wall-clock.ts'
import classes from './grid.module.css'
import type { Span } from './hours.ts'

const EVERY_MS = 20_000

/** The date and the minute of the organization, and again while they go on. */
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

type Props = { readonly date: string; readonly shown: Span }

/** Percent of the shown minutes; null where it is not now. */
function useShareOfNow({ date, shown }: Props): string | null {
  const at = useNow()
  if (at.date !== date || at.minute < shown.from || at.minute > shown.to) return null
  return `${(100 * (at.minute - shown.from)) / (shown.to - shown.from)}%`
}

/** Over all rows of a day. */
export function NowLine(props: Props) {
  const left = useShareOfNow(props)
  if (left === null) return null
  return (
    <div className={classes.nowArea} aria-hidden>
      <div className={classes.now} style={{ left }} />
    </div>
  )
}

/** In one cell of a week. */
export function NowMark(props: Props) {
  const top = useShareOfNow(props)
  return top === null ? null : <div className={classes.nowMark} style={{ top }} aria-hidden />
}
