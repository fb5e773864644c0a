/** A restore is decided in one moment: killed before it, all is as it was; killed after it, all is as it was to be. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { finishSwap } from './swap.ts'

const SWAP = path.join(import.meta.dirname, 'swap.ts')
const KILLER = path.join(import.meta.dirname, '../testing/kill-at-write.ts')

/** A data folder in which a backup without a demo was read, and which has the rest of an earlier restore. */
function folder(): string {
  const data = mkdtempSync(path.join(tmpdir(), 'swap-'))
  const write = (name: string, content: string): void => {
    mkdirSync(path.dirname(path.join(data, name)), { recursive: true })
    writeFileSync(path.join(data, name), content)
  }
  for (const name of ['postgres/PG_VERSION', 'secrets.json', 'postgres-access.json']) {
    write(name, 'old')
    write(name.replace(/^[^/.]+(?:\.json)?/, '$&.restored'), 'new')
  }
  write('demo.json', 'old')
  write('postgres.replaced/PG_VERSION', 'older')
  return data
}

function state(data: string): Record<string, string> {
  const names = ['postgres/PG_VERSION', 'secrets.json', 'postgres-access.json', 'demo.json']
  const all = names.flatMap((name) => [
    name,
    name.replace(/^[^/.]+(?:\.json)?/, '$&.replaced'),
    name.replace(/^[^/.]+(?:\.json)?/, '$&.restored'),
  ])
  return Object.fromEntries(
    all.flatMap((name) =>
      existsSync(path.join(data, name))
        ? [[name, readFileSync(path.join(data, name), 'utf8')]]
        : [],
    ),
  )
}

const OLD = {
  'postgres/PG_VERSION': 'old',
  'secrets.json': 'old',
  'postgres-access.json': 'old',
  'demo.json': 'old',
}
const NEW = {
  'postgres/PG_VERSION': 'new',
  'postgres.replaced/PG_VERSION': 'old',
  'secrets.json': 'new',
  'secrets.json.replaced': 'old',
  'postgres-access.json': 'new',
  'postgres-access.json.replaced': 'old',
  'demo.json.replaced': 'old',
}

/** @returns whether it came to its end */
function swapKilledAt(data: string, change: number): boolean {
  const code = `const { swapIn } = await import(${JSON.stringify(SWAP)})
    await swapIn(${JSON.stringify(data)}, ${JSON.stringify(path.join(data, 'postgres'))}, ['secrets.json', 'postgres-access.json'])`
  const { status, signal, stderr } = spawnSync(
    process.execPath,
    ['--import', KILLER, '--input-type=module', '--eval', code],
    { env: { KILL_AT: String(change) }, encoding: 'utf8' },
  )
  if (signal === 'SIGKILL') return false
  expect([status, stderr]).toEqual([0, ''])
  return true
}

it('is whole after a kill at any of its steps and the next start: as it was, and from one step on as restored', async () => {
  const outcomes: string[] = []
  for (let change = 1; ; change += 1) {
    const data = folder()
    const isWhole = swapKilledAt(data, change)
    await finishSwap(data, path.join(data, 'postgres'))
    const { 'postgres.replaced/PG_VERSION': earlier, ...now } = state(data)
    if (now['secrets.json'] === 'new') {
      expect({ ...now, 'postgres.replaced/PG_VERSION': earlier }).toEqual(NEW)
      outcomes.push('new')
    } else {
      expect(now).toEqual(OLD)
      expect(earlier, 'what an earlier restore replaced').toBe('older')
      outcomes.push('old')
    }
    if (isWhole) break
  }
  expect(outcomes.join(' ')).toMatch(/^(old ){2,}(new ){8,}new$/)
})
