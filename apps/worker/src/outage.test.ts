import type { Log } from '@scheduling/core'
import { describe, expect, it } from 'vitest'
import { createOutage } from './outage.ts'

function written() {
  const lines: string[] = []
  const line =
    (level: string) =>
    (fields: object, message: string): void =>
      void lines.push(`${level} ${message} ${JSON.stringify(fields)}`)
  const log: Log = { info: line('info'), warn: line('warn'), error: line('error') }
  const asked: number[] = []
  return { lines, asked, ...createOutage(log, () => asked.push(lines.length)) }
}

const away = new Error('Connection terminated unexpectedly')

describe('the log of a worker', () => {
  it('logs an outage once when it begins and once when it ends', () => {
    const { lines, log, failed, over } = written()
    over()
    failed(away)
    failed(away)
    log.error({ err: away }, 'the turn of a lane failed')
    log.warn({ err: new AggregateError([away, away]) }, 'a runner failed')
    over()
    over()
    failed(away)
    expect(lines).toEqual([
      'warn the database is unavailable {"err":{}}',
      'info the database is available again {"lines_left_out":2}',
      'warn the database is unavailable {"err":{}}',
    ])
  })

  it('tells everything else as it comes, in an outage too', () => {
    const { lines, log, failed } = written()
    failed(away)
    log.error({ err: new Error('no mail server') }, 'job failed')
    log.error({ err: new AggregateError([away, new Error('a fault')]) }, 'job failed')
    log.warn({ processes: 1 }, 'took over from dead workers')
    log.info({ err: away }, 'a word')
    expect(lines.slice(1).map((line) => line.split(' {')[0])).toEqual([
      'error job failed',
      'error job failed',
      'warn took over from dead workers',
      'info a word',
    ])
  })

  it('logs refused connections, and a heartbeat that fails for another reason', () => {
    const { lines, asked, log, failed } = written()
    const refused = Object.assign(new Error('refused'), {
      code: 'ECONNREFUSED',
      syscall: 'connect',
    })
    log.error({ err: refused }, 'the payment provider did not answer')
    failed(new Error('permission denied'))
    log.error({ err: refused }, 'the payment provider did not answer')
    expect(lines.map((line) => line.split(' {')[0])).toEqual([
      'error the payment provider did not answer',
      'error the payment provider did not answer',
    ])
    expect(asked).toHaveLength(2)
  })
})
