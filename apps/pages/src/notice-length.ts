/** How long before its start an appointment can still be changed, as people say it. */
import type { Language, Texts } from './language.ts'

const HOUR = 60
const DAY = 24 * HOUR

type Unit = (count: number) => string

const WORDS: Texts<{ readonly minutes: Unit; readonly hours: Unit; readonly days: Unit }> = {
  pt: {
    minutes: (count) => (count === 1 ? '1 minuto' : `${count} minutos`),
    hours: (count) => (count === 1 ? '1 hora' : `${count} horas`),
    days: (count) => (count === 1 ? '1 dia' : `${count} dias`),
  },
  en: {
    minutes: (count) => (count === 1 ? '1 minute' : `${count} minutes`),
    hours: (count) => (count === 1 ? '1 hour' : `${count} hours`),
    days: (count) => (count === 1 ? '1 day' : `${count} days`),
  },
}

/** `2 dias`, `24 horas`, `90 minutos`: in the largest unit that needs no other. */
export function noticeLength(minutes: number, language: Language): string {
  const words = WORDS[language]
  if (minutes > DAY && minutes % DAY === 0) return words.days(minutes / DAY)
  if (minutes % HOUR === 0) return words.hours(minutes / HOUR)
  return words.minutes(minutes)
}
