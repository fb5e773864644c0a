/** Dates, times and money as people of a language write them. */
import { useMemo } from 'react'
import { useZone } from '../session/me.tsx'
import { LOCALES, useLanguage } from '../words/language.tsx'

const SHAPES = {
  /** 23 de nov. de 2026 */
  date: { dateStyle: 'medium' },
  /** 23 de nov. de 2026, 09:30 */
  moment: { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' },
  /** segunda-feira, 23 de novembro */
  day: { weekday: 'long', day: 'numeric', month: 'long' },
  /** seg., 23 de nov. */
  shortDay: { weekday: 'short', day: 'numeric', month: 'short' },
  /** 09:30 */
  time: { timeStyle: 'short', hourCycle: 'h23' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

type Shape = keyof typeof SHAPES

export type Written = Readonly<Record<Shape, (instant: string | number) => string>> & {
  /** Of a date `YYYY-MM-DD`, which is in no zone. */
  dayOf(date: string, shape?: 'date' | 'day' | 'shortDay'): string
  /** Of an amount as the service writes it, such as `180.00`. */
  money(amount: string | null): string
  count(number: number): string
}

/** Makes texts in the language of the user and the time zone of the organization. */
export function useWritten(): Written {
  const { language } = useLanguage()
  const zone = useZone()
  return useMemo(() => writtenIn(LOCALES[language], zone), [language, zone])
}

export function writtenIn(locale: string, timeZone: string): Written {
  const formatOf = (shape: Shape, zone: string) =>
    new Intl.DateTimeFormat(locale, { ...SHAPES[shape], timeZone: zone })
  const inZone = (shape: Shape) => {
    const format = formatOf(shape, timeZone)
    return (instant: string | number) => format.format(new Date(instant))
  }
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'BRL' })
  const number = new Intl.NumberFormat(locale)
  return {
    date: inZone('date'),
    moment: inZone('moment'),
    day: inZone('day'),
    shortDay: inZone('shortDay'),
    time: inZone('time'),
    dayOf: (date, shape = 'day') => formatOf(shape, 'UTC').format(new Date(`${date}T12:00:00Z`)),
    money: (amount) => (amount === null ? '—' : money.format(Number(amount))),
    count: (value) => number.format(value),
  }
}
