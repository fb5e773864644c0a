/** Reads calendars elsewhere, as workers do it. */
import { addDays, localDateOf, startOfLocalDay } from '@scheduling/availability'
import { query, requireRow, sqlOf, tables } from '@scheduling/database'
import { CalendarFault, readBusyTimes, type BusyReader } from '@scheduling/icalendar'
import { setImmediate as othersTurn } from 'node:timers/promises'
import { onClockOf, type Service } from '../context.ts'
import { LIMITS } from '../contract/limits.ts'
import { sameBytes } from '../ground/crypto.ts'
import { instantIn } from '../ground/sql-instant.ts'
import { openUrl } from './busy-calendar.ts'
import { DUE, type Due, type Outcome, released, settle, keyOf, save } from './save-busy.ts'

/** Side by side, in one run: servers that hang hold up no more than that. */
const AT_ONCE = 5

/** A run begins nothing after so long: the next one comes with the next minute. */
const RUN_MS = 45_000

/** Longer than any read takes. After it, the reader has died. */
const LEASE_MS = 2 * 60_000

/** Takes the one that has waited longest; others pass over it. */
const claim = query({
  name: 'busy calendar claimed',
  text: `UPDATE busy_calendar c SET leased_until = ${instantIn('$2')}
    FROM (
      SELECT organization_id, professional_id FROM busy_calendar
      WHERE next_read_at <= ${instantIn('$1')} AND (leased_until IS NULL OR leased_until <= ${instantIn('$1')})
        AND ($3::int IS NULL OR (organization_id = $3::int AND professional_id = $4::int))
      ORDER BY next_read_at LIMIT 1 FOR UPDATE SKIP LOCKED
    ) AS due
    WHERE c.organization_id = due.organization_id AND c.professional_id = due.professional_id
    RETURNING ${Object.entries(DUE)
      .map(([name, { sql }]) => `${sql} AS "${name}"`)
      .join(', ')}`,
  row: DUE,
})

/**
 * Reads the calendars that are due. Run it every minute. Run twice, or by two at one time, it reads each once; what a
 * killed process had begun is read when its lease is over.
 *
 * @param only the calendar that was just connected; null: all that are due
 * @param stopping ends what is under way, which another process then starts over
 * @returns how many were read, well or not
 */
export async function readBusyCalendars(
  service: Service,
  only: { readonly organizationId: number; readonly professionalId: number } | null = null,
  stopping?: AbortSignal,
): Promise<number> {
  const endsAt = performance.now() + RUN_MS
  let count = 0
  const next = async (): Promise<boolean> => {
    if (stopping?.aborted === true) return false
    const now = service.realNow()
    const { organizationId = null, professionalId = null } = only ?? {}
    const values = [now, now + LEASE_MS, organizationId, professionalId]
    const [due] = await claim(sqlOf(service.db), values)
    if (due === undefined) return false
    await readOne(service, due, stopping)
    count += 1
    return true
  }
  const lane = async (): Promise<void> => {
    while (performance.now() < endsAt && (await next()));
  }
  if (only === null) {
    const lanes = await Promise.allSettled(Array.from({ length: AT_ONCE }, lane))
    for (const ended of lanes) if (ended.status === 'rejected') throw ended.reason
  } else await next()
  return count
}

/** A fault of our own is told to the log, and the next read tries again. */
async function readOne(service: Service, due: Due, stopping?: AbortSignal): Promise<void> {
  const { organizationId, professionalId } = due
  try {
    const outcome = await outcomeOf(service, due, stopping)
    if (outcome === null) await released(sqlOf(service.db), keyOf(due))
    else if (outcome.kind === 'read') await save(service, due, outcome)
    else await settle(service, due, outcome)
  } catch (error) {
    const which = { organization_id: organizationId, professional_id: professionalId }
    service.log.error({ ...which, err: error }, 'a calendar could not be read')
    const message = 'The calendar could not be read. It is tried again.'
    await settle(service, due, { kind: 'failed', code: 'internal_error', message })
  }
}

/** Null: it was stopped. */
async function outcomeOf(
  service: Service,
  due: Due,
  stopping: AbortSignal | undefined,
): Promise<Outcome | null> {
  const { organizationId } = due
  const organization = await requireRow(service.db, tables.organization, { id: organizationId })
  const { timeZone } = organization
  const today = localDateOf(onClockOf(service, organization).now(), timeZone)
  const dayIn = (days: number) => startOfLocalDay(addDays(today, days), timeZone)
  // A little more than is needed: a file that stays the same is read again when the days ahead run out.
  const window = { from: dayIn(0), until: dayIn(LIMITS.busyCalendarDays + 2), timeZone }
  const reachesFar = due.readsUntil !== null && due.readsUntil >= dayIn(LIMITS.busyCalendarDays)
  const known = reachesFar ? due : null
  const request = {
    url: openUrl(service.crypto, due, due.urlSealed),
    headers: {
      Accept: 'text/calendar, text/plain;q=0.5, */*;q=0.1',
      ...(known?.etag == null ? {} : { 'If-None-Match': known.etag }),
      ...(known?.lastModified == null ? {} : { 'If-Modified-Since': known.lastModified }),
    },
    maxBytes: LIMITS.busyCalendarBytes,
    totalMs: LIMITS.busyCalendarSeconds * 1000,
  }
  const result = await service.sender.read(
    request,
    stopping === undefined ? {} : { signal: stopping },
  )
  if (result.kind === 'failed') {
    if (result.errorCode === 'aborted') return null
    return { kind: 'failed', code: result.errorCode, message: result.errorMessage }
  }
  if (result.kind === 'unchanged') {
    if (known !== null) return { kind: 'unchanged' }
    const message = 'The address answers that nothing has changed, though nothing was read before.'
    return { kind: 'failed', code: 'http_status', message }
  }
  const contentHash = service.crypto.hmac('busy-calendar', result.body)
  const isSame = due.contentHash !== null && sameBytes(due.contentHash, contentHash)
  if (isSame && known !== null) return { kind: 'unchanged' }
  try {
    const text = new TextDecoder().decode(result.body)
    const calendar = await readBusyTimes(text, window, readerFor(service))
    const { etag, lastModified } = result
    return { kind: 'read', contentHash, readsUntil: window.until, etag, lastModified, ...calendar }
  } catch (error) {
    if (!(error instanceof CalendarFault)) throw error
    return { kind: 'failed', code: error.code, message: error.message }
  }
}

function readerFor({ publicBaseUrl, elapsedMs }: Service): BusyReader {
  const own = `@${new URL(publicBaseUrl).hostname}`
  return {
    bounds: {
      entries: LIMITS.busyCalendarEntries,
      occurrences: LIMITS.busyCalendarOccurrences,
      busyTimes: LIMITS.busyCalendarTimes,
      milliseconds: LIMITS.busyCalendarMilliseconds,
    },
    // What this service wrote into that calendar, through a feed or an e-mail: it is known here already.
    isOwn: (uid) => uid.toLowerCase().endsWith(own),
    elapsedMs,
    othersTurn: () => othersTurn(),
  }
}
