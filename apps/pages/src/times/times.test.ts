import { describe, expect, it } from 'vitest'
import { daysView, nearestTo, partTabs, timesByPart } from './times.ts'

const at = (hour: string, date = '2026-11-24') => ({
  start: `${date}T${hour}:00-03:00`,
  end: `${date}T${hour}:00-03:00`,
  professional_ids: [1],
})
const ZONE = 'America/Sao_Paulo'

describe('free times', () => {
  it('stand in the part of the day, with names that say the day too', () => {
    const parts = timesByPart(
      ['08:00', '11:45', '12:00', '18:00'].map((hour) => at(hour)),
      'pt',
      ZONE,
    )
    expect(parts.map(({ title, times }) => [title, times.map(({ text }) => text)])).toEqual([
      ['Manhã', ['08:00', '11:45']],
      ['Tarde', ['12:00']],
      ['Noite', ['18:00']],
    ])
    expect(parts[0]?.times[0]?.name).toBe('terça-feira, 24 de novembro, 08:00')
  })

  it('have links to their parts where there are many, in more than one part', () => {
    const from = (first: number, count: number) =>
      Array.from({ length: count }, (_, index) => {
        const minutes = first * 60 + index * 15
        const two = (number: number) => String(number).padStart(2, '0')
        return at(`${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`)
      })
    const tabs = (times: ReturnType<typeof from>) =>
      partTabs(timesByPart(times, 'en', ZONE)).map(({ title }) => title)
    expect(tabs(from(9, 12))).toEqual([])
    expect(tabs(from(12, 20))).toEqual([])
    expect(tabs(from(9, 20))).toEqual(['Morning', 'Afternoon'])
  })

  it('nearest to one that was taken stand in their order', () => {
    const times = ['08:00', '09:00', '10:00', '11:00', '15:00'].map((hour) => at(hour))
    const near = nearestTo(at('10:30').start, times, 3)
    expect(near.map(({ start }) => start.slice(11, 16))).toEqual(['09:00', '10:00', '11:00'])
  })
})

describe('the days of a page', () => {
  const dates = (count: number) =>
    Array.from({ length: count }, (_, index) => `2026-12-${String(index + 1).padStart(2, '0')}`)
  const month = (after: string) => ({
    name: '',
    weekdays: [],
    blank: [],
    days: [],
    before: '',
    after,
  })

  it.each([
    ['there are more', { dates: dates(7) }, 46, 'pt', ''],
    [
      'these are the last',
      { dates: dates(3) },
      46,
      'pt',
      'Agenda aberta até 15 de janeiro de 2027.',
    ],
    [
      'the horizon ends with them',
      { dates: dates(7) },
      7,
      'pt',
      'Agenda aberta até 7 de dezembro.',
    ],
    ['none', { dates: [] }, 1, 'en', 'Bookings are open until 1 December.'],
    ['there is no horizon', { dates: [] }, null, 'pt', ''],
    ['a month before the last', { month: month('2027-01') }, 46, 'pt', ''],
    [
      'the last month',
      { month: month('2027-02') },
      46,
      'en',
      'Bookings are open until 15 January 2027.',
    ],
  ] as const)('say until when it can be booked: %s', (_, found, horizon, language, until) => {
    const all = { times: [], dates: [], shown: null, month: null, ...found }
    // The horizon is counted from the last day of November on.
    const view = daysView(all, { today: '2026-11-30', language }, horizon)
    expect(view.until).toBe(until)
    if (until !== '') expect([view.later, view.month?.after ?? '']).toEqual(['', ''])
  })
})
