/** The text of a recurrence rule: the part of RFC 5545 that a series of appointments can have, with every number bounded. */
import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import type { FieldCode } from '../contract/problems.ts'
import { fault } from '../ground/fields.ts'
import { isDateText } from '../ground/time-fields.ts'

const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY'] as const

type Frequency = (typeof FREQUENCIES)[number]

/** The last moment at which an occurrence may start: a wall-clock time as if it were UTC, or an instant. */
type Until =
  | { readonly kind: 'wall'; readonly ms: number }
  | { readonly kind: 'instant'; readonly ms: number }

export type RecurrenceRule = {
  readonly frequency: Frequency
  readonly interval: number
  /** Weekdays, with their place in the month where the rule is monthly: `MO`, `2FR`, `-1SU`. */
  readonly byDay: readonly string[]
  /** 1..31, or from the end of the month: -1..-31. */
  readonly byMonthDay: readonly number[]
  readonly end: { readonly count: number } | { readonly until: Until }
}

/** What is wrong with the text of a rule. */
class RuleFault extends Error {
  readonly code: FieldCode

  constructor(code: FieldCode, message: string) {
    super(message)
    this.code = code
  }
}

/** Input: the text of a rule. */
export const RecurrenceInput = z
  .string()
  .trim()
  .min(1)
  .max(LIMITS.recurrenceCharacters)
  .meta({
    description:
      'A recurrence rule in the form of RFC 5545, such as `FREQ=WEEKLY;BYDAY=MO,WE;COUNT=10`. It has `FREQ` (`DAILY`, `WEEKLY` or `MONTHLY`), either `COUNT` or `UNTIL`, and may have `INTERVAL`, `BYDAY` and `BYMONTHDAY`. Dates and times are those of the organization.',
  })
  .transform((text, context): RecurrenceRule => {
    // What is too long was refused, and is not read.
    if (text.length > LIMITS.recurrenceCharacters) return z.NEVER
    try {
      return readRule(text)
    } catch (error) {
      if (!(error instanceof RuleFault)) throw error
      context.addIssue(fault(error.code, error.message))
      return z.NEVER
    }
  })

const PARTS = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYDAY', 'BYMONTHDAY'] as const

type Part = (typeof PARTS)[number]

function readRule(text: string): RecurrenceRule {
  const parts = partsOf(text)
  const frequency = FREQUENCIES.find((one) => one === parts.get('FREQ'))
  if (frequency === undefined) {
    throw parts.has('FREQ')
      ? new RuleFault('invalid_value', `\`FREQ\` must be one of ${FREQUENCIES.join(', ')}.`)
      : new RuleFault('required', `The rule needs \`FREQ\`: one of ${FREQUENCIES.join(', ')}.`)
  }
  return {
    frequency,
    interval: intervalOf(parts.get('INTERVAL'), frequency),
    byDay: weekdaysOf(parts.get('BYDAY'), frequency),
    byMonthDay: monthDaysOf(parts.get('BYMONTHDAY'), frequency),
    end: endOf(parts.get('COUNT'), parts.get('UNTIL')),
  }
}

function partsOf(text: string): ReadonlyMap<Part, string> {
  const parts = new Map<Part, string>()
  for (const written of text.toUpperCase().split(';')) {
    const [name = '', value = '', ...more] = written.split('=')
    const part = PARTS.find((one) => one === name)
    if (value === '' || more.length > 0) {
      throw new RuleFault(
        'invalid_format',
        'This is not a recurrence rule. Expected parts such as `FREQ=WEEKLY`, separated by semicolons.',
      )
    }
    if (part === undefined) {
      throw new RuleFault(
        'invalid_value',
        `A rule can have only these parts: ${PARTS.map((one) => `\`${one}\``).join(', ')}.`,
      )
    }
    if (parts.has(part)) {
      throw new RuleFault('duplicate_item', `The rule has \`${part}\` twice.`)
    }
    parts.set(part, value)
  }
  return parts
}

export const LASTS_TOO_LONG = `A series can last at most ${LIMITS.seriesYears} years from its first start.`

export const LONGEST_DAYS = LIMITS.seriesYears * 366

const DAYS_OF: Readonly<Record<Frequency, number>> = { DAILY: 1, WEEKLY: 7, MONTHLY: 28 }

