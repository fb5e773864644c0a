/** The four chat platforms with the answers that their documentation gives, beside a real worker. */
import type { RunningWorker } from '@scheduling/worker'
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
  attemptsOf,
  newChannelAddress,
  openChannel,
  postsOf,
  type Channel,
} from '../support/chat-channels.ts'
import {
  discordError,
  playChatPlatforms,
  type ChatPlatforms,
  type PlatformName,
  type Post,
} from '../support/chat-platforms.ts'
import { readWebhook } from '../support/webhooks.ts'
import { fact, letClockRun, workerBeside } from '../support/worker.ts'

const PLATFORMS: readonly PlatformName[] = ['slack', 'discord', 'google_chat', 'teams']

let api: TestApi
let worker: RunningWorker
let platforms: ChatPlatforms

beforeAll(async () => {
  api = await startTestApi()
  letClockRun(api)
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

const channelFor = (clinic: BookableClinic, format: PlatformName, body: object = {}) =>
  openChannel(api, platforms, clinic, format, body)

function everyPlatform(clinic: BookableClinic, body: object = {}): Promise<Channel[]> {
  return Promise.all(PLATFORMS.map((platform) => channelFor(clinic, platform, body)))
}

const typesOf = (posts: readonly Post[]) =>
  posts.map(({ headers }) => headers.get('x-service-event'))

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
      const attempts = await attemptsOf(api, clinic, channel, 4)
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
      expect(sent).toContain(`https://agenda.example.com/app/?appointment=${id}`)
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

  it('refuses a message that is not of its format, and no one else is reached', async () => {
    const broken: Record<PlatformName, [message: object, fault: RegExp]> = {
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
        url: newChannelAddress(platform).replace('/api/', '/api/v10/'),
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
    expect(platforms.takeFaults()).toEqual(['no one expects POST https://hooks.slack.com/other'])
  })
})

describe('Discord', () => {
  it('shows one message per appointment, edited; a deleted one is made again and edited from then on', async () => {
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
    const attempts = await attemptsOf(api, clinic, channel, 4)
    expect(attempts.map(({ status }) => status)).toEqual(Array(4).fill('SUCCEEDED'))
  })

  it('that lost the whole webhook gets no new message in place of the old one', async () => {
    const clinic = await openClinic(api)
    const channel = await channelFor(clinic, 'discord')
    const id = await booked(clinic, '09:00')
    await attemptsOf(api, clinic, channel, 1)
    platforms.answer(channel.url, () => discordError(404, 10_015, 'Unknown Webhook'))
    await act(clinic, id, 'reschedule', { start: at('11:00', COMING_MONDAY) })
    await fact(
      'the end',
      async () => !(await readWebhook(api, clinic.organization, channel.id)).active,
    )
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
    await attemptsOf(api, clinic, channel, 4)
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
