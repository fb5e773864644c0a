/**
 * What the demo clinic really answered to the example calls, asked once. The days of the answers move on with those of the calls.
 * `test/contract/recorded-answers.test.ts` asks again, and holds the file to it.
 */
import { readFileSync } from 'node:fs'
import { exampleDays, type ExampleDays } from './example-days.ts'

export type RecordedAnswer = { readonly status: number; readonly body: unknown }

export const RECORDED_FILE = new URL('recorded-answers.json', import.meta.url)

/** A Monday, 09:00 in the demo clinic. The clinic was made and asked at this moment. */
export const RECORDED_AT = Date.parse('2026-11-23T09:00:00-03:00')

const DAY_MS = 86_400_000
const BASE_URL = /^http:\/\/api\.test(?=\/)/
const DAY = /^\d{4}-\d\d-\d\d(?=$|T)/
/** Holidays of the demo clinic and of its examples. They stay on their day. */
const HOLIDAY = /^\d{4}-(?:12-2[45]|01-25)$/
/** A person is born once. */
const BORN = 'birth_date'

let read: Readonly<Record<string, RecordedAnswer>> | null = null

/**
 * @param procedure as in `clients.create`
 * @throws for a route without an answer
 */
export function recordedAnswer(
  procedure: string,
  days: ExampleDays,
  publicBaseUrl: string,
): RecordedAnswer {
  read ??= JSON.parse(readFileSync(RECORDED_FILE, 'utf8')) as NonNullable<typeof read>
  const found = read[procedure]
  if (found === undefined) throw new Error(`${procedure} has no recorded answer.`)
  const recorded = exampleDays(RECORDED_AT)
  const move = days.now - recorded.now
  const years = Number(days.dayAfter.slice(0, 4)) - Number(recorded.dayAfter.slice(0, 4))
  return { status: found.status, body: moved(found.body, '') }

  function moved(value: unknown, name: string): unknown {
    if (typeof value === 'string') return name === BORN ? value : movedText(value)
    if (Array.isArray(value)) return value.map((one) => moved(one, name))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, moved(one, key)]))
  }

  function movedText(text: string): string {
    const [day] = DAY.exec(text) ?? []
    if (day === undefined) return text.replace(BASE_URL, publicBaseUrl)
    if (HOLIDAY.test(text)) return `${Number(day.slice(0, 4)) + years}${day.slice(4)}`
    const on = new Date(Date.parse(day) + Math.round(move / DAY_MS) * DAY_MS)
    return `${on.toISOString().slice(0, 10)}${text.slice(day.length)}`
  }
}
