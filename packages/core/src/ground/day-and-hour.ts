/** When something is, as people write it. */
import type { Language } from './language.ts'

const LOCALES = { pt: 'pt-BR', en: 'en-GB' } as const

/** To make one takes a hundred times as long as to use it. */
const NAMES = { pt: namesIn(LOCALES.pt), en: namesIn(LOCALES.en) } as const

function namesIn(locale: string) {
  return {
    weekday: new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }),
    month: new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }),
  }
}

/** `Horário Padrão de Brasília`, as people call the zone at that instant. */
export function zoneName(instant: string, language: Language, timeZone: string): string {
  const options = { timeZone, timeZoneName: 'longGeneric' } as const
  const parts = new Intl.DateTimeFormat(LOCALES[language], options).formatToParts(
    Date.parse(instant),
  )
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/**
 * `terça, 1º de dezembro, às 10h30`, or `Tuesday, 1 December, at 10:30`; with the year where it is another one.
 *
 * @param instant with the offset of the clinic, whose clock is meant
 * @param thisYear of the reader
 */
export function dayAndHour(instant: string, language: Language, thisYear: number): string {
  const [date = '', clock = ''] = instant.split('T')
  const [year, , day] = date.split('-').map(Number)
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  const weekday = NAMES[language].weekday.format(Date.parse(date)).replace('-feira', '')
  const month = NAMES[language].month.format(Date.parse(date))
  const two = (number: number) => String(number).padStart(2, '0')
  const isOtherYear = year !== thisYear
  if (language === 'en') {
    const ofYear = isOtherYear ? ` ${year}` : ''
    return `${weekday}, ${day} ${month}${ofYear}, at ${two(hour)}:${two(minute)}`
  }
  const ofYear = isOtherYear ? ` de ${year}` : ''
  const at = hour < 2 ? 'à' : 'às'
  const written = minute === 0 ? `${hour}h` : `${hour}h${two(minute)}`
  return `${weekday}, ${day === 1 ? '1º' : day} de ${month}${ofYear}, ${at} ${written}`
}
