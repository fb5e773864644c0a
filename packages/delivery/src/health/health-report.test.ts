import { expect, it } from 'vitest'
import { summaryWith } from './health-report.ts'

const at = new Date('2026-11-21T12:00:00Z')

it('A summary of exchanges says since when they fail, until one succeeds', () => {
  const later = new Date('2026-11-21T12:05:00Z')
  const failed = { succeeded: false, counts: true, durationMs: 5, at }
  const first = summaryWith(null, failed)
  expect(first).toEqual({
    lastDeliveryAt: at,
    lastSuccessAt: null,
    failingSince: at,
    consecutiveFailures: 1,
  })
  expect(summaryWith(first, { ...failed, at: later })).toEqual({
    lastDeliveryAt: later,
    lastSuccessAt: null,
    failingSince: at,
    consecutiveFailures: 2,
  })
  expect(summaryWith(first, { ...failed, succeeded: true, at: later })).toEqual({
    lastDeliveryAt: later,
    lastSuccessAt: later,
    failingSince: null,
    consecutiveFailures: 0,
  })
})

it('A failure of our own network does not count in it', () => {
  const ours = { succeeded: false, counts: false, durationMs: 5, at }
  expect(summaryWith(null, ours)).toMatchObject({ failingSince: null, consecutiveFailures: 0 })
})
