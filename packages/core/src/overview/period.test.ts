import { expect, it } from 'vitest'
import { comparedDays, type Period } from './period.ts'

// 2026-11-23 is a Monday.
it.each<[string, Period, string, string, string]>([
  ['a Monday', 'week', '2026-11-23', '2026-11-23..2026-11-23', '2026-11-16..2026-11-16'],
  ['a Sunday', 'week', '2026-11-29', '2026-11-23..2026-11-29', '2026-11-16..2026-11-22'],
  ['over a year', 'week', '2027-01-01', '2026-12-28..2027-01-01', '2026-12-21..2026-12-25'],
  ['within a month', 'month', '2026-11-12', '2026-11-01..2026-11-12', '2026-10-01..2026-10-12'],
  ['a longer month', 'month', '2026-10-31', '2026-10-01..2026-10-31', '2026-09-01..2026-09-30'],
  ['after February', 'month', '2028-03-30', '2028-03-01..2028-03-30', '2028-02-01..2028-02-29'],
  ['January', 'month', '2026-01-05', '2026-01-01..2026-01-05', '2025-12-01..2025-12-05'],
])('%s is compared with the same days before', (_, period, today, now, before) => {
  const written = ({ from, to }: { from: string; to: string }) => `${from}..${to}`
  const days = comparedDays(period, today)
  expect([written(days.now), written(days.before)]).toEqual([now, before])
})
