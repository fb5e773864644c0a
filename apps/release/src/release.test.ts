import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { buildAll, type Built } from './release.ts'

let built: readonly Built[]
const folder = mkdtempSync(path.join(tmpdir(), 'release-'))

beforeAll(async () => {
  built = await buildAll()
})
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

const bodyOf = (name: string) =>
  built.find(({ file }) => file === name)?.body ?? expect.fail(`There is no ${name}.`)

/** As the program `tar` unpacks it. */
function unpacked(name: string): ReadonlyMap<string, string> {
  const archive = path.join(folder, name)
  writeFileSync(archive, bodyOf(name))
  const names = execFileSync('tar', ['tzf', archive], { encoding: 'utf8' }).trim().split('\n')
  return new Map(
    names.map((one) => [
      one,
      execFileSync('tar', ['xzOf', archive, one], { encoding: 'utf8', maxBuffer: 2 ** 26 }),
    ]),
  )
}

it('is the same bytes again, at another time in another zone', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2031-07-01T12:00:00Z') })
  vi.stubEnv('TZ', 'Asia/Kathmandu')
  const again = await buildAll()
  for (const [index, { file, body }] of again.entries()) {
    expect(Buffer.compare(body, built[index]?.body ?? new Uint8Array()), file).toBe(0)
  }
})

it.each(['scheduling-sdk.tgz', 'scheduling-cli.tgz', 'scheduling-client.tgz'])(
  '%s needs nothing of this workspace, and has no sources',
  (name) => {
    const files = unpacked(name)
    const manifest = JSON.parse(files.get('package/package.json') ?? '')
    expect(JSON.stringify(manifest)).not.toMatch(/workspace:|\bsrc\b|\.ts"(?<!\.d\.ts")|prepack/)
    for (const [file, text] of files) {
      expect(file).not.toMatch(/\/src\/|(?<!\.d)\.[cm]?ts$(?<!\.d\.cts)|\.test\./)
      if (/\.c?js$/.test(file))
        expect(text, file).not.toMatch(/(?:from|import|require)[ (]*["']@scheduling\//)
      expect(text, file).not.toContain(path.join(import.meta.dirname, '../../..'))
    }
  },
)

it('the command line is one program that needs no other package', () => {
  const files = unpacked('scheduling-cli.tgz')
  expect(JSON.parse(files.get('package/package.json') ?? '')).not.toHaveProperty('dependencies')
  expect([...files.keys()].filter((file) => file.endsWith('js'))).toEqual([
    'package/dist/scheduling.js',
  ])
  expect(files.get('package/dist/scheduling.js')).toMatch(/^#!\/usr\/bin\/env node\n/)
  expect(files.get('package/dist/THIRD-PARTY-LICENSES.txt')).toMatch(/commander .*: MIT\n/)
})

it('each library says one version of itself everywhere', () => {
  const read = (file: string) =>
    readFileSync(path.join(import.meta.dirname, '../../../packages', file), 'utf8')
  const versions = new Map(built.map(({ file, version }) => [file, version]))
  expect(read('sdk/src/version.ts')).toContain(`'${versions.get('scheduling-sdk.tgz')}'`)
  expect(read('sdk-python/scheduling/settings.py')).toContain(
    `VERSION = "${versions.get('scheduling-python.whl')}"`,
  )
})

it('the versions that PHP says are one', () => {
  const read = (file: string) =>
    readFileSync(path.join(import.meta.dirname, '../../../packages/sdk-php', file), 'utf8')
  expect(read('src/Scheduling.php')).toContain(
    `VERSION = '${JSON.parse(read('composer.json')).version}'`,
  )
})

it('the wheel has a record of each of its files', () => {
  const files = unzipSync(bodyOf('scheduling-python.whl'))
  const record = Object.keys(files).find((name) => name.endsWith('/RECORD')) ?? ''
  const rows = Buffer.from(files[record] ?? [])
    .toString()
    .trim()
    .split('\n')
  const recorded = new Set(rows.map((row) => row.split(',')[0]))
  expect(recorded).toEqual(new Set(Object.keys(files)))
})
