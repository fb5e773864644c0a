import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '@scheduling/database/embedded-postgres'
import { prepareDatabase } from '@scheduling/database/prepare'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi, type TestOrganization } from '../support/api.ts'
import { openReceiver } from '../support/receiver.ts'
import { clientWebhook } from '../support/webhooks.ts'
import { fact } from '../support/worker.ts'
import { spawnWorker } from '../support/worker-process.ts'

/** A server of this file's own, which it may stop. */
let folder = ''
let server: EmbeddedPostgres
let api: TestApi

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'database-restart-'))
  await chmod(folder, 0o755) // run by root, the server is another user
  server = await start()
  await prepareDatabase(server.url)
  api = await startTestApi({ beside: { databaseUrl: server.url } })
  // Worker processes go by the true time.
  Object.assign(api.service, { now: Date.now })
})
afterAll(async () => {
  await api.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const start = () => startEmbeddedPostgres({ dataDirectory: path.join(folder, 'data') })

/** SIGKILL to the server itself: no session is told, nothing is flushed. */
async function killServer(): Promise<void> {
  const file = path.join(folder, 'data/postgres/postmaster.pid')
  const [pid = ''] = (await readFile(file, 'utf8')).split('\n')
  const died = server.died
  process.kill(Number(pid), 'SIGKILL')
  await died
}

let people = 0
/** Until it is accepted, as a client with a key for its attempts does; the number of refusals. */
async function registerAnyhow(owner: TestOrganization): Promise<number> {
  people += 1
  const call = {
    key: owner.key,
    headers: { 'Idempotency-Key': `person-${people}` },
    body: { first_name: 'Ana', email: `ana${people}@example.com` },
  }
  for (let refusals = 0; ; refusals += 1) {
    const reply = await api.call('POST', '/v1/clients', call)
    if (reply.status === 201) return refusals
    if (reply.status < 500 && reply.status !== 409) throw new Error(reply.text)
    await pause(200)
  }
}

describe('A database server that goes down under the API and a worker', () => {
  it('by a restart, and by a kill: all come back by themselves, and every event arrives', async () => {
    const owner = await api.organization()
    const receiver = await openReceiver({ delayMs: 5 })
    const webhook = await clientWebhook(api, owner, receiver)
    const worker = spawnWorker(server.url)
    await worker.running
    const EVENTS = 120
    let refusals = 0
    const writing = (async () => {
      for (let count = 0; count < EVENTS; count += 4) {
        const replies = Array.from({ length: 4 }, () => registerAnyhow(owner))
        for (const refused of await Promise.all(replies)) refusals += refused
        await pause(50)
      }
    })()
    await fact('the first events', () => receiver.arrivals.size >= 20, 20_000)
    await server.stop()
    await pause(500)
    server = await start()
    await fact('more events', () => receiver.arrivals.size >= 60, 30_000)
    await killServer()
    server = await start()
    await writing
    expect(refusals).toBeGreaterThan(0)
    await fact('every event', () => receiver.arrivals.size === EVENTS, 40_000)
    await fact(
      'every record',
      async () =>
        (await api.db.delivery.count({ where: { webhookId: webhook.id, state: 'pending' } })) === 0,
      50_000,
    )
    const rows = await api.db.deliveryAttempt.findMany({ where: { webhookId: webhook.id } })
    expect(rows.map(({ attempt, status }) => `${attempt} ${status}`)).toEqual(
      Array.from({ length: EVENTS }, () => '1 SUCCEEDED'),
    )
    expect([...receiver.attempts.keys()].sort()).toEqual(rows.map(({ id }) => id).sort())
    expect(await api.db.client.count({ where: { organizationId: owner.row.id } })).toBe(EVENTS)
    expect(await worker.terminate()).toBe(0)
    await receiver.close()
  }, 150_000)
})
