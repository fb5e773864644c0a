/** Standard output that no one takes, of processes that write to it as the service does. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'

const FULL_DISK = '/dev/full'
/** Beyond what a pipe and the process hold together. */
const LINES = 10_000

const PROGRAM = `
import { logOutput } from ${JSON.stringify(new URL('log-output.ts', import.meta.url).href)}
const lost = (lines) => JSON.stringify({ lost: lines }) + '\\n'
const output = logOutput(1, lost)
const pad = 'x'.repeat(250)
let longest = 0
for (let line = 0; line < ${LINES}; line += 1) {
  const startedAt = performance.now()
  output.write(JSON.stringify({ line, pad }) + '\\n')
  longest = Math.max(longest, performance.now() - startedAt)
  if (line % 100 === 0) await new Promise((resolve) => setTimeout(resolve))
}
process.send({ lost: output.lost(), longest })
process.on('message', () => process.exit())
`

/** A process that writes many lines, and then waits to be told that it may end. */
function writer(stdout: 'pipe' | number) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    stdio: ['ignore', stdout, 'ignore', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function written(child: ChildProcess): Promise<{ lost: number; longest: number }> {
  const [told] = await once(child, 'message')
  return told
}

it('that no one reads holds up nothing; whole lines come once someone does, and what is missing is told', async () => {
  const child = writer('pipe')
  const { stdout } = child
  if (stdout === null) throw new Error('It has no output.')
  stdout.pause()
  const { lost, longest } = await written(child)
  expect(lost).toBeGreaterThan(0)
  expect(longest).toBeLessThan(2000)
  let text = ''
  stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  stdout.resume()
  while (!text.includes('"lost"')) await new Promise((resolve) => setTimeout(resolve, 20))
  child.send('end')
  await once(child, 'exit')
  const rows = text
    .trimEnd()
    .split('\n')
    .map((line): { line?: number; lost?: number } => JSON.parse(line))
  const lines = rows.flatMap(({ line }) => line ?? [])
  expect(lines).toEqual(lines.toSorted((one, other) => one - other))
  expect(rows.reduce((sum, row) => sum + (row.lost ?? 0), 0)).toBe(lost)
  expect(lines.length + lost).toBe(LINES)
})

it('whose reader is gone ends nothing', async () => {
  const child = writer('pipe')
  child.stdout?.destroy()
  expect((await written(child)).lost).toBeGreaterThan(LINES / 2)
})

it.skipIf(!existsSync(FULL_DISK))('on a full disk ends nothing (needs /dev/full)', async () => {
  expect((await written(writer(openSync(FULL_DISK, 'w')))).lost).toBeGreaterThan(0)
})

it('keeps the lines of a turn that ends with a crash', async () => {
  const program = `
import { logOutput } from ${JSON.stringify(new URL('log-output.ts', import.meta.url).href)}
const output = logOutput(1, String)
for (let line = 0; line < 3; line += 1) output.write(line + '\\n')
throw new Error('a fault of the program')
`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const text = await child.stdout.setEncoding('utf8').toArray()
  expect(text.join('')).toBe('0\n1\n2\n')
})
