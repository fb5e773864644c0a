/** Whether an organization is open now, in a line. */
import { addDays, localDateOf, localTimeOf } from '@scheduling/availability'
import type { Language, Texts } from '../language.ts'
import { clock, weekdayName } from '../written.ts'
import type { Offer } from './offer.ts'

type OpeningTexts = {
  readonly open: string
  readonly openUntil: (hour: string) => string
  /** @param day with the word before it; null: today */
  readonly closed: (day: string | null, hour: string) => string
  readonly tomorrow: string
  readonly onWeekday: (name: string) => string
  readonly midnight: string
  /** @param minute after midnight */
  readonly hour: (minute: number) => string
}

const TEXTS: Texts<OpeningTexts> = {
  pt: {
    open: 'Aberto agora',
    openUntil: (hour) => `Aberto até ${hour}`,
    closed: (day, hour) =>
      `Fechado · abre ${day === null ? '' : `${day} `}${/^[01]h/.test(hour) ? 'à' : 'às'} ${hour}`,
    tomorrow: 'amanhã',
    onWeekday: (name) => name.replace('-feira', ''),
    midnight: 'meia-noite',
    hour: (minute) => {
      const [hours, rest] = [Math.floor(minute / 60), minute % 60]
      return rest === 0 ? `${hours}h` : `${hours}h${String(rest).padStart(2, '0')}`
    },
  },
  en: {
    open: 'Open now',
    openUntil: (hour) => `Open until ${hour}`,
    closed: (day, hour) => `Closed · opens ${day === null ? '' : `${day} `}at ${hour}`,
    tomorrow: 'tomorrow',
    onWeekday: (name) => `on ${name}`,
    midnight: 'midnight',
    hour: (minute) => clock(minute).replace(/^0/, ''),
  },
}

/**
 * @param now epoch milliseconds
 * @returns null where nothing is known
 */
export function openingText(
  opening: Offer['opening'],
  language: Language,
  now: number,
  timeZone: string,
): string | null {
  if (opening === null) return null
  const texts = TEXTS[language]
  if (opening.changes_at === null) return texts.open
  const { date, minute } = localTimeOf(Date.parse(opening.changes_at), timeZone)
  const hour = texts.hour(minute)
  if (opening.is_open) return texts.openUntil(minute === 0 ? texts.midnight : hour)
  const today = localDateOf(now, timeZone)
  if (date === today) return texts.closed(null, hour)
  if (date === addDays(today, 1)) return texts.closed(texts.tomorrow, hour)
  const weekday = weekdayName(new Date(date).getUTCDay(), language)
  return texts.closed(texts.onWeekday(weekday), hour)
}
