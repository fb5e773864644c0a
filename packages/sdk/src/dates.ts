/**
 * Two things that `Date` cannot do: days and wall-clock times of a zone. Everything else is `new Date(instant)`.
 * Instants are texts with an offset, days `YYYY-MM-DD`, and zones names such as `America/Sao_Paulo`.
 */

/** The day of an instant in a zone, as in `dayIn('America/Sao_Paulo', appointment.start)`. */
export function dayIn(zone: string, instant: string | Date): string {
  return wallClock(zone, timeOf(instant)).slice(0, 10)
}

/**
 * A wall-clock time of a zone as an instant, to send as `start`: `instantIn('America/Sao_Paulo', '2026-11-23', '09:00')`
 * is `2026-11-23T09:00:00-03:00`. A time that the zone skips is moved past the gap; of one that comes twice, it is the
 * first.
 *
 * @param clock `HH:MM`
 */
export function instantIn(zone: string, day: string, clock: string): string {
  const wanted = Date.parse(`${day}T${clock}:00Z`)
  // `Date` takes 30 February for a day in March.
  const isMeant =
    !Number.isNaN(wanted) && new Date(wanted).toISOString() === `${day}T${clock}:00.000Z`
  if (!isMeant) {
    throw new TypeError(`${day} and ${clock} must be a day and a time, as 2026-11-23 and 09:00.`)
  }
  // The offset a day before and a day after: around a change of the clocks they differ.
  const [before, after] = [-DAY_MS, DAY_MS].map((away) => offsetAt(zone, wanted + away))
  const fits = [before, after].find(
    (offset = 0) => offsetAt(zone, wanted - offset * MINUTE_MS) === offset,
  )
  // In a gap no offset fits. That before it leads past it.
  const instant = wanted - (fits ?? before ?? 0) * MINUTE_MS
  return `${wallClock(zone, instant)}${offsetText(offsetAt(zone, instant))}`
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

function timeOf(instant: string | Date): number {
  const time = new Date(instant).getTime()
  if (Number.isNaN(time)) throw new TypeError(`\`${String(instant)}\` is no instant.`)
  return time
}

/** As in `2026-11-23T09:00:00`. @throws RangeError for a zone that there is not */
function wallClock(zone: string, ms: number): string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}`
}

/** Minutes that the wall clock of a zone is ahead of UTC. */
function offsetAt(zone: string, ms: number): number {
  return Math.round((Date.parse(`${wallClock(zone, ms)}Z`) - ms) / MINUTE_MS)
}

function offsetText(minutes: number): string {
  const size = Math.abs(minutes)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}
