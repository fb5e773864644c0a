import { describe, expect, it } from 'vitest'
import { dateOf, dayInWords, todayIn, windowsOf } from './window.ts'

describe('windows', () => {
  it('cover each day once, each as long as the service answers', () => {
    expect(windowsOf('2026-11-24', 1)).toEqual([{ from: '2026-11-24', to: '2026-11-24' }])
    expect(windowsOf('2026-11-24', 31)).toEqual([{ from: '2026-11-24', to: '2026-12-24' }])
    expect(windowsOf('2026-11-24', 63)).toEqual([
      { from: '2026-11-24', to: '2026-12-24' },
      { from: '2026-12-25', to: '2027-01-24' },
      { from: '2027-01-25', to: '2027-01-25' },
    ])
  })
})

describe('days', () => {
  it('are those of the clinic, not of this machine', () => {
    const instant = Date.parse('2026-11-24T02:30:00Z')
    expect(todayIn('America/Sao_Paulo', instant)).toBe('2026-11-23')
    expect(todayIn('Pacific/Apia', instant)).toBe('2026-11-24')
    expect(dayInWords('2026-11-24')).toBe('Tuesday 24 November 2026')
  })

  it('are refused when no calendar has them', () => {
    expect(dateOf('2028-02-29')).toBe('2028-02-29')
    for (const text of ['2026-02-29', '2026-13-01', '2026-1-1', 'today', '2026-11-24T10:00:00Z']) {
      expect(() => dateOf(text), text).toThrow('--date takes a day')
    }
  })
})
