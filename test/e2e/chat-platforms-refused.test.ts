/** The four chat platforms when they refuse: with the answers that their documentation gives, beside a real worker. */
import type { RunningWorker } from '@scheduling/worker'
import { HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../support/api.ts'
import { booked, openClinic, type BookableClinic } from '../support/booking.ts'
import { attemptsOf, openChannel, postsOf } from '../support/chat-channels.ts'
import {
  discordError,
  googleError,
  playChatPlatforms,
  type ChatPlatforms,
  type PlatformName,
} from '../support/chat-platforms.ts'
import { createProfessional } from '../support/clinic.ts'
import { sample } from '../support/sample.ts'
import { readWebhook } from '../support/webhooks.ts'
import { fact, letClockRun, workerBeside, type RunningClock } from '../support/worker.ts'

let api: TestApi
let worker: RunningWorker
let platforms: ChatPlatforms
let clock: RunningClock

beforeAll(async () => {
  api = await startTestApi()
  clock = letClockRun(api)
  Object.assign(api.service, { publicBaseUrl: 'https://agenda.example.com' })
  platforms = playChatPlatforms(api)
  worker = await workerBeside(api)
})
afterEach(() => {
  expect(platforms.takeFaults()).toEqual([])
})
afterAll(async () => {
  await worker.stop()
  platforms.close()
  await api.close()
})

const channelFor = (clinic: BookableClinic, format: PlatformName) =>
  openChannel(api, platforms, clinic, format)

/** Moves the clock, and waits until the worker has done all that is due by then. */
async function later(milliseconds: number): Promise<void> {
  await clock.later(milliseconds)
  await fact('a quiet worker', async () => {
    const { rows } = await api.connection.pool.query(
      'SELECT FROM graphile_worker.jobs WHERE run_at <= now()',
    )
    return rows.length === 0
  })
}

const secondsBetween = (one: string, other: string) => (Date.parse(other) - Date.parse(one)) / 1000

const RESTS: readonly [PlatformName, string, () => Response, number][] = [
  [
    'slack',
    'Retry-After',
    () => new HttpResponse('rate_limited', { status: 429, headers: { 'Retry-After': '120' } }),
    120,
  ],
  [
    'discord',
    'Retry-After, and the same in JSON',
    () =>
      HttpResponse.json(
        { message: 'You are being rate limited.', retry_after: 180.57, global: false },
        { status: 429, headers: { 'Retry-After': '181', 'X-RateLimit-Scope': 'shared' } },
      ),
    181,
  ],
  [
    'discord',
    'retry_after in JSON alone',
    () =>
      HttpResponse.json(
        { message: 'You are being rate limited.', retry_after: 180.57, global: false },
        { status: 429 },
      ),
    180.57,
  ],
  ['google_chat', 'no time at all', () => googleError(429, 'RESOURCE_EXHAUSTED'), 60],
  [
    'teams',
    'Retry-After',
    () => new HttpResponse(null, { status: 429, headers: { 'Retry-After': '90' } }),
    90,
  ],
]

const ENDS: readonly [PlatformName, string, () => Response][] = [
  ['slack', '404 no_service', () => new HttpResponse('no_service', { status: 404 })],
  ['slack', '404 channel_not_found', () => new HttpResponse('channel_not_found', { status: 404 })],
  [
    'slack',
    '410 channel_is_archived',
    () => new HttpResponse('channel_is_archived', { status: 410 }),
  ],
  ['discord', '404 Unknown Webhook', () => discordError(404, 10_015, 'Unknown Webhook')],
  ['google_chat', '404 NOT_FOUND', () => googleError(404, 'NOT_FOUND')],
  [
    'teams',
    '404 WorkflowNotFound',
    () => HttpResponse.json({ error: { code: 'WorkflowNotFound' } }, { status: 404 }),
  ],
  ['teams', '410', () => new HttpResponse(null, { status: 410 })],
]

const PASSING: readonly [PlatformName, string, () => Response][] = [
  ['slack', '403 action_prohibited', () => new HttpResponse('action_prohibited', { status: 403 })],
  [
    'discord',
    '401 Invalid Webhook Token',
    () => discordError(401, 50_027, 'Invalid Webhook Token'),
  ],
  ['google_chat', '403 PERMISSION_DENIED', () => googleError(403, 'PERMISSION_DENIED')],
  ['teams', '502', () => HttpResponse.json({ error: { code: 'NoResponse' } }, { status: 502 })],
]

describe('Every platform', () => {
  it.each(sample('answers that make a channel rest', RESTS, 2))(
    'when %s answers 429 with %s, the channel rests and then goes on',
    async (format, _what, answer, seconds) => {
      const clinic = await openClinic(api)
      const channel = await channelFor(clinic, format)
      platforms.answer(channel.url, answer)
      await booked(clinic, '09:00')
      const [refused] = await attemptsOf(api, clinic, channel, 1)
      expect(refused).toMatchObject({ status: 'FAILED', response_status: 429, attempt: 1 })
      const waits = secondsBetween(refused.attempted_at, refused.next_attempt_at)
      expect(waits).toBeGreaterThanOrEqual(Math.floor(seconds))
      expect(waits).toBeLessThanOrEqual(seconds * 1.1 + 2)
      // Where a time was told, nothing at all is sent before it.
      await booked(clinic, '10:00')
      if (seconds > 60) {
        await later((seconds - 10) * 1000)
        expect(channel.posts()).toHaveLength(1)
      }
      await later(seconds * 0.1 * 1000 + 12_000)
      if (seconds === 60) await later(60_000)
      await postsOf(channel, 3)
      const done = (await attemptsOf(api, clinic, channel, 3)).filter(
        ({ status }) => status === 'SUCCEEDED',
      )
      expect(done).toHaveLength(2)
      expect((await readWebhook(api, clinic.organization, channel.id)).active).toBe(true)
    },
  )

  it.each(sample('answers that end a channel', ENDS, 2))(
    'of %s that answers %s is switched off, and the owner is told',
    async (format, _what, answer) => {
      const clinic = await openClinic(api)
      const address = `owner${clinic.organization.row.id}@example.com`
      await createProfessional(api.db, clinic.organization.row, { role: 'owner', email: address })
      const channel = await channelFor(clinic, format)
      platforms.answer(channel.url, answer)
      await booked(clinic, '09:00')
      const off = await fact('the end', async () => {
        const webhook = await readWebhook(api, clinic.organization, channel.id)
        return !webhook.active && webhook
      })
      expect(off).toMatchObject({
        disabled_reason: 'PLATFORM_REFUSED',
        disabled_at: expect.any(String),
      })
      const [attempt, ...others] = await attemptsOf(api, clinic, channel, 1)
      expect(attempt).toMatchObject({ status: 'FAILED', next_attempt_at: null })
      expect(others).toEqual([])
      const mails = await api.connection.pool.query<{ body: string }>(
        'SELECT body FROM mail WHERE recipient = $1',
        [address],
      )
      expect(mails.rows).toHaveLength(1)
      expect(mails.rows[0]?.body).toContain(channel.id)

      await booked(clinic, '10:00')
      await later(400_000)
      const back = await clinic.call('PATCH', `/v1/webhooks/${channel.id}`, {
        body: { active: true },
      })
      expect(back.body).toMatchObject({ active: true, disabled_reason: null, disabled_at: null })
      await booked(clinic, '11:00')
      const posts = await postsOf(channel, 2)
      expect(posts).toHaveLength(2)
    },
  )

  it.each(sample('answers that pass', PASSING, 1))(
    'of %s that answers %s is tried after 1 and 5 minutes, and stays on',
    async (format, _what, answer) => {
      const clinic = await openClinic(api)
      const channel = await channelFor(clinic, format)
      platforms.answer(channel.url, answer, 3)
      await booked(clinic, '09:00')
      const [first] = await attemptsOf(api, clinic, channel, 1)
      expect(secondsBetween(first.attempted_at, first.next_attempt_at)).toBeGreaterThanOrEqual(60)
      await later(67_000)
      const [, second] = await attemptsOf(api, clinic, channel, 2)
      expect(secondsBetween(second.attempted_at, second.next_attempt_at)).toBeGreaterThanOrEqual(
        300,
      )
      await later(200_000)
      expect(channel.posts()).toHaveLength(2)
      await later(135_000)
      const attempts = await attemptsOf(api, clinic, channel, 3)
      expect(attempts.map(({ attempt, status, trigger }) => [attempt, status, trigger])).toEqual([
        [1, 'FAILED', 'EVENT'],
        [2, 'FAILED', 'RETRY'],
        [3, 'FAILED', 'RETRY'],
      ])
      expect(attempts[2].next_attempt_at).toBeNull()
      await later(3_600_000)
      expect(channel.posts()).toHaveLength(3)
      expect((await readWebhook(api, clinic.organization, channel.id)).active).toBe(true)
    },
  )
})