function intervalOf(text: string | undefined, frequency: Frequency): number {
  const interval = text === undefined ? 1 : wholeNumber('INTERVAL', text)
  if (interval < 1) throw new RuleFault('out_of_range', '`INTERVAL` must be at least 1.')
  if (interval * DAYS_OF[frequency] > LONGEST_DAYS) {
    throw new RuleFault('out_of_range', LASTS_TOO_LONG)
  }
  return interval
}

function endOf(count: string | undefined, until: string | undefined): RecurrenceRule['end'] {
  if (count !== undefined && until !== undefined) {
    throw new RuleFault('mutually_exclusive', 'The rule can have `COUNT` or `UNTIL`, and not both.')
  }
  if (until !== undefined) return { until: untilOf(until) }
  if (count === undefined) {
    throw new RuleFault('required', 'The rule needs an end: `COUNT` or `UNTIL`.')
  }
  const occurrences = wholeNumber('COUNT', count)
  if (occurrences < 1 || occurrences > LIMITS.seriesOccurrences) {
    throw new RuleFault('out_of_range', `\`COUNT\` must be from 1 to ${LIMITS.seriesOccurrences}.`)
  }
  return { count: occurrences }
}

function wholeNumber(part: Part, text: string): number {
  if (!/^\d{1,10}$/.test(text)) {
    throw new RuleFault('invalid_format', `\`${part}\` must be a whole number.`)
  }
  return Number(text)
}

const UNTIL = /^(\d{4})(\d{2})(\d{2})(?:T([01]\d|2[0-3])([0-5]\d)([0-5]\d)(Z?))?$/

/** A date lasts until its end. A time is that of the organization, or with `Z` that of UTC. */
function untilOf(text: string): Until {
  const [, year = '', month = '', day = '', hour, minute, second, zulu] = UNTIL.exec(text) ?? []
  const date = `${year}-${month}-${day}`
  if (!isDateText(date)) {
    throw new RuleFault(
      'invalid_format',
      '`UNTIL` must be a date or a date-time, such as `20261231`, `20261231T180000` or `20261231T210000Z`.',
    )
  }
  if (hour === undefined) return { kind: 'wall', ms: Date.parse(`${date}T23:59:59Z`) }
  const ms = Date.parse(`${date}T${hour}:${minute}:${second}Z`)
  return { kind: zulu === 'Z' ? 'instant' : 'wall', ms }
}

const WEEKDAY = /^([+-]?[1-5])?(MO|TU|WE|TH|FR|SA|SU)$/

function weekdaysOf(text: string | undefined, frequency: Frequency): string[] {
  return listOf('BYDAY', text, (written) => {
    const [, place, weekday] = WEEKDAY.exec(written) ?? []
    if (weekday === undefined) {
      throw new RuleFault(
        'invalid_value',
        '`BYDAY` must list weekdays: MO, TU, WE, TH, FR, SA, SU. In a monthly rule, each can have its place in the month, such as 2FR or -1MO.',
      )
    }
    if (place === undefined) return weekday
    if (frequency !== 'MONTHLY') {
      throw new RuleFault(
        'invalid_value',
        'Only a monthly rule can have a weekday with its place in the month.',
      )
    }
    return `${Number(place)}${weekday}`
  })
}

function monthDaysOf(text: string | undefined, frequency: Frequency): number[] {
  if (text !== undefined && frequency !== 'MONTHLY') {
    throw new RuleFault('invalid_value', 'Only a monthly rule can have `BYMONTHDAY`.')
  }
  return listOf('BYMONTHDAY', text, (written) => {
    const day = /^[+-]?\d{1,2}$/.test(written) ? Number(written) : 0
    if (day === 0 || Math.abs(day) > 31) {
      throw new RuleFault(
        'out_of_range',
        '`BYMONTHDAY` must list days from 1 to 31, or from -1 to -31 to count from the end of the month.',
      )
    }
    return day
  })
}

function listOf<Item>(
  part: Part,
  text: string | undefined,
  read: (written: string) => Item,
): Item[] {
  const items = text === undefined ? [] : text.split(',').map(read)
  if (new Set(items).size < items.length) {
    throw new RuleFault('duplicate_item', `\`${part}\` lists something twice.`)
  }
  return items
}
