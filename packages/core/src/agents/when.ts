/** Times as agents read and write them: by the clock of the clinic, with the offset, and in words. */
import { formatInstant, instantOfLocalTime, localTimeOf } from '@scheduling/availability'
import { z } from 'zod'
import type { AgentContext } from './reader.ts'
import { invalid } from '../contract/problems.ts'
import { valueText } from '../ground/fields.ts'
import { Instant, parseInstant } from '../ground/time-fields.ts'
import type { Language } from '../ground/language.ts'

const MINUTE_MS = 60_000

type Clock = Pick<AgentContext, 'organization' | 'now' | 'readerLanguage'>

export const When = z.object({
  instant: Instant,
  local: z.string().meta({ description: "The clinic's clock." }),
  words: z.string(),
})

export type When = z.output<typeof When>

export function whenOf(clock: Clock, instant: number | string): When {
  const ms = typeof instant === 'number' ? instant : Date.parse(instant)
  const text = formatInstant(ms, clock.organization.timeZone)
  return { instant: text, local: text.slice(0, 'YYYY-MM-DDTHH:MM'.length), words: words(clock, ms) }
}

const LOCALES = { pt: 'pt-BR', en: 'en-GB' } as const satisfies Record<Language, string>

/** `Tuesday 24 November, 14:30`; with the year, unless it is this one. In the language of the reader. */
function words({ organization, now, readerLanguage }: Clock, ms: number): string {
  const { timeZone } = organization
  const locale = LOCALES[readerLanguage]
  const yearOf = (instant: number): string => formatInstant(instant, timeZone).slice(0, 4)
  const isThisYear = yearOf(ms) === yearOf(now())
  const day = new Intl.DateTimeFormat(locale, {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
  }).format(ms)
  return `${day}, ${formatInstant(ms, timeZone).slice(11, 16)}`
}

/** Input: by the clinic's clock, or with an offset. */
export const TimeInput = valueText().meta({
  description: "As `2026-11-24T14:30` by the clinic's clock, or with an offset.",
})

/**
 * The instant that an agent wrote, as the API takes it.
 *
 * @throws `400 validation_error` on the field, also for a clock time that the day does not have, or has twice
 */
export function instantAt({ organization }: Clock, field: string, written: string): string {
  const { timeZone } = organization
  const parts = parseInstant(written.trim())
  if (parts === null) {
    throw invalid(
      field,
      'invalid_format',
      'This is not a time. Expected one such as 2026-11-24T14:30.',
    )
  }
  if (parts.hasOffset) return formatInstant(parts.ms, timeZone)
  if (parts.ms % MINUTE_MS !== 0) {
    throw invalid(field, 'minute_precision', 'A start must be at a whole minute.')
  }
  const [date = '', time = ''] = new Date(parts.ms).toISOString().split('T')
  const minute = minuteOf(time)
  const instant = instantOfLocalTime({ date, minute }, timeZone)
  if (instant === null) {
    const message = "The clinic's clock skips this time, because it goes forward that day."
    throw invalid(field, 'invalid_value', message)
  }
  const again = TURNS_MINUTES.some((minutes) => {
    const later = localTimeOf(instant + minutes * MINUTE_MS, timeZone)
    return later.date === date && later.minute === minute
  })
  if (again) {
    const message = "The clinic's clock shows this time twice that day. Send it with an offset."
    throw invalid(field, 'offset_required', message)
  }
  return formatInstant(instant, timeZone)
}

/** By how much clocks go back. */
const TURNS_MINUTES = [30, 60, 120]

/** @param clock a text that begins with `HH:MM` @returns minutes after midnight */
export function minuteOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
}
