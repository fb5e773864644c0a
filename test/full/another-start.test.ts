/** `npm start` again: after a kill, a lost file, an earlier version; and where it cannot start. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  contentsOf,
  readDemo,
  shell,
  startStandalone,
  untilReady,
  type Started,
} from '../support/standalone.ts'
import { fact } from '../support/worker.ts'

// It starts PostgreSQL and makes a clinic, some of it twice: minutes, where others need the processor too.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const dataDirectory = mkdtempSync(path.join(tmpdir(), 'scheduling-another-start-'))
const demo = (folder = dataDirectory) => readDemo(folder)
const start = (environment: Record<string, string> = {}, folder = dataDirectory): Started =>
  startStandalone(folder, environment)

let service: Started

beforeAll(async () => {
  service = start()
  await untilReady(service)
})
afterAll(async () => {
  service.child.kill('SIGTERM')
  await service.ended
  rmSync(dataDirectory, { recursive: true, force: true })
})

describe('a first booking', () => {
  it('is still there after a kill, with the same keys and without a hand', async () => {
    const [, , book = ''] = service
      .output()
      .split('\n')
      .filter((line) => line.startsWith('curl '))
    await shell(book)
    const before = demo()
    service.child.kill('SIGKILL')
    await service.ended
    service = start()
    await untilReady(service)
    const after = demo()
    expect(after.api_keys).toEqual(before.api_keys)
    expect(after.test_organization).toEqual(before.test_organization)
    const { out } = await shell(
      `curl -s -H 'Authorization: Bearer ${after.api_keys.full}' '${after.base_url}/v1/appointments?limit=1'`,
    )
    expect(JSON.parse(out).data).toHaveLength(1)
  })

  it('makes keys again, and revokes the old ones, when its file was lost', async () => {
    const before = demo()
    service.child.kill('SIGTERM')
    expect(await service.ended).toBe(0)
    rmSync(path.join(dataDirectory, 'demo.json'))
    service = start()
    await untilReady(service)
    const after = demo()
    const status = async (key: string) =>
      (await fetch(`${after.base_url}/v1/me`, { headers: { authorization: `Bearer ${key}` } }))
        .status
    expect(await status(after.api_keys.full)).toBe(200)
    expect(await status(before.api_keys.full)).toBe(401)
    expect(await status(after.test_organization.api_key)).toBe(200)
    expect(await status(before.test_organization.api_key)).toBe(401)
  })

  it('gets its test organization too where an earlier version made the folder', async () => {
    const before = demo()
    service.child.kill('SIGTERM')
    expect(await service.ended).toBe(0)
    const { test_organization: _, ...earlier } = before
    writeFileSync(path.join(dataDirectory, 'demo.json'), JSON.stringify(earlier))
    service = start()
    await untilReady(service)
    const after = demo()
    expect(after.api_keys).toEqual(before.api_keys)
    expect(after.test_organization.organization_id).toBe(before.test_organization.organization_id)
    expect(after.test_organization.api_key).toMatch(/^svc_test_/)
  })
})

describe('the demo clinic', () => {
  it.each([50, 700, 1500])(
    'is finished by the next start when the first is killed %i ms into making it, and made once',
    async (ms) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'scheduling-demo-'))
      let second: Started | undefined
      try {
        const first = start({}, folder)
        await fact('the demo', () => first.output().includes('Demo clinic: '), 120_000)
        // However far it came by then: what follows has to hold for every moment.
        await new Promise((resolve) => setTimeout(resolve, ms))
        first.child.kill('SIGKILL')
        await first.ended
        second = start({}, folder)
        await untilReady(second)
        const { clients, appointments } = await contentsOf(demo(folder))
        expect(clients).toHaveLength(40)
        const test = await contentsOf({ ...demo(folder), ...testDemo(demo(folder)) })
        expect([test.appointments.length, test.deposits.length]).toEqual([1, 1])
        expect(appointments.length).toBeGreaterThan(0)
        second.child.kill('SIGTERM')
        expect(await second.ended).toBe(0)
      } finally {
        second?.child.kill('SIGTERM')
        await second?.ended
        rmSync(folder, { recursive: true, force: true })
      }
    },
  )
})

/** Its test organization, as `contents` reads one. */
function testDemo({ test_organization: { organization_id, api_key } }: any) {
  return { organization_id, api_keys: { full: api_key } }
}

describe('a start that cannot be', () => {
  it('says in one line that the port is in use', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const port = String((other.address() as AddressInfo).port)
    const second = start({ PORT: port }, `${dataDirectory}-second`)
    expect(await second.ended).toBe(1)
    other.close()
    expect(second.output().trim()).toBe(
      `Port ${port} is in use. Stop the program that uses it, or choose another port: PORT=3001 npm start`,
    )
  })

  it('lists every fault of its settings', async () => {
    const faulty = start({ PORT: 'eighty', LIMITS_SCALE: '0', LOG_LEVEL: 'loud' })
    expect(await faulty.ended).toBe(1)
    for (const name of ['PORT', 'LIMITS_SCALE', 'LOG_LEVEL'])
      expect(faulty.output()).toContain(`${name}: `)
  })

  it('says that another process uses the data folder', async () => {
    const second = start()
    expect(await second.ended).toBe(1)
    expect(second.output()).toMatch(/another process|in use/i)
  })
})
