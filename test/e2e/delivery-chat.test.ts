import type { RunningWorker } from '@scheduling/worker'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../support/api.ts'
import { act, at, booked, COMING_MONDAY, openClinic } from '../support/booking.ts'
import { createProfessional } from '../support/clinic.ts'
import { pretendInternet, type Call, type PretendInternet } from '../support/pretend-internet.ts'
import { createdWebhook, SLACK } from '../support/webhooks.ts'
import {
  deliveriesOf,
  fact,
  letClockRun,
  PAST_FIRST_RETRY,
  type RunningClock,
  workerBeside,
} from '../support/worker.ts'

const DISCORD = 'discord.com'
const DISCORD_URL = `https://${DISCORD}/api/webhooks/123456789012345678/AbCdEfGhIjKlMnOp-_token`
const GOOGLE = 'chat.googleapis.com'
const GOOGLE_URL = `https://${GOOGLE}/v1/spaces/AAAA/messages?key=key-abcdefgh&token=token-ijklmnop`
const TEAMS = 'flows.example.com'

let api: TestApi
let worker: RunningWorker
let internet: PretendInternet
let clock: RunningClock

beforeAll(async () => {
  api = await startTestApi()
  clock = letClockRun(api)
  internet = await pretendInternet(api, ['hooks.slack.com', DISCORD, GOOGLE, TEAMS])
  worker = await workerBeside(api)
})
afterAll(async () => {
  await worker.stop()
  await internet.close()
  await api.close()
})

function callsOf(host: string, expected: number): Promise<Call[]> {
  return fact(`${expected} calls of ${host}`, () => {
    const calls = internet.calls(host)
    return calls.length >= expected && calls
  })
}

const typesOf = (calls: readonly Call[]) => calls.map(({ headers }) => headers['x-service-event'])

