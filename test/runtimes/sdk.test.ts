/** One program with the packed SDK, in each runtime that callers have: it prints the same everywhere. */
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { Miniflare } from 'miniflare'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useSharedApi } from '@scheduling/test/support/api.ts'
import { openGateway } from '@scheduling/test/support/gateway.ts'
import { nodeTwenty } from './node-twenty.ts'
import { outsideProject, type OutsideProject } from '@scheduling/test/support/outside-project.ts'
import { openEndpoint } from '@scheduling/test/support/webhooks.ts'

const run = promisify(execFile)
const BINARIES = path.join(import.meta.dirname, 'node_modules/.bin')

type Given = {
  readonly baseUrl: string
  readonly apiKey: string
  readonly delivery: { readonly body: string; readonly headers: Readonly<Record<string, string>> }
  readonly secret: string
}

/** Takes what it needs from `given`, and returns what it would print. */
const PROGRAM = `
import { isSchedulingError, Scheduling, unwrapWebhook } from '@scheduling/sdk'

export async function program(given) {
  const lines = []
  const api = new Scheduling({ baseUrl: given.baseUrl, apiKey: given.apiKey })
  const made = await api.clients.create({ firstName: 'Rui', phone: '+5511987650000' }).withResponse()
  const found = await api.clients.list({ phone: '+5511987650000' })
  lines.push([made.data.firstName, made.response.headers.get('idempotent-replayed'), found.data.length].join(' '))
  for (const firstName of ['Ana', 'Bia', 'Caio', 'Davi', 'Eva']) {
    await api.clients.create({ firstName, email: firstName.toLowerCase() + '@example.com', metadata: { first_seen: 'web' } })
  }
  const names = []
  let pages = 0
  for await (const page of api.clients.list({ limit: 2 }).pages()) pages += page.data.length > 0 ? 1 : 0
  for await (const client of api.clients.list({ limit: 2 })) names.push(client.firstName + ' ' + client.metadata.first_seen)
  lines.push(pages + ' pages: ' + names.sort().join(', '))
  try {
    await api.clients.get(999999)
  } catch (error) {
    lines.push([isSchedulingError(error), error.code, error.status, /^req_/.test(error.requestId)].join(' '))
  }
  const first = await api.professionals.list().withResponse()
  lines.push([first.response.status, first.data.data.length, /^req_/.test(first.requestId)].join(' '))
  const event = await unwrapWebhook(given.delivery.body, given.delivery.headers, ['whsec_other', given.secret])
  lines.push([event.type, event.data.object.object, typeof event.data.object.firstName].join(' '))
  try {
    await unwrapWebhook(given.delivery.body + ' ', given.delivery.headers, given.secret)
  } catch (error) {
    lines.push(error.code)
  }
  const ending = AbortSignal.abort()
  lines.push(await api.clients.list({}, { signal: ending }).then(() => 'not aborted', (error) => error.code))
  return lines.join('\\n')
}
`

const PRINTED = `Rui true 1
3 pages: Ana web, Bia web, Caio web, Davi web, Eva web, Rui undefined
true not_found 404 true
200 0 true
client.created client string
signature_wrong
aborted`

const api = useSharedApi({ now: Date.now() })
let project: OutsideProject
let delivery: Given['delivery']
let secret: string

beforeAll(async () => {
  api.setClock(Date.now)
  project = await outsideProject('sdk')
  await writeFile(path.join(project.folder, 'program.mjs'), PROGRAM)
  const { key } = await api.organization()
  const receiver = await openEndpoint()
  const webhook = await api.call('POST', '/v1/webhooks', {
    key,
    body: { url: receiver.url, events: ['*'] },
  })
  secret = webhook.body.secret
  await api.call('POST', `/v1/webhooks/${webhook.body.id}/test`, {
    key,
    body: { event_type: 'client.created' },
  })
  await receiver.close()
  const [received] = receiver.received
  if (received === undefined) throw new Error('Nothing was delivered.')
  delivery = { body: received.body, headers: received.headers as Record<string, string> }
})

afterAll(async () => {
  await project.remove()
})

/** Each has an organization of its own. The answer to its first request is lost, after the API has done what was asked. */
async function printedBy(runs: (given: Given) => Promise<string>): Promise<string> {
  const { key } = await api.organization()
  const gateway = await openGateway(api.url)
  try {
    gateway.plan('break after')
    const printed = await runs({ baseUrl: gateway.url, apiKey: key, delivery, secret })
    const [lost, again] = gateway.passed
    expect(lost?.path).toBe('/v1/clients')
    expect(again).toMatchObject({ path: lost?.path, body: lost?.body })
    expect(again?.headers['idempotency-key']).toBe(lost?.headers['idempotency-key'])
    return printed.trim()
  } finally {
    await gateway.close()
  }
}

async function mainOf(name: string, given: Given): Promise<string> {
  const main = path.join(project.folder, `${name}.mjs`)
  await writeFile(
    main,
    `import { program } from './program.mjs'\nconsole.log(await program(${JSON.stringify(given)}))\n`,
  )
  return main
}

/** Nothing is downloaded: a runtime finds all in the folder, or fails. */
const ALONE = {
  HTTP_PROXY: 'http://127.0.0.1:1',
  HTTPS_PROXY: 'http://127.0.0.1:1',
  NO_PROXY: '127.0.0.1',
}

async function inProcess(name: string, binary: string, ...args: string[]): Promise<string> {
  const home = path.join(project.folder, `home-${name}`)
  await mkdir(home, { recursive: true })
  return printedBy(async (given) => {
    const main = await mainOf(name, given)
    const { stdout } = await run(binary, [...args, main], {
      cwd: project.folder,
      env: { PATH: process.env['PATH'] ?? '', HOME: home, DENO_DIR: home, NO_COLOR: '1', ...ALONE },
    })
    return stdout
  })
}

describe('the program prints the same', () => {
  it('in Node, as the tests run in it', async () => {
    expect(await inProcess('node', process.execPath)).toBe(PRINTED)
  })

  it('in Node 20', async ({ skip }) => {
    const binary = await nodeTwenty()
    if (binary === null) skip('There is no Node 20 on PATH.')
    else expect(await inProcess('node-20', binary)).toBe(PRINTED)
  })

  it('in Deno', async () => {
    const args = ['run', '--no-remote', '--cached-only', '--node-modules-dir=manual', '--allow-net']
    expect(await inProcess('deno', path.join(BINARIES, 'deno'), ...args)).toBe(PRINTED)
  })

  it('in Bun', async () => {
    expect(await inProcess('bun', path.join(BINARIES, 'bun'), '--no-install')).toBe(PRINTED)
  })

  it('in a worker, bundled', async () => {
    const input = path.join(project.folder, 'program.mjs')
    const bundle = await rolldown({ input, cwd: project.folder, platform: 'neutral' })
    const { output } = await bundle.generate({ format: 'esm' })
    await bundle.close()
    const printed = await printedBy(async (given) => {
      const worker = new Miniflare({
        modules: [
          {
            type: 'ESModule',
            path: 'main.mjs',
            contents: `import { program } from './program.mjs'
export default { fetch: async (request) => new Response(await program(await request.json())) }`,
          },
          { type: 'ESModule', path: 'program.mjs', contents: output[0].code },
        ],
        compatibilityDate: '2026-07-01',
      })
      try {
        const answer = await worker.dispatchFetch('http://worker.test/', {
          method: 'POST',
          body: JSON.stringify(given),
        })
        return await answer.text()
      } finally {
        await worker.dispose()
      }
    })
    expect(printed).toBe(PRINTED)
  })
})
