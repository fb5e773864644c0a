import { expect, it } from 'vitest'
import { writtenIn } from './written.ts'

it.each(['pt-BR', 'en'])('clocks have 24 hours: %s', (locale) => {
  const { time, moment } = writtenIn(locale, 'America/Sao_Paulo')
  expect([time('2026-11-23T18:30:00Z'), time('2026-11-23T03:05:00Z')]).toEqual(['15:30', '00:05'])
  expect(moment('2026-11-23T18:30:00Z')).toMatch(/15:30$/u)
})

it.each(['pt-BR', 'en'])('a date is written one way, alone and with a time: %s', (locale) => {
  const { date, moment, dayOf } = writtenIn(locale, 'America/Sao_Paulo')
  const at = '2026-11-23T18:30:00Z'
  expect(moment(at).startsWith(date(at))).toBe(true)
  expect(dayOf('2026-11-23', 'date')).toBe(date(at))
})
