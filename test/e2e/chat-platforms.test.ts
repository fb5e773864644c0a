/** The four chat platforms with the answers that their documentation gives, beside a real worker. */
import type { RunningWorker } from '@scheduling/worker'
import { HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../support/api.ts'
import {
  act,
  at,
  booked,
  COMING_MONDAY,
  openClinic,
  type BookableClinic,
} from '../support/booking.ts'
import {
  discordError,
  googleError,
  playChatPlatforms,
  TEAMS_HOST,
  type ChatPlatforms,
  type Post,
} from '../support/chat-platforms.ts'
import { createProfessional } from '../support/clinic.ts'
import { createdWebhook } from '../support/webhooks.ts'
import { deliveriesOf, fact, sweepNow, workerBeside } from '../support/worker.ts'

const PLATFORMS = ['slack', 'discord', 'google_chat', 'teams'] as const
type Platform = (typeof PLATFORMS)[number]

let api: TestApi
let worker: RunningWorker
let platforms: ChatPlatforms
/** The service's clock runs, this much ahead: chat pauses are measured with it. */
let ahead = 0
let channels = 0

beforeAll(async () => {
  api = await startTestApi()
  Object.assign(api.service, {
    now: () => Date.now() + ahead,
    publicBaseUrl: 'https://agenda.example.com',
  })
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

/** An address that no other test uses. */
function channelOf(platform: Platform): string {
  channels += 1
  switch (platform) {
    case 'slack':
      return `https://hooks.slack.com/services/T0001/B${channels}/AbCdEfGhIjKl9Zq`
    case 'discord':
      return `https://discord.com/api/webhooks/12345678901234${channels}/AbCdEfGhIjKlMnOp-_token`
    case 'google_chat':
      return `https://chat.googleapis.com/v1/spaces/AAAA${channels}/messages?key=key-abcdefgh&token=token-ijklmnop`
    case 'teams':
      return `https://${TEAMS_HOST}/workflows/${channels}/triggers/manual/paths/invoke?sig=sig-abcdefgh`
  }
}

type Channel = {
  readonly id: string
  readonly format: Platform
  readonly url: string
  posts(): Post[]
}

async function channelFor(
  clinic: BookableClinic,
  format: Platform,
  body: object = {},
): Promise<Channel> {
  const url = channelOf(format)
  const events = ['appointment.*']
  const webhook = await createdWebhook(api, clinic.organization, { url, format, events, ...body })
  return { id: webhook.id, format, url, posts: () => platforms.posts(url) }
}

function everyPlatform(clinic: BookableClinic, body: object = {}): Promise<Channel[]> {
  return Promise.all(PLATFORMS.map((platform) => channelFor(clinic, platform, body)))
}

function postsOf(channel: Channel, expected: number): Promise<Post[]> {
  return fact(`${expected} messages to ${channel.format}`, () => {
    const posts = channel.posts()
    return posts.length >= expected && posts
  })
}

const typesOf = (posts: readonly Post[]) =>
  posts.map(({ headers }) => headers.get('x-service-event'))

/** Attempts that ended, oldest first, when there are so many. */
function attemptsOf(clinic: BookableClinic, channel: Channel, expected: number): Promise<any[]> {
  return fact(`${expected} attempts at ${channel.format}`, async () => {
    const rows = await deliveriesOf(api, clinic.organization, channel)
    const ended = rows.filter(({ status }) => status !== 'PENDING').toReversed()
    return ended.length >= expected && ended
  })
}

async function webhookOf(clinic: BookableClinic, { id }: Channel): Promise<any> {
  return (await clinic.call('GET', `/v1/webhooks/${id}`)).body
}

/** Moves the clock, and waits until the worker has done all that is due by then. */
async function later(milliseconds: number): Promise<void> {
  ahead += milliseconds
  await sweepNow(api)
  await fact('a quiet worker', async () => {
    const { rows } = await api.connection.pool.query(
      'SELECT FROM graphile_worker.jobs WHERE run_at <= now()',
    )
    return rows.length === 0
  })
}

const secondsBetween = (one: string, other: string) => (Date.parse(other) - Date.parse(one)) / 1000

describe('Every platform', () => {
  it('takes each message of an appointment’s life, and shows what a channel may see', async () => {
    const clinic = await openClinic(api, { organization: { language: 'en' } })
    const all = await everyPlatform(clinic)
    const id = await booked(clinic, '09:00', {
      notes: 'canary notes',
      metadata: { crm: 'canary-metadata' },
      client: {
        first_name: 'Mariana <!channel> @everyone',
        last_name: 'Alves de Souza',
        phone: '+5521976543210',
        email: 'mariana.souza@example.com',
        cpf: '52998224725',
        birth_date: '1990-05-17',
      },
    })
    await act(clinic, id, 'confirm')
    await act(clinic, id, 'reschedule', {
      start: at('11:00', COMING_MONDAY),
      reason: 'canary reason',
    })
    await act(clinic, id, 'cancel', { reason: 'canary cancelled' })
    const accepted = { slack: 200, discord: 200, google_chat: 200, teams: 202 }
    for (const channel of all) {
      const posts = await postsOf(channel, 4)
      expect([channel.format, ...typesOf(posts)]).toEqual([
        channel.format,
        'appointment.created',
        'appointment.confirmed',
        'appointment.rescheduled',
        'appointment.cancelled',
      ])
      const attempts = await attemptsOf(clinic, channel, 4)
      for (const attempt of attempts) {
        expect(attempt).toMatchObject({
          status: 'SUCCEEDED',
          response_status: accepted[channel.format],
          attempt: 1,
          max_attempts: 3,
        })
      }
      const sent = JSON.stringify(posts.map(({ payload }) => payload))
      expect(sent).toContain('New appointment')
      expect(sent).toContain('Appointment rescheduled')
      expect(sent).toContain('Open record')
      expect(sent).toContain(`https://agenda.example.com/dashboard/appointments/${id}`)
      expect(sent).toContain('Mariana')
      expect(sent).toContain('Souza')
      expect(sent).not.toMatch(/canary|Alves|97654|52998224725|1990-05-17|@example\.com/)
      expect(sent).not.toMatch(/<!channel>/)
    }
  })

  it('shows full names, phones and the organization’s own title when it is told to', async () => {
    const clinic = await openClinic(api)
    const all = await everyPlatform(clinic, {
      events: ['client.created'],
      show_full_personal_data: true,
      message_template: '{{ data.object.name | upper }} liga para {{ organization.name }}',
    })
    await clinic.call('POST', '/v1/clients', {
      body: {
        first_name: 'Mariana',
        last_name: 'Alves de Souza',
        phone: '+5521976543210',
        email: 'mariana@example.com',
        cpf: '52998224725',
      },
    })
    for (const channel of all) {
      const [post] = await postsOf(channel, 1)
      const sent = JSON.stringify(post?.payload)
      expect(sent).toContain('MARIANA ALVES DE SOUZA liga para Clínica Aurora')
      expect(sent).toContain('+5521976543210')
      expect(sent).toContain('mariana')
      expect(sent).toContain('Telefone')
      expect(sent).not.toContain('52998224725')
    }
  })

  it('refuses a message that is not of its format, and nobody else is reached', async () => {
    const broken: Record<Platform, [message: object, fault: RegExp]> = {
      slack: [
        { text: 'x', blocks: [{ type: 'section' }] },
        /blocks\/0 must have required property/,
      ],
      discord: [
        {
          content: 'x',
          embeds: [{ title: 'x'.repeat(257) }],
          allowed_mentions: { parse: ['everyone'] },
        },
        /title must NOT have more than 256.*parse must be equal.*with_components is missing/,
      ],
      google_chat: [
        { text: 'x'.repeat(5000), cardsV2: [{ cardId: 'x', card: { sections: [] } }] },
        /text must NOT have more than 4096.*card must have required property 'header'/,
      ],
      teams: [
        { type: 'message', attachments: [{ contentType: 'text/plain', content: {} }] },
        /contentType must be equal to constant/,
      ],
    }
    for (const platform of PLATFORMS) {
      const [message, fault] = broken[platform]
      const result = await api.service.sender.send({
        url: channelOf(platform).replace('/api/', '/api/v10/'),
        method: 'POST',
        contentType: 'application/json',
        body: Buffer.from(JSON.stringify(message)),
        serviceHeaders: {},
      })
      expect([platform, result.status]).toEqual([platform, 400])
      expect(platforms.takeFaults()).toEqual([expect.stringMatching(fault)])
    }
    const elsewhere = await api.service.sender.send({
      url: 'https://hooks.slack.com/other',
      method: 'POST',
      contentType: 'application/json',
      body: Buffer.from('{}'),
      serviceHeaders: {},
    })
    expect(elsewhere.status).not.toBe(200)
    expect(platforms.takeFaults()).toEqual(['nobody expects POST https://hooks.slack.com/other'])
  })

  it.each<[Platform, string, () => Response, number]>([
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
  ])(
    'when %s answers 429 with %s, the channel rests and then goes on',
    async (format, _what, answer, seconds) => {
      const clinic = await openClinic(api)
      const channel = await channelFor(clinic, format)
      platforms.answer(channel.url, answer)
      await booked(clinic, '09:00')
      const [refused] = await attemptsOf(clinic, channel, 1)
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
      const done = (await attemptsOf(clinic, channel, 3)).filter(
        ({ status }) => status === 'SUCCEEDED',
      )
      expect(done).toHaveLength(2)
      expect((await webhookOf(clinic, channel)).active).toBe(true)
    },
  )

  it.each<[Platform, string, () => Response]>([
    ['slack', '404 no_service', () => new HttpResponse('no_service', { status: 404 })],
    [
      'slack',
      '404 channel_not_found',
      () => new HttpResponse('channel_not_found', { status: 404 }),
    ],
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
  ])(
    'of %s that answers %s is switched off, and the owner is told',
    async (format, _what, answer) => {
      const clinic = await openClinic(api)
      const address = `owner${clinic.organization.row.id}@example.com`
      await createProfessional(api.db, clinic.organization.row, { role: 'owner', email: address })
      const channel = await channelFor(clinic, format)
      platforms.answer(channel.url, answer)
      await booked(clinic, '09:00')
      const off = await fact('the end', async () => {
        const webhook = await webhookOf(clinic, channel)
        return !webhook.active && webhook
      })
      expect(off).toMatchObject({
        disabled_reason: 'PLATFORM_REFUSED',
        disabled_at: expect.any(String),
      })
      const [attempt, ...others] = await attemptsOf(clinic, channel, 1)
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

  it.each<[Platform, string, () => Response]>([
    [
      'slack',
      '403 action_prohibited',
      () => new HttpResponse('action_prohibited', { status: 403 }),
    ],
    [
      'discord',
      '401 Invalid Webhook Token',
      () => discordError(401, 50_027, 'Invalid Webhook Token'),
    ],
    ['google_chat', '403 PERMISSION_DENIED', () => googleError(403, 'PERMISSION_DENIED')],
    ['teams', '502', () => HttpResponse.json({ error: { code: 'NoResponse' } }, { status: 502 })],
  ])(
    'of %s that answers %s is tried after 1 and 5 minutes, and stays on',
    async (format, _what, answer) => {
      const clinic = await openClinic(api)
      const channel = await channelFor(clinic, format)
      platforms.answer(channel.url, answer, 3)
      await booked(clinic, '09:00')
      const [first] = await attemptsOf(clinic, channel, 1)
      expect(secondsBetween(first.attempted_at, first.next_attempt_at)).toBeGreaterThanOrEqual(60)
      await later(67_000)
      const [, second] = await attemptsOf(clinic, channel, 2)
      expect(secondsBetween(second.attempted_at, second.next_attempt_at)).toBeGreaterThanOrEqual(
        300,
      )
      await later(200_000)
      expect(channel.posts()).toHaveLength(2)
      await later(135_000)
      const attempts = await attemptsOf(clinic, channel, 3)
      expect(attempts.map(({ attempt, status, trigger }) => [attempt, status, trigger])).toEqual([
        [1, 'FAILED', 'EVENT'],
        [2, 'FAILED', 'RETRY'],
        [3, 'FAILED', 'RETRY'],
      ])
      expect(attempts[2].next_attempt_at).toBeNull()
      await later(3_600_000)
      expect(channel.posts()).toHaveLength(3)
      expect((await webhookOf(clinic, channel)).active).toBe(true)
    },
  )
})

describe('Discord', () => {
  it('shows one message per appointment, edited; a deleted one is made anew and edited from then on', async () => {
    const clinic = await openClinic(api)
    const channel = await channelFor(clinic, 'discord')
    const id = await booked(clinic, '09:00')
    await postsOf(channel, 1)
    const original = await messageOf(channel, id)
    expect(platforms.discordMessage(original)).toBe('Novo agendamento')
    await act(clinic, id, 'reschedule', { start: at('11:00', COMING_MONDAY) })
    await postsOf(channel, 2)
    expect(platforms.discordMessage(original)).toBe('Agendamento remarcado')

    platforms.deleteDiscordMessage(original)
    await act(clinic, id, 'reschedule', { start: at('14:00', COMING_MONDAY) })
    const posts = await postsOf(channel, 4)
    expect(posts.slice(2).map(({ method }) => method)).toEqual(['PATCH', 'POST'])
    const replacement = await fact('another message', async () => {
      const now = await messageOf(channel, id)
      return now !== original && now
    })
    expect(platforms.discordMessage(replacement)).toBe('Agendamento remarcado')
    await act(clinic, id, 'cancel')
    const [, , , , last] = await postsOf(channel, 5)
    expect(last?.method).toBe('PATCH')
    expect(last?.url.pathname).toMatch(new RegExp(`/messages/${replacement}$`))
    expect(platforms.discordMessage(replacement)).toBe('Agendamento cancelado')
    const attempts = await attemptsOf(clinic, channel, 4)
    expect(attempts.map(({ status }) => status)).toEqual(Array(4).fill('SUCCEEDED'))
  })

  it('that lost the whole webhook gets no new message in place of the old one', async () => {
    const clinic = await openClinic(api)
    const channel = await channelFor(clinic, 'discord')
    const id = await booked(clinic, '09:00')
    await attemptsOf(clinic, channel, 1)
    platforms.answer(channel.url, () => discordError(404, 10_015, 'Unknown Webhook'))
    await act(clinic, id, 'reschedule', { start: at('11:00', COMING_MONDAY) })
    await fact('the end', async () => !(await webhookOf(clinic, channel)).active)
    expect(channel.posts().map(({ method }) => method)).toEqual(['POST', 'PATCH'])
  })
})

describe('Google Chat', () => {
  it('has one thread for each appointment', async () => {
    const clinic = await openClinic(api)
    const channel = await channelFor(clinic, 'google_chat')
    const one = await booked(clinic, '09:00')
    const other = await booked(clinic, '10:00')
    await act(clinic, one, 'confirm')
    await act(clinic, one, 'cancel')
    await attemptsOf(clinic, channel, 4)
    expect(platforms.googleThreads(channel.url)).toEqual({
      [`appointment-${one}`]: 3,
      [`appointment-${other}`]: 1,
    })
  })
})

/** Id of the message that later events of the appointment edit. */
async function messageOf(channel: Channel, appointmentId: number): Promise<string> {
  return fact('the message', async () => {
    const row = await api.db.chatMessage.findFirst({
      where: { webhookId: channel.id, record: `appointment:${appointmentId}` },
    })
    return row?.messageId
  })
}
