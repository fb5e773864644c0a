import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseRetryAfter } from './retry-after.ts'
import { failingStage, maxAttempts, nextAttempt } from './retry-schedule.ts'
import type { AttemptOutcome, RetryState } from './retry-schedule.ts'

const NOW = new Date('2026-11-23T12:00:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const noJitter = () => 0
const mostJitter = () => 1 - Number.EPSILON

const event = (changes: Partial<RetryState> = {}): RetryState => ({
  isChat: false,
  isTest: false,
  attempt: 1,
  failingSince: null,
  ...changes,
})
const failure = (changes: Partial<AttemptOutcome> = {}): AttemptOutcome => ({
  status: 500,
  errorCode: 'http_status',
  retryAfter: null,
  ownFault: false,
  ...changes,
})
const success: AttemptOutcome = { status: 200, errorCode: null, retryAfter: null, ownFault: false }
const ago = (milliseconds: number) => new Date(NOW.getTime() - milliseconds)
const waitOf = (state: RetryState, result: AttemptOutcome, random = noJitter) => {
  const at = nextAttempt(state, result, NOW, random).nextAttemptAt
  return at && at.getTime() - NOW.getTime()
}

describe('the schedule', () => {
  test('eight attempts: 1, 5, 30 minutes, 2, 6, 12, 24 hours', () => {
    const waits = Array.from({ length: 8 }, (_, at) =>
      waitOf(event({ attempt: at + 1 }), failure()),
    )
    expect(waits).toEqual([
      MINUTE,
      5 * MINUTE,
      30 * MINUTE,
      2 * HOUR,
      6 * HOUR,
      12 * HOUR,
      24 * HOUR,
      null,
    ])
    const total = waits.reduce<number>((sum, wait) => sum + (wait ?? 0), 0)
    expect(total / HOUR).toBeCloseTo(44.6, 1)
  })

  test('in chat three: 1 and 5 minutes', () => {
    const waits = [1, 2, 3].map((attempt) => waitOf(event({ isChat: true, attempt }), failure()))
    expect(waits).toEqual([MINUTE, 5 * MINUTE, null])
  })

  test('a ping has one', () => {
    expect(waitOf(event({ isTest: true }), failure())).toBeNull()
    expect(waitOf(event({ isTest: true, isChat: true }), failure())).toBeNull()
  })

  test('attempts in all', () => {
    expect(maxAttempts(event())).toBe(8)
    expect(maxAttempts(event({ isChat: true }))).toBe(3)
    expect(maxAttempts(event({ isTest: true }))).toBe(1)
    expect(maxAttempts(event({ isTest: true, isChat: true }))).toBe(1)
  })

  test.each([
    'timeout',
    'connect_timeout',
    'dns_error',
    'tls_error',
    'connection_error',
    'redirect_refused',
    'address_refused',
    'http_status',
  ] as const)('%s is tried again', (errorCode) => {
    expect(waitOf(event(), failure({ errorCode, status: null }))).toBe(MINUTE)
  })

  test.each(['template_error', 'result_too_large'] as const)('%s is final', (errorCode) => {
    const next = nextAttempt(event(), failure({ errorCode, status: null }), NOW, noJitter)
    expect(next).toMatchObject({ outcome: 'FAILED', nextAttemptAt: null, deactivate: null })
    expect(next.failingSince).toEqual(NOW)
  })

  test('an attempt number beyond the last never comes back', () => {
    expect(waitOf(event({ attempt: 9 }), failure())).toBeNull()
    expect(waitOf(event({ attempt: 100 }), failure())).toBeNull()
  })

  test('our own stop is not an attempt', () => {
    const stopped = failure({ errorCode: 'aborted', status: null, ownFault: true })
    const state = event({ attempt: 8, failingSince: ago(30 * DAY) })
    expect(nextAttempt(state, stopped, NOW, noJitter)).toEqual({
      outcome: 'UNCOUNTED',
      nextAttemptAt: NOW,
      pauseWebhookUntil: null,
      deactivate: null,
      failingSince: ago(30 * DAY),
      isDeactivationNear: false,
    })
  })
})

describe('Retry-After', () => {
  const limited = (retryAfter: string | null, status = 429) => failure({ status, retryAfter })

  test('on 429 lengthens the wait and pauses the whole webhook', () => {
    const next = nextAttempt(event(), limited('600'), NOW, noJitter)
    expect(next.nextAttemptAt).toEqual(new Date(NOW.getTime() + 10 * MINUTE))
    expect(next.pauseWebhookUntil).toEqual(new Date(NOW.getTime() + 10 * MINUTE))
  })

  test('shorter than the schedule: the schedule holds, the webhook rests as asked', () => {
    const next = nextAttempt(event({ attempt: 3 }), limited('60'), NOW, noJitter)
    expect(next.nextAttemptAt).toEqual(new Date(NOW.getTime() + 30 * MINUTE))
    expect(next.pauseWebhookUntil).toEqual(new Date(NOW.getTime() + MINUTE))
  })

  test.each(['3600', '3601', '86400', '999999999999999', 'Tue, 24 Nov 2026 12:00:00 GMT'])(
    'at most an hour: %s',
    (retryAfter) => {
      const next = nextAttempt(event(), limited(retryAfter), NOW, noJitter)
      expect(next.nextAttemptAt).toEqual(new Date(NOW.getTime() + HOUR))
      expect(next.pauseWebhookUntil).toEqual(new Date(NOW.getTime() + HOUR))
    },
  )

  test.each<[number, string, number, number]>([
    // Attempt, Retry-After, and the wait without jitter and with the most.
    [1, '600', 10 * MINUTE, 11 * MINUTE],
    [1, '3500', 3_500_000, HOUR],
    [1, '3600', HOUR, HOUR],
    [1, '86400', HOUR, HOUR],
    [2, '60', 5 * MINUTE, 5.5 * MINUTE],
    [3, '1750', 30 * MINUTE, 33 * MINUTE],
    [4, '3600', 2 * HOUR, 2.2 * HOUR],
    [7, '86400', 24 * HOUR, 26.4 * HOUR],
  ])(
    'attempt %i, asked to wait %s s: the longer of both, and of what was asked an hour at most, jitter included',
    (attempt, retryAfter, least, most) => {
      expect(waitOf(event({ attempt }), limited(retryAfter))).toBe(least)
      const jittered = waitOf(event({ attempt }), limited(retryAfter), mostJitter) ?? 0
      expect(Math.abs(jittered - most)).toBeLessThanOrEqual(1)
    },
  )

  test.each([null, '', '0', '-5', 'soon', '1e9', '0x10', 'Mon, 23 Nov 2026 11:00:00 GMT'])(
    'none that asks for anything: %j',
    (retryAfter) => {
      const next = nextAttempt(event(), limited(retryAfter), NOW, noJitter)
      expect(next.pauseWebhookUntil).toBeNull()
      expect(next.nextAttemptAt).toEqual(new Date(NOW.getTime() + MINUTE))
    },
  )

  test('with 503 it is a chat platform’s word only', () => {
    expect(waitOf(event(), limited('600', 503))).toBe(MINUTE)
    expect(waitOf(event({ isChat: true }), limited('600', 503))).toBe(10 * MINUTE)
    expect(waitOf(event({ isChat: true }), limited('0.65'))).toBe(MINUTE)
  })

  test.each<[string | null, string | null, number]>([
    [
      null,
      '{"message": "You are being rate limited.", "retry_after": 180.5, "global": false}',
      180_500,
    ],
    ['600', '{"retry_after": 180.5}', 600_000],
    ['soon', '{"retry_after": 180}', 180_000],
    [null, '{"retry_after": 86400}', HOUR],
    [null, '{"retry_after": 1e999}', HOUR],
    [null, '{"retry_after": "180"}', MINUTE],
    [null, '{"retry_after": -180}', MINUTE],
    [null, '[{"retry_after": 180}]', MINUTE],
    [null, '{"retry_after": 180', MINUTE],
    [null, 'null', MINUTE],
    [null, null, MINUTE],
  ])('of a chat platform, header %j and answer %j', (retryAfter, responseBody, wait) => {
    const result = failure({ status: 429, retryAfter, responseBody })
    expect(waitOf(event({ isChat: true }), result)).toBe(wait)
    // Of any other endpoint only the header counts.
    expect(waitOf(event(), result)).toBe(retryAfter === '600' ? 600_000 : MINUTE)
  })

  test('pauses the webhook also when this delivery has ended', () => {
    for (const state of [
      event({ attempt: 8 }),
      event({ isChat: true, attempt: 3 }),
      event({ isTest: true }),
    ]) {
      const next = nextAttempt(state, limited('120'), NOW, noJitter)
      expect(next.nextAttemptAt).toBeNull()
      expect(next.pauseWebhookUntil).toEqual(new Date(NOW.getTime() + 2 * MINUTE))
    }
  })
})

describe('deactivation', () => {
  test('410: at once, by any delivery, a ping too', () => {
    for (const state of [event(), event({ attempt: 8 }), event({ isTest: true })]) {
      const next = nextAttempt(state, failure({ status: 410 }), NOW, noJitter)
      expect(next).toMatchObject({ deactivate: 'ENDPOINT_GONE', nextAttemptAt: null })
    }
  })

  test('404 and 410 of a chat platform', () => {
    for (const status of [404, 410]) {
      const next = nextAttempt(event({ isChat: true }), failure({ status }), NOW, noJitter)
      expect(next).toMatchObject({ deactivate: 'PLATFORM_REFUSED', nextAttemptAt: null })
    }
  })

  test('404 of another endpoint is only a failure', () => {
    const next = nextAttempt(event(), failure({ status: 404 }), NOW, noJitter)
    expect(next).toMatchObject({ deactivate: null, outcome: 'FAILED' })
  })

  test.each([
    [7 * DAY, 'FAILING_7_DAYS', false],
    [7 * DAY - 1, null, true],
    [6 * DAY, null, true],
    [6 * DAY - 1, null, false],
    [0, null, false],
  ])('failing for %i ms', (failing, deactivate, isDeactivationNear) => {
    const next = nextAttempt(event({ failingSince: ago(failing) }), failure(), NOW, noJitter)
    expect(next).toMatchObject({ deactivate, isDeactivationNear, failingSince: ago(failing) })
    expect(next.nextAttemptAt === null).toBe(deactivate !== null)
  })

  test('the first failure starts the count, a success ends it', () => {
    expect(nextAttempt(event(), failure(), NOW, noJitter).failingSince).toEqual(NOW)
    const old = event({ failingSince: ago(30 * DAY) })
    expect(nextAttempt(old, success, NOW, noJitter)).toMatchObject({
      outcome: 'SUCCEEDED',
      failingSince: null,
      deactivate: null,
    })
  })

  test('faults of our own neither start it nor finish it, but are tried again', () => {
    const ours = failure({ errorCode: 'dns_error', status: null, ownFault: true })
    expect(nextAttempt(event(), ours, NOW, noJitter)).toMatchObject({
      failingSince: null,
      nextAttemptAt: new Date(NOW.getTime() + MINUTE),
    })
    expect(nextAttempt(event({ failingSince: ago(8 * DAY) }), ours, NOW, noJitter)).toMatchObject({
      deactivate: null,
      isDeactivationNear: false,
      failingSince: ago(8 * DAY),
    })
  })

  test('a failed ping says nothing, a successful one ends the count', () => {
    const ping = event({ isTest: true, failingSince: ago(8 * DAY) })
    expect(nextAttempt(ping, failure(), NOW, noJitter)).toMatchObject({
      deactivate: null,
      failingSince: ago(8 * DAY),
    })
    expect(nextAttempt(event({ isTest: true }), failure(), NOW, noJitter).failingSince).toBeNull()
    expect(nextAttempt(ping, success, NOW, noJitter).failingSince).toBeNull()
  })

  test('a failing that begins in the future (a clock set back) is recent', () => {
    expect(failingStage(new Date(NOW.getTime() + DAY), NOW)).toBe('recent')
  })
})

describe('properties', () => {
  const states = fc.record<RetryState>({
    isChat: fc.boolean(),
    isTest: fc.boolean(),
    attempt: fc.integer({ min: 1, max: 12 }),
    failingSince: fc.option(
      fc.integer({ min: 0, max: 9 * DAY }).map((past) => ago(past)),
      { nil: null },
    ),
  })
  const outcomes = fc.oneof(
    fc.constant(success),
    fc.record<AttemptOutcome>({
      status: fc.option(fc.constantFrom(301, 400, 404, 410, 429, 500, 503), { nil: null }),
      errorCode: fc.constantFrom(
        'http_status',
        'timeout',
        'dns_error',
        'template_error',
        'aborted',
      ),
      retryAfter: fc.option(
        fc.oneof(
          fc.nat({ max: 10_000 }).map(String),
          fc.string(),
          fc
            .date({ min: NOW, max: new Date('2026-11-23T15:00:00Z') })
            .map((at) => at.toUTCString()),
        ),
        { nil: null },
      ),
      ownFault: fc.boolean(),
    }),
  )
  const draws = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

  test('a wait is never shorter than the schedule nor than Retry-After, and jitter adds at most a tenth', () => {
    fc.assert(
      fc.property(states, outcomes, draws, (state, result, draw) => {
        const plain = waitOf(state, result)
        const jittered = waitOf(state, result, () => draw)
        fc.pre(plain !== null && jittered !== null && result.errorCode !== 'aborted')
        expect(jittered).toBeGreaterThanOrEqual(plain ?? 0)
        expect(jittered).toBeLessThanOrEqual(Math.ceil((plain ?? 0) * 1.1) + 1)
        expect(plain).toBeGreaterThanOrEqual(MINUTE)
        if (result.status === 429) {
          const asked = Math.min(parseRetryAfter(result.retryAfter, NOW) ?? 0, HOUR)
          expect(jittered).toBeGreaterThanOrEqual(asked)
          const step = waitOf(state, { ...result, status: 500 }, () => draw) ?? 0
          expect(jittered).toBeGreaterThanOrEqual(step)
          expect(jittered).toBeLessThanOrEqual(Math.max(step, HOUR))
        }
      }),
    )
  })

  test('a webhook is never paused beyond an hour, nor past the delivery’s own next attempt', () => {
    fc.assert(
      fc.property(states, outcomes, draws, (state, result, draw) => {
        const next = nextAttempt(state, result, NOW, () => draw)
        if (next.pauseWebhookUntil === null) return
        const pause = next.pauseWebhookUntil.getTime() - NOW.getTime()
        expect(pause).toBeGreaterThan(0)
        expect(pause).toBeLessThanOrEqual(HOUR)
        if (next.nextAttemptAt) {
          expect(next.nextAttemptAt.getTime()).toBeGreaterThanOrEqual(
            next.pauseWebhookUntil.getTime(),
          )
        }
      }),
    )
  })

  test('every delivery ends, in at most eight attempts and fifty hours', () => {
    fc.assert(
      fc.property(fc.infiniteStream(outcomes), fc.boolean(), (results, isChat) => {
        let state = event({ isChat })
        let now = NOW
        let attempts = 0
        for (const result of results) {
          if (result.errorCode === 'aborted') continue
          attempts += 1
          const next = nextAttempt(state, { ...result, ownFault: false }, now, mostJitter)
          if (next.nextAttemptAt === null) break
          now = next.nextAttemptAt
          state = { ...state, attempt: state.attempt + 1, failingSince: next.failingSince }
        }
        expect(attempts).toBeLessThanOrEqual(isChat ? 3 : 8)
        expect(now.getTime() - NOW.getTime()).toBeLessThan(54 * HOUR)
      }),
    )
  })

  test('what deactivates, or succeeds, is not tried again', () => {
    fc.assert(
      fc.property(states, outcomes, (state, result) => {
        const next = nextAttempt(state, result, NOW, noJitter)
        if (next.deactivate !== null || next.outcome === 'SUCCEEDED') {
          expect(next.nextAttemptAt).toBeNull()
        }
        if (next.deactivate === 'FAILING_7_DAYS')
          expect(result.ownFault || state.isTest).toBe(false)
      }),
    )
  })
})
