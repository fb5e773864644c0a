import { expect, it } from 'vitest'
import type { Log } from '../ground/log.ts'
import { logFailure } from './log-failure.ts'
import { Problem } from '../contract/problems.ts'

function written() {
  const lines: [level: string, message: string, fields: object][] = []
  const line =
    (level: string) =>
    (fields: object, message: string): void =>
      void lines.push([level, message, fields])
  const log: Log = { info: line('info'), warn: line('warn'), error: line('error') }
  return { lines, log }
}

const away = new Problem('service_unavailable', undefined, { cause: new Error('gone') })

it('An outage is told at once, then each half minute with how many it refused since', () => {
  const { lines, log } = written()
  let clock = 0
  const refuse = (request_id: string): void =>
    logFailure(log, away, { request_id }, away, () => clock)
  refuse('a')
  for (const request of ['b', 'c', 'd']) refuse(request)
  clock = 29_999
  refuse('e')
  clock = 30_000
  refuse('f')
  const err = new Error('gone')
  expect(lines).toEqual([
    [
      'error',
      'a request was refused: the database is unavailable',
      { request_id: 'a', err, refused_before: 0 },
    ],
    [
      'error',
      'a request was refused: the database is unavailable',
      { request_id: 'f', err, refused_before: 4 },
    ],
  ])
})

it('Processes, which have logs of their own, tell it each', () => {
  const one = written()
  const other = written()
  for (const { log } of [one, other]) logFailure(log, away, {}, away, () => 0)
  expect([one.lines.length, other.lines.length]).toEqual([1, 1])
})

it('A fault of ours and an unknown outcome are told each time, a refusal never', () => {
  const { lines, log } = written()
  for (const code of [
    'internal_error',
    'outcome_unknown',
    'not_found',
    'request_in_progress',
  ] as const) {
    const problem = new Problem(code)
    logFailure(log, problem, { code }, problem)
    logFailure(log, problem, { code }, problem)
  }
  expect(lines.map(([level, message]) => `${level} ${message}`)).toEqual([
    'error request failed',
    'error request failed',
    'error it is not known whether a change was saved',
    'error it is not known whether a change was saved',
  ])
})
