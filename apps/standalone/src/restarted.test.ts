import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isSource, runAgainOnChange, type Restarted } from './restarted.ts'

/** Notes its start and its end, and ends a while after it was told to. */
const PROGRAM = `
import { appendFileSync } from 'node:fs'
const note = (what) => appendFileSync(process.argv[2], what + ' ')
note('start')
process.on('SIGTERM', () => setTimeout(() => { note('end'); process.exit(0) }, 100))
if (process.argv[3] === 'fails') process.exit(1)
setInterval(() => undefined, 1000)
`
const WITHIN = { timeout: 30_000, interval: 20 }

let folder: string
let running: Restarted
let said: string[]
const noted = () => {
  const file = path.join(folder, 'noted')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
}
const write = (name: string) => writeFileSync(path.join(folder, 'src', name), '')

function begin(...words: string[]): void {
  const program = path.join(folder, 'program.mjs')
  writeFileSync(program, PROGRAM)
  running = runAgainOnChange({
    command: [program, path.join(folder, 'noted'), ...words],
    environment: {},
    folders: [path.join(folder, 'src')],
    say: (line) => said.push(line),
  })
}

beforeEach(() => {
  said = []
  folder = mkdtempSync(path.join(tmpdir(), 'restarted-'))
  mkdirSync(path.join(folder, 'src/deep'), { recursive: true })
})
afterEach(async () => {
  await running.stop()
  rmSync(folder, { recursive: true })
})

it('starts again once for changes that come together, after the old run has ended', async () => {
  begin()
  await vi.waitFor(() => expect(noted()).toBe('start'), WITHIN)
  for (const name of ['one.ts', 'two.ts', 'deep/three.css']) write(name)
  await vi.waitFor(() => expect(noted()).toBe('start end start'), WITHIN)
  await running.stop()
  expect(noted()).toBe('start end start end')
  expect(said).toEqual([])
})

it('knows the files that a service is made of', () => {
  const names = ['a/one.ts', 'site.js', 'page.njk', 'guide.md', 'one.test.ts', 'one.ts~', '4913']
  expect(names.filter(isSource)).toEqual(['a/one.ts', 'site.js', 'page.njk', 'guide.md'])
})

it('starts one that has ended by itself when a file changes', async () => {
  begin('fails')
  await vi.waitFor(() => expect(said).toHaveLength(1), WITHIN)
  write('one.ts')
  await vi.waitFor(() => expect(noted()).toBe('start start'), WITHIN)
})
