import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'

const program = fileURLToPath(new URL('../../bin/slot-cases.ts', import.meta.url))
const worked = fileURLToPath(new URL('../../cases/published.json', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'slot-cases-'))
afterAll(() => rmSync(folder, { recursive: true }))

function run(...paths: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...paths], {
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

describe('pnpm slot-cases', () => {
  it('ends with the count and exits 0 when every case passes', () => {
    expect(run(worked)).toEqual({ status: 0, stdout: '19 passed, 0 failed\n', stderr: '' })
  })

  it('exits 1 and still ends with the count when a case fails', () => {
    const { status, stdout } = run(file('failing.json', '{"cases":[{"id":"X"}]}'))
    expect(status).toBe(1)
    expect(stdout).toMatch(/^FAILED X\n {2}malformed: timezone: .*\n0 passed, 1 failed\n$/)
  })

  it.each([
    ['no argument', [], 'Usage: pnpm slot-cases FILE'],
    ['a missing file', [join(folder, 'none.json')], "none.json can't be read"],
    ['a folder', [folder], "can't be read"],
    [
      'a file that is no JSON',
      [file('broken.json', 'cases')],
      'broken.json is malformed: file: is not JSON',
    ],
    ['an empty file', [file('empty.json', '')], 'empty.json is malformed'],
  ])('exits 1 with a clear message on %s', (_, paths, message) => {
    const { status, stdout, stderr } = run(...paths)
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain(message)
    expect(stderr).not.toContain('    at ')
  })
})
