/** Instants, dates and time zones, as they are sent and answered. An accepted instant becomes epoch milliseconds. */
import { z } from 'zod'
import { isTimeZone, spelledTimeZone } from '@scheduling/availability'
import { fault, valueText } from './fields.ts'

const INSTANT =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:([Zz])|([+-])(\d{2}):?(\d{2}))?$/

type InstantParts = { ms: number; hasOffset: boolean } | null

/** ISO 8601 date-time to epoch milliseconds; digits past the millisecond are cut. */
export function parseInstant(text: string): InstantParts {
  const match = INSTANT.exec(text)
  if (match === null) return null
  const [
    ,
    year,
    month,
    day,
    hour,
    minute,
    second = '0',
    fraction = '',
    zulu,
    sign,
    offsetHour,
    offsetMinute,
  ] = match
  if (!isCalendarDate(Number(year), Number(month), Number(day))) return null
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  const local = new Date(0)
  local.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  local.setUTCHours(
    Number(hour),
    Number(minute),
    Number(second),
    Number(fraction.padEnd(3, '0').slice(0, 3)),
  )
  if (zulu !== undefined) return { ms: local.getTime(), hasOffset: true }
  if (sign === undefined) return { ms: local.getTime(), hasOffset: false }
  if (Number(offsetHour) > 23 || Number(offsetMinute) > 59) return null
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * 60_000
  return { ms: local.getTime() - (sign === '-' ? -offset : offset), hasOffset: true }
}

function isCalendarDate(year: number, month: number, day: number): boolean {
  if (year < 1 || month < 1 || month > 12 || day < 1) return false
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
  return day <= days
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/

export function isDateText(text: string): boolean {
  const match = DATE.exec(text)
  return match !== null && isCalendarDate(Number(match[1]), Number(match[2]), Number(match[3]))
}

/** The name of a time zone, in any case. */
export function timeZoneName() {
  return valueText().refine(isTimeZone, {
    params: { code: 'invalid_value' },
    message: 'This is not an IANA time zone. Expected a name such as America/Sao_Paulo.',
  })
}

/** A time zone that is stored, in the spelling of IANA. */
export function storedTimeZone() {
  return timeZoneName().overwrite(spelledTimeZone)
}

const INSTANT_FORM = 'ISO 8601 date-time with an offset, such as 2026-11-23T09:00:00-03:00.'

const INSTANT_EXPECTED = `Expected an ${INSTANT_FORM}`

/** Input: ISO 8601 with offset → epoch milliseconds. */
export const InstantInput = valueText()
  .meta({ format: 'date-time', description: `An ${INSTANT_FORM}` })
  .transform((text, context): number => {
    const instant = parseInstant(text.trim())
    if (instant === null) {
      context.addIssue(fault('invalid_format', `This is not a date-time. ${INSTANT_EXPECTED}`))
      return z.NEVER
    }
    if (!instant.hasOffset) {
      context.addIssue(fault('offset_required', `The offset is missing. ${INSTANT_EXPECTED}`))
      return z.NEVER
    }
    return instant.ms
  })

/** Input: the start of an appointment; whole minutes. */
export const StartInput = InstantInput.refine((ms) => ms % 60_000 === 0, {
  params: { code: 'minute_precision' },
  message: 'A start must be at a whole minute.',
})

/** A local date, `YYYY-MM-DD`. */
export const DateInput = valueText()
  .meta({ format: 'date' })
  .refine(isDateText, {
    params: { code: 'invalid_format' },
    message: 'This is not a date. Expected YYYY-MM-DD.',
  })

/** Input: a local date, or a date-time with offset. */
export const DateOrInstantInput = valueText()
  .meta({
    description:
      'A local date (YYYY-MM-DD), which means the whole day, or an ISO 8601 date-time with an offset.',
  })
  .transform((text, context): { date: string } | { ms: number } => {
    if (isDateText(text)) return { date: text }
    const instant = parseInstant(text)
    if (instant === null) {
      context.addIssue(
        fault(
          'invalid_format',
          'This is neither a date (YYYY-MM-DD) nor a date-time with an offset.',
        ),
      )
      return z.NEVER
    }
    if (!instant.hasOffset) {
      context.addIssue(fault('offset_required', `The offset is missing. ${INSTANT_EXPECTED}`))
      return z.NEVER
    }
    return { ms: instant.ms }
  })

/** Output date-time: the organization's offset at that instant, seconds precision. */
export const Instant = z
  .string()
  .meta({ format: 'date-time', example: '2026-11-23T09:00:00-03:00' })

export const DateOnly = z.string().meta({ format: 'date', example: '2026-11-23' })

/** The field `expected_start` of the calls that change an appointment which another caller may have moved. */
export const ExpectedStart = InstantInput.optional().meta({
  description:
    'The start that you know. If the appointment starts at another time by now, the answer is `409 action_not_allowed` and nothing changes.',
})
