/** Which failures are worth another attempt, and after how long: the table of `docs/sdk.md`. */
import { describe, expect, it } from 'vitest'
import { SchedulingError } from './errors.ts'
import { pauseAfter, type Repeated } from './retry.ts'

type Code = ConstructorParameters<typeof SchedulingError>[0]

const failed = (code: Code, status?: number, retryAfterSeconds?: number) =>
  new SchedulingError(code, 'Told.', {
    ...(status === undefined ? {} : { status }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  })

describe('the pause before another attempt', () => {
  it.each<[string, SchedulingError, readonly Repeated[]]>([
    ['the connection failed', failed('connection_failed'), ['reads', 'once']],
    ['there was no answer in time', failed('timed_out'), ['reads', 'once']],
    ['the service failed', failed('internal_error', 500), ['reads', 'once']],
    ['the outcome is unknown', failed('outcome_unknown', 503), ['reads', 'once']],
    ['the same request is in progress', failed('request_in_progress', 503), ['reads', 'once']],
    ...[500, 502, 503, 504].map((status): [string, SchedulingError, readonly Repeated[]] => [
      `a gateway answered ${status}`,
      failed('unexpected_answer', status),
      ['reads', 'once'],
    ]),
    ['there were too many', failed('rate_limited', 429), ['reads', 'once', 'twice']],
    ['a gateway counts', failed('unexpected_answer', 429), ['reads', 'once', 'twice']],
    ['the service is away', failed('service_unavailable', 503), ['reads', 'once', 'twice']],
    ['the API is off', failed('api_disabled', 503), ['reads', 'once', 'twice']],
    ['it was refused', failed('not_found', 404), []],
    ['the key was used for another request', failed('duplicate_request', 409), []],
    ['the caller ended it', failed('aborted'), []],
    ['something else answered', failed('unexpected_answer', 200), []],
  ])('is there only for what cannot be done twice by it: %s', (_, error, repeated) => {
    const kinds = ['reads', 'once', 'twice'] as const
    expect(kinds.filter((kind) => pauseAfter(error, kind, 1, 0) !== null)).toEqual(repeated)
  })

  it('is as long as `Retry-After` says, up to a minute, and by chance half a second longer', () => {
    const pauses = (chance: number) =>
      [0, 1, 60, 61].map((seconds) =>
        pauseAfter(failed('rate_limited', 429, seconds), 'twice', 3, chance),
      )
    expect(pauses(0)).toEqual([0, 1000, 60_000, null])
    expect(pauses(1)).toEqual([500, 1500, 60_500, null])
  })

  it('doubles without it up to eight seconds, of which chance takes up to a half', () => {
    const error = failed('timed_out')
    const attempts = [1, 2, 3, 4, 5, 9]
    expect(attempts.map((count) => pauseAfter(error, 'reads', count, 1))).toEqual([
      500, 1000, 2000, 4000, 8000, 8000,
    ])
    expect(attempts.map((count) => pauseAfter(error, 'reads', count, 0))).toEqual([
      250, 500, 1000, 2000, 4000, 4000,
    ])
  })
})
