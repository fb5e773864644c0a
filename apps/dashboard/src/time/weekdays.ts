import { useMemo } from 'react'
import { LOCALES, useLanguage } from '../words/language.tsx'

const A_SUNDAY = Date.UTC(2026, 0, 4)
const DAY_MS = 24 * 60 * 60_000

/** The names of the days of the week, Sunday first, as the service counts them. */
export function useWeekdays(length: 'long' | 'short' = 'long'): readonly string[] {
  const { language } = useLanguage()
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(LOCALES[language], { weekday: length, timeZone: 'UTC' })
    return [0, 1, 2, 3, 4, 5, 6].map((day) => format.format(A_SUNDAY + day * DAY_MS))
  }, [language, length])
}
