/** Every command that the docs print, run as printed against a fresh demo clinic. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { routeTable } from '@scheduling/api'
import { appRouter } from '@scheduling/core'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exampleRequests } from '../support/document-examples.ts'
import { freePort } from '../support/free-port.ts'
import { paste, shellBlocks, type Pasted } from '../support/pasted.ts'
import { readDemo, startStandalone, untilReady, type Started } from '../support/standalone.ts'

const project = path.join(import.meta.dirname, '../..')

let home: string
let service: Started | null = null
let base: string
let key: string
let agentKey: string
/** Of the organization whose clock can be moved. */
let testKey: string

beforeEach(async () => {
  if (service !== null) return
  home = mkdtempSync(path.join(tmpdir(), 'pasted-samples-'))
  const data = path.join(home, '.data')
  mkdirSync(data)
  // A person pastes more slowly than the limit of calls a second.
  service = startStandalone(data, { LIMITS_SCALE: '1000' })
  await untilReady(service)
  const demo = readDemo(data)
  base = demo.base_url
  key = demo.api_keys.full
  agentKey = demo.api_keys.agent
  testKey = demo.test_organization.api_key
}, 150_000)

// Samples delete what they name, so a second try needs a clinic in which nothing was pasted.
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await stop()
})
afterAll(stop)

async function stop(): Promise<void> {
  if (service === null) return
  service.child.kill('SIGTERM')
  await service.ended
  rmSync(home, { recursive: true, force: true })
  service = null
}

/** Each page as the service serves it, in the order of its own index. */
async function pages(): Promise<{ path: string; markdown: string }[]> {
  const index = await (await fetch(`${base}/llms.txt`)).text()
  const addresses = [...index.matchAll(/\]\((\S+\.md)\)/g)]
    .map(([, address = '']) => address)
    // Their samples are those of the English pages.
    .filter((address) => !address.includes('/docs/pt/'))
  return Promise.all(
    addresses.map(async (address) => ({
      path: new URL(address).pathname,
      markdown: await (await fetch(address)).text(),
    })),
  )
}

function expectSuccess(done: readonly Pasted[], where: string): void {
  for (const { text, exitCode, asked, printed } of done) {
    const what = `${where}:\n${text}\n${printed}`
    expect(exitCode, what).toBe(0)
    expect(asked.length, what).toBeGreaterThanOrEqual(text.match(/\bcurl /g)?.length ?? 0)
    for (const { status } of asked) {
      expect(status, what).toBeGreaterThanOrEqual(200)
      expect(status, what).toBeLessThan(300)
    }
  }
}

const GUIDES_WITH_COMMANDS = [
  'getting-started',
  'sync',
  'clients',
  'appointments',
  'holds',
  'queue',
  'automation',
  'agents',
]

describe('pasted into a terminal, in the order of the page', () => {
  it('the samples of every page of the docs succeed', { timeout: 120_000 }, async () => {
    const ran = new Map<string, number>()
    for (const { path: where, markdown } of await pages()) {
      const blocks = shellBlocks(markdown)
      if (blocks.length === 0) continue
      const done = await paste(blocks, {
        env: {
          API_KEY: /test-(?:mode|clock)\.md$/.test(where) ? testKey : key,
          AGENT_KEY: agentKey,
        },
        input: `${key}\n`,
      })
      expectSuccess(done, where)
      ran.set(where, blocks.length)
    }
    // One for each route, and those of the guides.
    const ofReference = [...ran].filter(([where]) => where.startsWith('/docs/reference/'))
    const routes = routeTable(appRouter).routes.length
    expect(ofReference.reduce((sum, [, count]) => sum + count, 0)).toBe(routes)
    for (const guide of GUIDES_WITH_COMMANDS) {
      expect(ran.get(`/docs/${guide}.md`), guide).toBeGreaterThan(0)
    }
  })

  it('the move of a clinic, pasted again, answers what it created before', async () => {
    const { markdown = '' } = (await pages()).find(({ path: of }) => of.includes('/move-')) ?? {}
    const move = async () => {
      const done = await paste(shellBlocks(markdown), { env: { API_KEY: key } })
      expectSuccess(done, '/docs/move-a-clinic.md')
      return done.flatMap(({ printed }) => printed.match(/"object":"\w+","id":\d+/g) ?? [])
    }
    const created = await move()
    expect(created.length).toBeGreaterThan(2)
    expect(await move()).toEqual(created)
  })

  it('every other parameter of a list takes its example', async () => {
    const document = await (await fetch(`${base}/v1/openapi.json`)).json()
    const reads = exampleRequests(document).filter(({ method }) => method === 'GET')
    expect(reads.length).toBeGreaterThan(60)
    for (const { name, path: where } of reads) {
      const own = where.startsWith('/v1/test-clock') ? testKey : key
      const response = await fetch(`${base}${where}`, {
        headers: { authorization: `Bearer ${own}` },
      })
      expect(response.status, `${name}\n${await response.text()}`).toBe(200)
    }
  })

  it('the README takes a stranger from a key to a booking that its receiver prints', async () => {
    const receiver = await startReceiver()
    try {
      const readme = readFileSync(path.join(project, 'README.md'), 'utf8')
      // Those that start something of their own run above, where they can be ended again.
      const blocks = shellBlocks(readme)
        .filter((text) => text.includes('curl '))
        .map((text) =>
          text
            .replaceAll('http://localhost:3000', base)
            .replaceAll('http://localhost:4000', `http://localhost:${receiver.port}`),
        )
      expect(blocks.length).toBeGreaterThan(1)
      const done = await paste(['cd "$STARTED_IN"\n', ...blocks], { env: { STARTED_IN: home } })
      expectSuccess(done.slice(1), 'README.md')
      await receiver.until(/appointment\.created/)
    } finally {
      await receiver.stop()
    }
  })
})

/** `npm run webhooks:listen`, on a port that is free. */
async function startReceiver() {
  const port = await freePort()
  const file = path.join(project, 'apps/cli/src/main.ts')
  const child: ChildProcess = spawn(process.execPath, [file, 'listen', '--port', String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const until = async (text: RegExp) => {
    while (!text.test(printed)) {
      if (child.stdout === null) throw new Error('It prints nothing.')
      await once(child.stdout, 'data', { signal: AbortSignal.timeout(15_000) })
    }
  }
  await until(/listen|http/i)
  return {
    port,
    until,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
