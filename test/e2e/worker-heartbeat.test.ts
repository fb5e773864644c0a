/** The beats of a worker, on a clock that the test moves. */
import { connect } from '@scheduling/database'
import { fakeTimers } from '@scheduling/delivery/testing'
import { expect, it, onTestFinished } from 'vitest'
import { startTestApi } from '../support/api.ts'
import { openDatabaseProxy } from '../support/database-proxy.ts'
import { fact, workerBeside } from '../support/worker.ts'

const BEAT_MS = 2000
const DEAD_AFTER_MS = 25_000

it('A worker that cannot write its beats counts as dead after 25 seconds, and lives with the next one', async () => {
  const api = await startTestApi()
  onTestFinished(() => api.close())
  const proxy = await openDatabaseProxy(api.databaseUrl)
  onTestFinished(() => proxy.close())
  const connection = connect(proxy.url, { directUrl: proxy.url, name: 'worker behind a proxy' })
  onTestFinished(() => connection.close())
  const timers = fakeTimers()
  const worker = await workerBeside(api, { connection, service: { ...api.service, ...timers } })
  const seenAt = async () => {
    const [row] = await api.db.$queryRaw<{ at: Date }[]>`SELECT seen_at AS at FROM worker_process`
    return Number(row?.at)
  }
  const first = await seenAt()
  await fact('a beat', async () => {
    await timers.advance(BEAT_MS)
    return (await seenAt()) > first
  })
  proxy.cutAt({ at: /INSERT INTO worker_process/, when: 'unsent' })
  const { cuts } = proxy
  await fact('beats that fail', async () => {
    await timers.advance(BEAT_MS)
    return proxy.cuts > cuts + 1
  })
  await timers.advance(DEAD_AFTER_MS)
  expect(worker.isHeard()).toBe(false)
  proxy.cutAt(null)
  await fact('a beat that is written', async () => {
    await timers.advance(BEAT_MS)
    return worker.isHeard()
  })
  let hasStopped = false
  void worker.stop().then(() => (hasStopped = true))
  await fact('the end', async () => {
    await timers.advance(BEAT_MS)
    return hasStopped
  })
})
