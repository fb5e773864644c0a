/**
 * Slack, Discord, Google Chat and Teams, played by msw as their documentation describes them: each takes only
 * messages of its own format and answers as the platform does. What is sent to anyone else fails.
 */
import { createSender, isRefusedAddress } from '@scheduling/webhooks'
import {
  DISCORD_EMBED_CHARACTERS,
  MESSAGE_BYTES,
  PLATFORM_SCHEMAS,
} from '@scheduling/webhooks/testing/platform-schemas'
import { Ajv } from 'ajv'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import type { TestApi } from './api.ts'

export type PlatformName = keyof typeof PLATFORM_SCHEMAS

export type Post = {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly payload: any
}

type Answer = () => Response

export type ChatPlatforms = {
  /** What arrived at a channel, oldest first, refused messages too. */
  posts(address: string): Post[]
  /** Instead of its own answer a channel gives this one, so many times. */
  answer(address: string, answer: Answer, times?: number): void
  /** Text of the message as a channel of Discord shows it now; undefined when it was deleted. */
  discordMessage(id: string): string | undefined
  /** Someone deletes a message in Discord. */
  deleteDiscordMessage(id: string): void
  /** Threads of a Google space and how many messages each has. */
  googleThreads(address: string): Record<string, number>
  /** What a platform would not have taken, and what was sent elsewhere; forgotten when told. */
  takeFaults(): string[]
  close(): void
}

const ajv = new Ajv({ allErrors: true, strict: false })
const FORMATS = {
  slack: ajv.compile(PLATFORM_SCHEMAS.slack),
  discord: ajv.compile(PLATFORM_SCHEMAS.discord),
  google_chat: ajv.compile(PLATFORM_SCHEMAS.google_chat),
  teams: ajv.compile(PLATFORM_SCHEMAS.teams),
}

export const TEAMS_HOST = 'prod-00.westeurope.logic.azure.com'

