import { describe, expect, it } from 'vitest'
import { nextEvening, outsideQuietHours, reminderDue } from './reminder-due.ts'

const ZONE = 'America/Sao_Paulo'
const at = (text: string) => Date.parse(`2026-11-${text}:00-03:00`)
const due = (start: string, hours = 24) => shown(reminderDue(at(start), hours, ZONE).at)
const shown = (instant: number) =>
  new Date(instant - 3 * 3_600_000).toISOString().slice(8, 16).replace('T', ' ')

describe('a reminder comes', () => {
  it.each([
    ['25T14:00', '24 14:00'],
    ['25T08:00', '24 08:00'],
    ['25T20:59', '24 20:59'],
    // In quiet hours: when they end.
    ['25T21:00', '25 08:00'],
    ['25T23:30', '25 08:00'],
    ['25T07:59', '24 08:00'],
    ['25T00:10', '24 08:00'],
  ])('of %s, a day before, at %s', (start, expected) => {
    expect(due(start)).toBe(expected)
  })

  it.each([
    // Two hours before is 05:00–06:59: 08:00 is too late, or too close.
    ['25T07:00', '24 20:59'],
    ['25T08:59', '24 20:59'],
    ['25T09:00', '25 08:00'],
    ['25T09:59', '25 08:00'],
    ['25T10:00', '25 08:00'],
    // 22:30 of the same evening: the minute before it became quiet.
    ['25T00:30', '24 20:59'],
    ['25T23:30', '25 20:59'],
  ])('of %s, two hours before, at %s', (start, expected) => {
    expect(due(start, 2)).toBe(expected)
  })
})

it('What is late goes outside of quiet hours, and not in the last hour', () => {
  const start = at('25T09:30')
  expect(outsideQuietHours(at('24T15:00'), start, ZONE)).toBe(at('24T15:00'))
  expect(outsideQuietHours(at('24T23:00'), start, ZONE)).toBe(at('25T08:00'))
  expect(outsideQuietHours(at('24T23:00'), at('25T08:30'), ZONE)).toBeNull()
})

it('Evenings follow each other', () => {
  expect(nextEvening(at('24T20:58'), ZONE)).toBe(at('24T20:59'))
  expect(nextEvening(at('24T20:59'), ZONE)).toBe(at('25T20:59'))
})
