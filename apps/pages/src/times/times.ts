/** A day's free times: for a booking and for a move. */
import { addDays } from '@scheduling/availability'
import { zoneName } from '@scheduling/core'
import type { Language } from '../language.ts'
import type { Answers } from '../page.ts'
import { dayOfMonth, hour, leafOf, nearDay, shortDay } from '../written.ts'
import { monthView } from './month.ts'
import { TIMES_TEXTS } from './texts.ts'

export type FreeTime = Answers['slots']['data'][number]

/** Where the afternoon and the evening begin. */
const PARTS = [
  { name: 'morning', until: '12:00' },
  { name: 'afternoon', until: '18:00' },
  { name: 'evening', until: '24:00' },
] as const

/** Each with a name that says the day too: a screen reader reads no headings above a button. */
export function timeButtons(times: readonly FreeTime[], language: Language, timeZone: string) {
  return times.map(({ start }) => ({
    value: start,
    text: hour(start, language, timeZone),
    name: `${nearDay(start.slice(0, 10), language)}, ${hour(start, language, timeZone)}`,
    short: `${shortDay(start.slice(0, 10), language)} · ${hour(start, language, timeZone)}`,
  }))
}

/** Grouped by the part of the day; parts without a time are left out. */
export function timesByPart(times: readonly FreeTime[], language: Language, timeZone: string) {
  const buttons = timeButtons(times, language, timeZone)
  const parts = Map.groupBy(buttons, ({ text }) => PARTS.find(({ until }) => text < until)?.name)
  return PARTS.flatMap(({ name }) => {
    const found = parts.get(name)
    return found === undefined ? [] : [{ name, title: TIMES_TEXTS[language][name], times: found }]
  })
}

/** So many times still fit a small phone without scrolling past the part of the day that is looked for. */
const FEW_TIMES = 12

/** The parts of the day as links to their times, where a day has many. */
export function partTabs(parts: ReturnType<typeof timesByPart>) {
  const count = parts.reduce((all, { times }) => all + times.length, 0)
  return parts.length > 1 && count > FEW_TIMES ? parts : []
}

/** The free times nearest to one that was taken, in their order. */
export function nearestTo(
  start: string,
  times: readonly FreeTime[],
  most: number,
): readonly FreeTime[] {
  const distance = (time: FreeTime) => Math.abs(Date.parse(time.start) - Date.parse(start))
  return [...times]
    .sort((one, other) => distance(one) - distance(other))
    .slice(0, most)
    .sort((one, other) => Date.parse(one.start) - Date.parse(other.start))
}

function dayButtons(dates: readonly string[], shown: string | null, language: Language) {
  return dates.map((date) => ({
    ...leafOf(date, language),
    value: date,
    name: nearDay(date, language),
    isShown: date === shown,
  }))
}

/**
 * The zone, for visitors whose clock may show something else.
 *
 * @param at an instant of the page; null: it shows none
 */
export function zoneLine(timeZone: string, at: string | null, language: Language) {
  return { zone: timeZone, name: at === null ? '' : zoneName(at, language, timeZone), at }
}

/** Days that are offered at a time, and times that are offered in place of one that was taken. */
export const DAYS = 7
export const NEAREST = 6

type FoundTimes = {
  readonly times: readonly FreeTime[]
  readonly dates: readonly string[]
  /** The day of the times; null: no day is free, or a month is shown. */
  readonly shown: string | null
  /** Null: the next days are shown. */
  readonly month: Awaited<ReturnType<typeof monthView>> | null
}

type Days = (from: string | undefined) => Promise<readonly string[]>

type Look = {
  /** The next days with a free time, from a day on: as many as a page shows, and as many as there can be. */
  readonly days: Days
  readonly month: Days
  readonly times: (date: string) => Promise<readonly FreeTime[]>
}

type Wish = {
  readonly date: string | null
  readonly since: string | null
  readonly month: string | null
}

/** @param today `YYYY-MM-DD` */
type Reader = { readonly today: string; readonly language: Language }

/**
 * The days of the month that is asked for. Else the times of the day that was chosen, or of the first with a free one. Where a
 * time was taken: as near to it as can be.
 */
export async function findTimes(
  look: Look,
  { date, since, month }: Wish,
  isTaken: boolean,
  reader: Reader,
): Promise<FoundTimes> {
  if (month !== null) {
    const view = await monthView(month, { days: look.month, ...reader })
    return { times: [], dates: [], shown: null, month: view }
  }
  const dates = await look.days((isTaken ? date : since) ?? undefined)
  const first = dates[0] ?? null
  const shown = date ?? first
  const times = shown === null ? [] : await look.times(shown)
  // Where the day is full by now, the next free one is the nearest.
  if (!isTaken || times.length > 0 || first === null || first === shown)
    return { times, dates, shown, month }
  return { times: await look.times(first), dates, shown: first, month }
}

/**
 * The days that a page shows, and where its buttons lead.
 *
 * @param horizon how many days from today on can be booked; null: no last one is told
 */
export function daysView(
  { dates, shown, month }: FoundTimes,
  { today, language }: Reader,
  horizon: number | null = null,
) {
  const last = horizon === null ? null : addDays(today, horizon)
  const next = dates.length < DAYS ? '' : addDays(dates.at(-1) ?? '', 1)
  const isPast = (date: string) => last !== null && date > last
  const later = isPast(next) ? '' : next
  const isLastMonth = month !== null && isPast(`${month.after}-01`)
  const isEnd = month === null ? later === '' : isLastMonth
  return {
    days: dayButtons(dates, shown, language),
    later,
    month: month !== null && isLastMonth ? { ...month, after: '' } : month,
    openMonth: (shown ?? today).slice(0, 7),
    until:
      last !== null && isEnd ? TIMES_TEXTS[language].openUntil(dayName(last, today, language)) : '',
  }
}

/** With the year where it is another one. */
function dayName(date: string, today: string, language: Language): string {
  const day = dayOfMonth(date, language)
  const [year] = date.split('-')
  if (today.startsWith(`${year}-`)) return day
  return language === 'pt' ? `${day} de ${year}` : `${day} ${year}`
}
