/** The days of a week as they are shown: it begins on Monday, as work does. */
import { useMemo } from 'react'
import { LOCALES, useLanguage } from '../../../words/language.tsx'

/** As the service counts them, 0 is Sunday. */
export const WEEKDAYS: readonly number[] = [1, 2, 3, 4, 5, 6, 0]

/** A Sunday. */
const SUNDAY = Date.UTC(2026, 0, 4, 12)

type WeekdayName = (weekday: number, length: 'long' | 'short') => string

export function useWeekdayName(): WeekdayName {
  const { language } = useLanguage()
  return useMemo(() => {
    const formatOf = (weekday: 'long' | 'short') =>
      new Intl.DateTimeFormat(LOCALES[language], { weekday, timeZone: 'UTC' })
    const formats = { long: formatOf('long'), short: formatOf('short') }
    return (weekday, length) => formats[length].format(SUNDAY + weekday * 86_400_000)
  }, [language])
}
