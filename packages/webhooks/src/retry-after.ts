const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const MONTH = `(${MONTHS.join('|')})`
const TIME = String.raw`(\d{2}):(\d{2}):(\d{2})`

// The three date forms a recipient must accept (RFC 9110, section 5.6.7).
const IMF_FIXDATE = new RegExp(`^[A-Z][a-z]{2}, (\\d{2}) ${MONTH} (\\d{4}) ${TIME} GMT$`)
const RFC_850 = new RegExp(`^[A-Z][a-z]{5,8}, (\\d{2})-${MONTH}-(\\d{2}) ${TIME} GMT$`)
const ASCTIME = new RegExp(`^[A-Z][a-z]{2} ${MONTH} ([ \\d]\\d) ${TIME} (\\d{4})$`)

/**
 * Milliseconds to wait by a `Retry-After` header, counted from `now`; null when there is none or it
 * is not one (a wrong header never delays a delivery). Seconds may carry a fraction, which chat
 * platforms send. A date in the past is 0.
 */
export function parseRetryAfter(header: string | null, now: Date): number | null {
  const text = header?.trim() ?? ''
  if (/^\d{1,15}(\.\d{1,9})?$/.test(text)) return Math.ceil(Number(text) * 1000)
  const until = parseHttpDate(text, now)
  return until === null ? null : Math.max(0, until - now.getTime())
}

/**
 * Milliseconds to wait by the `retry_after` seconds of a JSON answer, as Discord's are; null when it has
 * none. For an answer whose header was lost on the way.
 */
export function readRetryAfter(body: string | null): number | null {
  try {
    const answer: unknown = JSON.parse(body ?? '')
    const isObject = typeof answer === 'object' && answer !== null
    const seconds = isObject && 'retry_after' in answer ? answer.retry_after : null
    return typeof seconds === 'number' && seconds >= 0 ? Math.ceil(seconds * 1000) : null
  } catch {
    return null
  }
}

function parseHttpDate(text: string, now: Date): number | null {
  const fixdate = IMF_FIXDATE.exec(text)
  if (fixdate) {
    const [, day, month, year, hour, minute, second] = fixdate
    return utc(Number(year), month, day, hour, minute, second)
  }
  const rfc850 = RFC_850.exec(text)
  if (rfc850) {
    const [, day, month, shortYear, hour, minute, second] = rfc850
    // Two digits: the nearest such year that is not more than 50 years ahead.
    const century = Math.floor(now.getUTCFullYear() / 100) * 100
    const year = century + Number(shortYear)
    const isFarAhead = year > now.getUTCFullYear() + 50
    return utc(isFarAhead ? year - 100 : year, month, day, hour, minute, second)
  }
  const asctime = ASCTIME.exec(text)
  if (asctime) {
    const [, month, day, hour, minute, second, year] = asctime
    return utc(Number(year), month, day, hour, minute, second)
  }
  return null
}

function utc(
  year: number,
  month: string | undefined,
  day: string | undefined,
  hour: string | undefined,
  minute: string | undefined,
  second: string | undefined,
): number | null {
  const monthIndex = MONTHS.indexOf(month ?? '')
  const midnight = new Date(Date.UTC(2000, 0, 1))
  midnight.setUTCFullYear(year, monthIndex, Number(day))
  const isRealDay = midnight.getUTCMonth() === monthIndex && midnight.getUTCDate() === Number(day)
  // 60 is a leap second, which this calendar reads as the next minute.
  const isRealTime = Number(hour) < 24 && Number(minute) < 60 && Number(second) <= 60
  if (!isRealDay || !isRealTime) return null
  return midnight.getTime() + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000
}
