import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { createLog } from './log.ts'

/** The lines that `write` logs, parsed. */
function linesOf(write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown>[] {
  const lines: string[] = []
  write(createLog('debug', 'test', { write: (line) => lines.push(line) }))
  return lines.map((line) => JSON.parse(line))
}

it('a line outside of a trace names none', () => {
  const [line] = linesOf((log) => log.info({ count: 1 }, 'done'))
  expect(line).toEqual({
    level: 'info',
    time: expect.any(String),
    service: 'test',
    count: 1,
    msg: 'done',
  })
})

it('an error with a code of the system keeps its message; one of the database without a cause has no state', () => {
  const missing = Object.assign(new Error('No such file.'), { code: 'ENOENT' })
  const ofPrisma = Object.assign(new Error('Secret.'), { name: 'PrismaClientKnownRequestError' })
  const [first, second] = linesOf((log) => {
    log.error({ err: missing }, 'failed')
    log.error({ err: ofPrisma }, 'failed')
  })
  expect(first).toMatchObject({ err: { code: 'ENOENT', message: 'No such file.' } })
  expect(second?.['err']).toEqual({
    name: 'PrismaClientKnownRequestError',
    stack: expect.any(Array),
  })
})

it('lines go to standard output', () => {
  const script = `const { createLog } = await import(${JSON.stringify(import.meta.resolve('./log.ts'))})
    createLog('info', 'test').info({}, 'started')`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  })
  expect([JSON.parse(stdout).msg, stderr]).toEqual(['started', ''])
})