describe('A chat channel', () => {
  it('gets one message a second at the most, unsigned, and rests when the platform says so', async () => {
    const clinic = await openClinic(api)
    internet.answer('hooks.slack.com', () => ({ status: 200, body: 'ok' }))
    const webhook = await createdWebhook(api, clinic.organization, {
      url: SLACK,
      format: 'slack',
      events: ['appointment.created'],
    })
    for (const clock of ['09:00', '09:30', '10:00']) await booked(clinic, clock)
    const calls = await callsOf('hooks.slack.com', 3)
    const gaps = calls.slice(1).map((call, index) => call.at - (calls[index]?.at ?? 0))
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(990)
    expect(calls[0]?.path).toBe('/services/T0001/B0001/AbCdEfGhIjKl9Zq')
    expect(calls[0]?.headers).not.toHaveProperty('x-service-signature')
    expect(calls[0]?.headers).not.toHaveProperty('webhook-signature')
    expect(JSON.parse(calls[0]?.body ?? '')).toMatchObject({ text: expect.any(String) })

    internet.answer('hooks.slack.com', () => ({
      status: 429,
      body: 'no: https://hooks.slack.com/services/T0001/B0001/AbCdEfGhIjKl9Zq',
      headers: { 'Retry-After': '90' },
    }))
    await booked(clinic, '10:30')
    const refused = await fact('the refusal', async () =>
      (await deliveriesOf(api, clinic.organization, webhook)).find(
        (one) => one.status === 'FAILED',
      ),
    )
    expect(refused).toMatchObject({ max_attempts: 3, response_status: 429 })
    expect(refused.response_body).not.toContain('AbCdEfGhIjKl9Zq')
    const wait = Date.parse(refused.next_attempt_at) - Date.parse(refused.attempted_at)
    expect(wait).toBeGreaterThanOrEqual(89_000)
    internet.answer('hooks.slack.com', () => ({ status: 200, body: 'ok' }))
    await clock.later(101_000)
    await callsOf('hooks.slack.com', 5)
  })

  it('has the first message of an appointment edited, in order, and made again when it was deleted', async () => {
    const clinic = await openClinic(api)
    let ids = 1000
    let gone = new Set<string>()
    let isBroken = false
    internet.answer(DISCORD, ({ method, path }) => {
      if (isBroken) return { status: 500 }
      const edited = /messages\/(\d+)/.exec(path)?.[1]
      if (edited !== undefined && gone.has(edited))
        return { status: 404, body: '{"message": "Unknown Message", "code": 10008}' }
      const id = method === 'PATCH' ? edited : String((ids += 1))
      return { status: 200, body: JSON.stringify({ id }) }
    })
    const webhook = await createdWebhook(api, clinic.organization, {
      url: DISCORD_URL,
      format: 'discord',
      events: ['appointment.*'],
    })
    const id = await booked(clinic, '09:00')
    await act(clinic, id, 'confirm')
    await act(clinic, id, 'reschedule', { start: at('11:00', COMING_MONDAY) })
    const calls = await callsOf(DISCORD, 3)
    expect(typesOf(calls)).toEqual([
      'appointment.created',
      'appointment.confirmed',
      'appointment.rescheduled',
    ])
    expect(calls.map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`)).toEqual([
      'POST /api/v10/webhooks/123456789012345678/AbCdEfGhIjKlMnOp-_token',
      'POST /api/v10/webhooks/123456789012345678/AbCdEfGhIjKlMnOp-_token',
      'PATCH /api/v10/webhooks/123456789012345678/AbCdEfGhIjKlMnOp-_token/messages/1001',
    ])
    expect(calls[0]?.path).toContain('wait=true')

    // An edit that fails waits for its retry: the cancellation waits behind it, another appointment does not.
    isBroken = true
    await act(clinic, id, 'reschedule', { start: at('14:00', COMING_MONDAY) })
    await callsOf(DISCORD, 4)
    await fact('its record', async () =>
      (await deliveriesOf(api, clinic.organization, webhook)).some(
        (one) => one.status === 'FAILED',
      ),
    )
    isBroken = false
    await act(clinic, id, 'cancel')
    const other = await booked(clinic, '10:00')
    const five = await callsOf(DISCORD, 5)
    expect(JSON.stringify(five[4]?.body)).not.toContain('14:00')
    expect(five[4]?.headers['x-service-event']).toBe('appointment.created')
    // Nothing spins while the line stands still.
    const { rows } = await api.connection.pool.query(
      `SELECT FROM graphile_worker.jobs WHERE key LIKE 'lane:' || $1 || ':%' AND run_at <= now()`,
      [webhook.id],
    )
    expect(rows.length).toBeLessThanOrEqual(1)
    gone = new Set(['1001'])
    await clock.later(PAST_FIRST_RETRY)
    const all = await callsOf(DISCORD, 8)
    expect(
      all.slice(5).map(({ method, path, headers }) => {
        const message = /messages\/(\d+)/.exec(path)?.[1] ?? 'new'
        return `${method} ${message} ${headers['x-service-event']}`
      }),
    ).toEqual([
      'PATCH 1001 appointment.rescheduled',
      'POST new appointment.rescheduled',
      'PATCH 1004 appointment.cancelled',
    ])
    const messages = await api.db.chatMessage.findMany({ where: { webhookId: webhook.id } })
    expect(
      Object.fromEntries(messages.map(({ record, messageId }) => [record, messageId])),
    ).toEqual({
      [`appointment:${id}`]: '1004',
      [`appointment:${other}`]: '1003',
    })
  })

  it('shows a sample as a message of its own, without a button, and edits nothing by it', async () => {
    const clinic = await openClinic(api)
    internet.answer(DISCORD, () => ({ status: 200, body: '{"id": "4711"}' }))
    const webhook = await createdWebhook(api, clinic.organization, {
      url: `${DISCORD_URL}-samples`,
      format: 'discord',
      events: ['client.created', 'appointment.cancelled'],
      message_template: 'Cancelado: {{ data.object.client.name }}',
    })
    const before = internet.calls(DISCORD).length
    const reply = await clinic.call('POST', `/v1/webhooks/${webhook.id}/test`, {
      body: { event_type: 'appointment.cancelled' },
    })
    expect(reply.body).toMatchObject({
      status: 'SUCCEEDED',
      trigger: 'TEST',
      event_type: 'appointment.cancelled',
    })
    const [call, ...others] = internet.calls(DISCORD).slice(before)
    expect(others).toEqual([])
    expect(call?.method).toBe('POST')
    expect(call?.headers['x-service-event']).toBe('appointment.cancelled')
    expect(call?.body).toContain('Cancelado: Mariana Souza')
    expect(call?.body).not.toContain('/app/')
    expect(await api.db.chatMessage.count({ where: { webhookId: webhook.id } })).toBe(0)
  })

  it('has one thread for each appointment', async () => {
    const clinic = await openClinic(api)
    internet.answer(GOOGLE, () => ({ status: 200, body: '{}' }))
    await createdWebhook(api, clinic.organization, {
      url: GOOGLE_URL,
      format: 'google_chat',
      events: ['appointment.*'],
    })
    const id = await booked(clinic, '09:00')
    await act(clinic, id, 'confirm')
    const calls = await callsOf(GOOGLE, 2)
    for (const { path, body } of calls) {
      expect(path).toContain('messageReplyOption=REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD')
      expect(path).toContain('key=key-abcdefgh&token=token-ijklmnop')
      expect(JSON.parse(body).thread).toEqual({ threadKey: `appointment-${id}` })
    }
  })

  it.each([
    ['teams', `https://${TEAMS}/workflows/1`, TEAMS, { status: 404 }],
    ['discord', `${DISCORD_URL}2`, DISCORD, { status: 404, body: '{"code": 10015}' }],
    ['google_chat', `${GOOGLE_URL}2`, GOOGLE, { status: 410 }],
  ])(
    'of %s that is gone switches the webhook off and tells the owner',
    async (format, url, host, reply) => {
      const clinic = await openClinic(api)
      const address = `owner${clinic.organization.row.id}@example.com`
      await createProfessional(api.db, clinic.organization.row, { role: 'owner', email: address })
      internet.answer(host, () => reply)
      const webhook = await createdWebhook(api, clinic.organization, {
        url,
        format,
        events: ['appointment.created'],
      })
      await booked(clinic, '09:00')
      const off = await fact('the end', async () => {
        const { body } = await clinic.call('GET', `/v1/webhooks/${webhook.id}`)
        return !body.active && body
      })
      expect(off.disabled_reason).toBe('PLATFORM_REFUSED')
      const mails = await api.connection.pool.query('SELECT body FROM mail WHERE recipient = $1', [
        address,
      ])
      expect(mails.rowCount).toBe(1)
    },
  )

  it.each<[string, string, string[]]>([
    [
      'slack',
      SLACK,
      [
        'https://hooks.slack.com/services/T0001/B0001/AbCdEfGhIjKl9Zq',
        '/services/T0001/B0001/AbCdEfGhIjKl9Zq',
        'AbCdEfGhIjKl9Zq',
      ],
    ],
    [
      'google_chat',
      GOOGLE_URL,
      [
        GOOGLE_URL,
        '/v1/spaces/AAAA/messages?key=key-abcdefgh&token=token-ijklmnop',
        'key-abcdefgh',
        'token-ijklmnop',
      ],
    ],
  ])('of %s tells no part of its address in the history', async (format, url, parts) => {
    const clinic = await openClinic(api)
    const webhook = await createdWebhook(api, clinic.organization, { url, format })
    for (const part of parts) {
      internet.answer(new URL(url).host, () => ({
        status: 500,
        body: `no route to <${part}> here`,
      }))
      const { body } = await clinic.call('POST', `/v1/webhooks/${webhook.id}/test`)
      expect([part, body.response_body]).toEqual([part, 'no route to <***> here'])
    }
  })
})
