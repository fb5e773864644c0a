/** What webhooks are sent of a client who is erased meanwhile. */
import type { RunningWorker } from '@scheduling/worker'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../support/api.ts'
import { signIn } from '../support/dashboard.ts'
import { person, tracesOf } from '../support/traces.ts'
import { clientWebhook, endpointsPerTest } from '../support/webhooks.ts'
import {
  fact,
  letClockRun,
  PAST_FIRST_RETRY,
  workerBeside,
  type RunningClock,
} from '../support/worker.ts'

let api: TestApi
let worker: RunningWorker
let clock: RunningClock

const endpoint = endpointsPerTest()

beforeAll(async () => {
  api = await startTestApi()
  clock = letClockRun(api)
  worker = await workerBeside(api)
})
afterAll(async () => {
  await worker.stop()
  await api.close()
})

describe('a client who is erased while webhooks are told of it', () => {
  it('what was sent is sent no more, and what receivers answered goes', async () => {
    const organization = await api.organization()
    const owner = await signIn(api, organization)
    const receiver = await endpoint()
    const who = person()
    receiver.answer(503, `got ${JSON.stringify(who.body)}`)
    const webhook = await clientWebhook(api, organization, receiver)
    let held: () => void = () => undefined
    receiver.onRequest = () => new Promise<void>((answer) => (held = answer))
    const made = await api.call('POST', '/v1/clients', { key: organization.key, body: who.body })
    await fact('the first attempt', () => receiver.received.length === 1)
    expect(receiver.received[0]?.body).toContain(who.body.email)

    // The worker waits for the answer, with the body in its memory.
    const erase = (input: object) =>
      owner.mutate('clients.erase', { client_id: made.body.id, ...input })
    const { version } = (await erase({ preview: true })).body
    const erasing = erase({ version })
    await fact('the erasure', async () => (await api.db.clientErasure.count()) > 0)
    let isErased = false
    void erasing.then(() => (isErased = true))
    // However often one looks, it waits for what the worker holds.
    for (let looks = 0; looks < 20; looks += 1) {
      await api.db.clientErasure.count()
      expect(isErased).toBe(false)
    }
    held()
    const reply = await erasing
    expect([reply.status, reply.body.is_complete]).toEqual([200, true])
    expect(await tracesOf(api, who.words)).toEqual([])
    const attempts = await api.db.deliveryAttempt.findMany({ where: { webhookId: webhook.id } })
    expect(attempts).toMatchObject([{ responseStatus: 503, responseBody: null }])

    receiver.onRequest = async () => undefined
    receiver.answer(200)
    await clock.later(PAST_FIRST_RETRY)
    await fact('the retry', () => receiver.received.length === 2)
    const retried = JSON.parse(receiver.received[1]?.body ?? '')
    const first = JSON.parse(receiver.received[0]?.body ?? '')
    expect(retried).toMatchObject({
      id: first.id,
      type: 'client.created',
      sequence: first.sequence,
    })
    expect(retried.data.object).toMatchObject({ id: made.body.id, email: null, phone: null })
    expect(who.words.filter((word) => receiver.received[1]?.body.includes(word))).toEqual([])
  })
})
