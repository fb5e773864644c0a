import type { RunningWorker } from '@scheduling/worker'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../support/api.ts'
import { booked, openClinic, type BookableClinic } from '../support/booking.ts'
import { pretendInternet, type PretendInternet } from '../support/pretend-internet.ts'
import { createdWebhook, plainRows } from '../support/webhooks.ts'
import {
  atRest,
  deliveriesOf,
  fact,
  letClockRun,
  PAST_FIRST_RETRY,
  type RunningClock,
  workerBeside,
} from '../support/worker.ts'

const CRM = 'crm.example.com'

let api: TestApi
let worker: RunningWorker
let internet: PretendInternet
let clock: RunningClock

beforeAll(async () => {
  api = await startTestApi()
  clock = letClockRun(api)
  internet = await pretendInternet(api, [CRM])
  worker = await workerBeside(api)
})
afterAll(async () => {
  await worker.stop()
  await internet.close()
  await api.close()
})

describe('A custom webhook', () => {
  /** Every record of it, oldest first, once so many attempts have ended, and the turns that made them. */
  async function attemptsOf(clinic: BookableClinic, webhook: { id: string }, ended: number) {
    const all = await fact(`${ended} attempts`, async () => {
      const rows = (await deliveriesOf(api, clinic.organization, webhook)).toReversed()
      return rows.filter((one) => one.attempted_at !== null).length >= ended && rows
    })
    await atRest(api, webhook)
    return all
  }

  const KEYED = {
    method: 'PUT',
    body: '{"who": {{ data.object.client.name | json }}, "key": {{ secret_ref("token") | json }}}',
    headers: { Authorization: 'Bearer {{ secret_ref("token") }}' },
    query: { kind: '{{ type }}' },
  }

  it('sends what its template makes of the event; secrets stay covered', async () => {
    const clinic = await openClinic(api)
    internet.answer(CRM, ({ body, headers, path }) => ({
      status: 500,
      body: `you sent ${body} with ${headers['authorization']} to ${path}`,
    }))
    const webhook = await createdWebhook(api, clinic.organization, {
      url: `https://${CRM}/in?tenant=7`,
      format: 'custom',
      events: ['appointment.created'],
      secrets: { token: 'first-secret-value', unused: 'never-sent' },
      template: KEYED,
    })
    await booked(clinic, '09:00')
    const first = await fact('a call', () => internet.calls(CRM)[0])
    expect(first).toMatchObject({
      method: 'PUT',
      path: '/in?tenant=7&kind=appointment.created',
      headers: { authorization: 'Bearer first-secret-value' },
    })
    const sent = JSON.parse(first.body)
    expect(sent).toEqual({ who: expect.any(String), key: 'first-secret-value' })
    const [failed] = await attemptsOf(clinic, webhook, 1)
    expect(failed.response_body).toContain('"key":')
    expect(failed.response_body).toContain('***')
    expect(await plainRows(api)).not.toContain('first-secret-value')
  })

  it('is rendered again for each attempt: a corrected secret, template and address are used at once, together', async () => {
    const clinic = await openClinic(api)
    internet.answer(CRM, () => ({ status: 401 }))
    const path = `/corrected/${clinic.organization.row.id}`
    const webhook = await createdWebhook(api, clinic.organization, {
      url: `https://${CRM}${path}/old`,
      format: 'custom',
      events: ['appointment.created'],
      secrets: { token: 'wrong-secret-value' },
      template: KEYED,
    })
    const calls = () => internet.calls(CRM).filter((call) => call.path.startsWith(path))
    const change = async (body: object) => {
      const reply = await clinic.call('PATCH', `/v1/webhooks/${webhook.id}`, { body })
      expect(reply.status).toBe(200)
    }
    await booked(clinic, '09:00')
    await attemptsOf(clinic, webhook, 1)

    await change({ secrets: { token: 'right-secret-value' } })
    await clock.later(PAST_FIRST_RETRY)
    await attemptsOf(clinic, webhook, 2)

    internet.answer(CRM, () => ({ status: 200 }))
    await change({
      url: `https://${CRM}${path}/new`,
      secrets: { token: 'newest-secret-value' },
      template: { body: '{"v": 2, "key": {{ secret_ref("token") | json }}}' },
    })
    await clock.later(6 * 60_000)
    const all = await attemptsOf(clinic, webhook, 3)
    expect(all.map(({ status }) => status)).toEqual(['FAILED', 'FAILED', 'SUCCEEDED'])
    expect(
      calls().map((call) => [call.method, call.path, call.headers['authorization'], call.body]),
    ).toEqual([
      [
        'PUT',
        `${path}/old?kind=appointment.created`,
        'Bearer wrong-secret-value',
        expect.any(String),
      ],
      [
        'PUT',
        `${path}/old?kind=appointment.created`,
        'Bearer right-secret-value',
        expect.any(String),
      ],
      ['POST', `${path}/new`, undefined, '{"v": 2, "key": "newest-secret-value"}'],
    ])
    expect(calls()[0]?.body).toContain('"key": "wrong-secret-value"')
    expect(calls()[1]?.body).toContain('"key": "right-secret-value"')
    const rows = await plainRows(api)
    for (const secret of ['wrong-secret', 'right-secret', 'newest-secret'])
      expect(rows).not.toContain(secret)
  })

  it('whose secret was deleted sends it never again: the delivery ends with template_error', async () => {
    const clinic = await openClinic(api)
    internet.answer(CRM, () => ({ status: 500 }))
    const path = `/deleted/${clinic.organization.row.id}`
    const webhook = await createdWebhook(api, clinic.organization, {
      url: `https://${CRM}${path}`,
      format: 'custom',
      events: ['appointment.created'],
      secrets: { token: 'leaked-secret-value' },
      template: KEYED,
    })
    await booked(clinic, '09:00')
    await attemptsOf(clinic, webhook, 1)
    // The API refuses to delete a secret that the template uses: it went away past it.
    await api.db.webhook.update({
      where: { id: webhook.id },
      data: { secretsSealed: null, secretNames: [] },
    })
    await clock.later(PAST_FIRST_RETRY)
    const [first, second, ...others] = await attemptsOf(clinic, webhook, 2)
    expect(first).toMatchObject({ status: 'FAILED', error_code: 'http_status' })
    expect(second).toMatchObject({
      status: 'FAILED',
      error_code: 'template_error',
      next_attempt_at: null,
      response_status: null,
    })
    expect(others).toEqual([])
    expect(internet.calls(CRM).filter((call) => call.path.startsWith(path))).toHaveLength(1)
  })

  it('whose template fails on an event is not tried again', async () => {
    const clinic = await openClinic(api)
    const webhook = await createdWebhook(api, clinic.organization, {
      url: `https://${CRM}/broken`,
      format: 'custom',
      events: ['appointment.created'],
      secrets: { token: 'x-secret-value' },
      template: { content_type: 'text/plain', body: '{{ secret_ref("token") }}' },
    })
    await api.db.webhook.update({
      where: { id: webhook.id },
      data: { template: { content_type: 'text/plain', body: '{{ secret_ref("gone") }}' } },
    })
    await booked(clinic, '09:00')
    const [only, ...others] = await fact('the record', async () => {
      const rows = await deliveriesOf(api, clinic.organization, webhook)
      return rows[0]?.attempted_at != null && rows
    })
    expect(others).toEqual([])
    expect(only).toMatchObject({
      status: 'FAILED',
      error_code: 'template_error',
      next_attempt_at: null,
      response_status: null,
    })
    expect(internet.calls(CRM).filter(({ path }) => path === '/broken')).toEqual([])
  })
})
