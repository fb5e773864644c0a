import { Temporal } from 'temporal-polyfill'

const DATE_PATTERN = /^\d{4}-\d{2}-\d{2}$/
const DATE_TIME_PATTERN = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/

type Moment = Temporal.ZonedDateTime | Temporal.PlainDateTime

/**
 * The letters of the `date` filter, everything else stands for itself; `\` before a letter keeps
 * it (`d/m à\s H:i`). Date-times are shown in `timeZone` (IANA name); a plain date has no zone and
 * midnight as its time. Null when `text` is no date.
 */
export function formatDate(text: string, format: string, timeZone: string): string | null {
  const moment = readMoment(text, timeZone)
  // Local time can lie in the year before 0, which four digits can't tell.
  if (moment === null || moment.year < 0) return null
  let result = ''
  for (let index = 0; index < format.length; index += 1) {
    const letter = format.charAt(index)
    if (letter === '\\' && index + 1 < format.length) {
      index += 1
      result += format.charAt(index)
    } else result += replaceLetter(letter, moment)
  }
  return result
}

function replaceLetter(letter: string, moment: Moment): string {
  switch (letter) {
    case 'd':
      return twoDigits(moment.day)
    case 'm':
      return twoDigits(moment.month)
    case 'Y':
      return String(moment.year).padStart(4, '0')
    case 'y':
      return twoDigits(moment.year % 100)
    case 'H':
      return twoDigits(moment.hour)
    case 'i':
      return twoDigits(moment.minute)
    case 's':
      return twoDigits(moment.second)
    default:
      return letter
  }
}

function readMoment(text: string, timeZone: string): Moment | null {
  if (text.length > 40) return null
  try {
    if (DATE_PATTERN.test(text)) return Temporal.PlainDate.from(text).toPlainDateTime()
    if (!DATE_TIME_PATTERN.test(text)) return null
    return Temporal.Instant.from(text).toZonedDateTimeISO(timeZone)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** The instant in that zone, seconds precision, with the offset valid then. */
export function toLocalDateTime(epochMilliseconds: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(epochMilliseconds)
    .toZonedDateTimeISO(timeZone)
    .toString({ timeZoneName: 'never', smallestUnit: 'second' })
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
