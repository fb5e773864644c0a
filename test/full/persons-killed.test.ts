/** A process that is killed in the middle of an import, or of an erasure. */
import { finishErasures } from '@scheduling/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApiProcess } from '../support/api-process.ts'
import { startTestApi, type TestApi } from '../support/api.ts'
import { signIn } from '../support/dashboard.ts'
import { sendFile } from '../support/imports.ts'
import { seenVersion } from '../support/erasure.ts'
import { person, tracesOf } from '../support/traces.ts'
import { fact } from '../support/worker.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
  // The process goes by the true time.
  api.setClock(Date.now)
})
afterAll(() => api.close())

describe('kill -9', () => {
  it('in the middle of an import: what was told is there, and the file sent again adds the rest', async () => {
    const organization = await api.organization()
    const owner = await signIn(api, organization)
    const count = 1500
    const rows = Array.from({ length: count }, (_, n) => `K${n},Ana ${n},k${n}@example.com`)
    const file = `external_id,first_name,email\n${rows.join('\n')}\n`
    const stored = () => api.db.client.count({ where: { organizationId: organization.row.id } })
    const process = await startApiProcess(api, { LOG_LEVEL: 'error' })
    const going = sendFile(process, owner, 'clients', file).catch(() => null)
    await fact('some rows', async () => (await stored()) > 100, 60_000)
    process.kill('SIGKILL')
    expect(await going).toBeNull()
    const before = await stored()
    expect(before).toBeLessThan(count)
    const { sums } = await sendFile(api, owner, 'clients', file)
    expect(sums).toMatchObject({ refused: 0, updated: 0 })
    expect(sums.created + sums.unchanged).toBe(count)
    expect(await stored()).toBe(count)
    const events = await api.db.event.count({ where: { organizationId: organization.row.id } })
    expect(events).toBe(count)
  })

  it('in the middle of an erasure: the client is erased or not, and the timer finishes what was begun', async () => {
    const organization = await api.organization()
    const owner = await signIn(api, organization)
    const process = await startApiProcess(api, { LOG_LEVEL: 'error' })
    const who = person()
    const made = await api.call('POST', '/v1/clients', { key: organization.key, body: who.body })
    const version = await seenVersion(owner, made.body.id)
    const session = await api.connection.pool.connect()
    try {
      // Someone is still writing, so the process goes on looking for traces until it is killed.
      await session.query('BEGIN')
      await session.query('SELECT pg_current_xact_id()')
      const cookie = [...owner.cookies].map((pair) => pair.join('=')).join('; ')
      const going = fetch(`${process.url}/trpc/clients.erase`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify({ client_id: made.body.id, version }),
      }).catch(() => null)
      await fact('the erasure', async () => (await api.db.clientErasure.count()) > 0, 60_000)
      process.kill('SIGKILL')
      expect(await going).toBeNull()
      await session.query('COMMIT')
    } finally {
      session.release(true)
    }
    expect(await api.db.clientErasure.count()).toBe(1)
    expect(await finishErasures(api.service)).toBe(1)
    expect(await tracesOf(api, who.words)).toEqual([])
  })
})