/** From now on the service sends to these platforms, through its own guarded client. */
export function playChatPlatforms(api: TestApi): ChatPlatforms {
  const posts: Post[] = []
  const faults: string[] = []
  const answers: { channel: string; answer: Answer; times: number }[] = []
  const discordMessages = new Map<string, string>()
  const threads = new Map<string, Map<string, number>>()
  let lastId = 1_200_000_000_000_000_000n

  /** Reads a message, notes it, and says what is wrong with it. */
  async function receive(
    platform: PlatformName,
    request: Request,
  ): Promise<Post & { fault: string }> {
    const url = new URL(request.url)
    const body = await request.text()
    const payload = readJson(body)
    const validate = FORMATS[platform]
    const complaints = validate(payload)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
    const type = request.headers.get('content-type') ?? ''
    if (!/^application\/json\b/.test(type)) complaints.push(`Content-Type ${type}`)
    if (Buffer.byteLength(body) > MESSAGE_BYTES) complaints.push('too large')
    if (platform === 'discord' && embedCharacters(payload) > DISCORD_EMBED_CHARACTERS)
      complaints.push('embeds too long')
    // A webhook that no application owns loses its buttons without it, silently.
    if (platform === 'discord' && url.searchParams.get('with_components') !== 'true')
      complaints.push('with_components is missing')
    for (const name of ['x-service-signature', 'webhook-signature'])
      if (request.headers.has(name)) complaints.push(`signed: ${name}`)
    const fault = complaints.join('; ')
    if (fault !== '') faults.push(`${platform}: ${fault}`)
    const post = { method: request.method, url, headers: request.headers, payload }
    posts.push(post)
    return { ...post, fault }
  }

  function prepared(url: URL): Response | null {
    const found = answers.find(({ channel, times }) => times > 0 && channel === channelOf(url))
    if (found === undefined) return null
    found.times -= 1
    return found.answer()
  }

  const slack = http.post(
    'https://hooks.slack.com/services/:team/:app/:token',
    async ({ request }) => {
      const { url, fault } = await receive('slack', request)
      if (fault !== '') return new HttpResponse('invalid_blocks', { status: 400 })
      return prepared(url) ?? new HttpResponse('ok', { status: 200 })
    },
  )

  const discordPost = http.post(
    'https://discord.com/api/v10/webhooks/:id/:token',
    async ({ request }) => {
      const { url, payload, fault } = await receive('discord', request)
      if (fault !== '') return discordError(400, 50_035, 'Invalid Form Body')
      const other = prepared(url)
      if (other !== null) return other
      const id = String((lastId += 1n))
      discordMessages.set(id, payload.embeds[0].title)
      if (url.searchParams.get('wait') !== 'true') return new HttpResponse(null, { status: 204 })
      return HttpResponse.json(discordMessage(id, payload))
    },
  )

  const discordEdit = http.patch(
    'https://discord.com/api/v10/webhooks/:id/:token/messages/:message',
    async ({ request, params }) => {
      const { url, payload, fault } = await receive('discord', request)
      if (fault !== '') return discordError(400, 50_035, 'Invalid Form Body')
      const other = prepared(url)
      if (other !== null) return other
      const id = String(params['message'])
      if (!discordMessages.has(id)) return discordError(404, 10_008, 'Unknown Message')
      discordMessages.set(id, payload.embeds[0].title)
      return HttpResponse.json(discordMessage(id, payload))
    },
  )

  const google = http.post(
    'https://chat.googleapis.com/v1/spaces/:space/messages',
    async ({ request, params }) => {
      const { url, payload, fault } = await receive('google_chat', request)
      if (fault !== '') return googleError(400, 'INVALID_ARGUMENT')
      if (!url.searchParams.get('key') || !url.searchParams.get('token')) {
        faults.push('google_chat: key and token were lost')
        return googleError(401, 'UNAUTHENTICATED')
      }
      const other = prepared(url)
      if (other !== null) return other
      const name = `spaces/${String(params['space'])}`
      // Without the option a key is kept, and the message begins a thread all the same.
      const replies = url.searchParams.get('messageReplyOption') ?? ''
      const key: string | undefined = payload.thread?.threadKey
      const isReply = key !== undefined && replies.startsWith('REPLY_MESSAGE')
      const thread = isReply ? key : `new-${posts.length}`
      const inSpace = threads.get(channelOf(url)) ?? new Map<string, number>()
      threads.set(channelOf(url), inSpace.set(thread, (inSpace.get(thread) ?? 0) + 1))
      return HttpResponse.json({
        name: `${name}/messages/${posts.length}`,
        sender: { name: 'users/114022495153014004089', displayName: 'Agenda', type: 'BOT' },
        text: payload.text,
        cardsV2: payload.cardsV2,
        thread: {
          name: `${name}/threads/${thread}`,
          ...(key === undefined ? {} : { threadKey: key }),
        },
        space: { name },
        createTime: '2026-11-20T11:00:00.000000Z',
      })
    },
  )

  const teams = http.post(`https://${TEAMS_HOST}/workflows/*`, async ({ request }) => {
    const { url, fault } = await receive('teams', request)
    if (fault !== '')
      return HttpResponse.json({ error: { code: 'TriggerInputSchemaMismatch' } }, { status: 400 })
    return prepared(url) ?? new HttpResponse(null, { status: 202 })
  })

  const server = setupServer(slack, discordPost, discordEdit, google, teams)
  server.listen({
    onUnhandledFrame({ frame }) {
      const request = requestIn(frame.data)
      if (request === null) return
      const { method, url } = request
      // The test's own calls of the API under test.
      if (new URL(url).hostname === '127.0.0.1') return
      faults.push(`no one expects ${method} ${url}`)
      throw new Error(`No one expects ${method} ${url}.`)
    },
  })
  const sender = createSender({
    docsUrl: 'https://api.test/docs',
    // msw's connections say that they reached 127.0.0.1; everything else stays refused.
    isRefusedAddress: (address) => address !== '127.0.0.1' && isRefusedAddress(address),
    resolver: async () => ['127.0.0.1'],
    isNetworkWorking: async () => true,
  })
  const original = api.service.sender
  Object.assign(api.service, { sender, resolver: async () => ['93.184.215.14'] })

  return {
    posts: (address) => posts.filter(({ url }) => channelOf(url) === channelOf(new URL(address))),
    answer: (address, answer, times = 1) =>
      void answers.push({ channel: channelOf(new URL(address)), answer, times }),
    discordMessage: (id) => discordMessages.get(id),
    deleteDiscordMessage: (id) => void discordMessages.delete(id),
    googleThreads: (address) => Object.fromEntries(threads.get(channelOf(new URL(address))) ?? []),
    takeFaults: () => faults.splice(0),
    close() {
      original.close()
      sender.close()
      server.close()
    },
  }
}

function requestIn(frame: unknown): Request | null {
  const isObject = typeof frame === 'object' && frame !== null
  return isObject && 'request' in frame && frame.request instanceof Request ? frame.request : null
}

/** An edit goes to the channel of the message, and all to one version of the platform's API. */
function channelOf(url: URL): string {
  return url.host + url.pathname.replace(/\/messages\/\d+$/, '').replace('/api/v10/', '/api/')
}

/** As `GET /channels/{id}/messages/{id}` shows it, what tests don't look at left out. */
function discordMessage(id: string, payload: any): object {
  return {
    id,
    type: 0,
    content: payload.content,
    channel_id: '1200000000000000000',
    author: { id: '1', username: 'Agenda', discriminator: '0000', avatar: null, bot: true },
    embeds: payload.embeds,
    components: payload.components,
    attachments: [],
    timestamp: '2026-11-20T11:00:00.000000+00:00',
    edited_timestamp: null,
    webhook_id: '1',
  }
}

export function discordError(status: number, code: number, message: string): Response {
  return HttpResponse.json({ message, code }, { status })
}

export function googleError(status: number, state: string): Response {
  const message = `The request failed with ${state}.`
  return HttpResponse.json({ error: { code: status, message, status: state } }, { status })
}

function embedCharacters(payload: any): number {
  const texts = (payload?.embeds ?? []).flatMap((embed: any) => [
    embed.title,
    embed.footer?.text,
    ...(embed.fields ?? []).flatMap((field: any) => [field.name, field.value]),
  ])
  return texts.reduce((total: number, text: unknown) => total + String(text ?? '').length, 0)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
