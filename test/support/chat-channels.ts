/** Webhooks that lead to the chat platforms which a test plays, and what became of their messages. */
import type { TestApi } from './api.ts'
import type { BookableClinic } from './booking.ts'
import { TEAMS_HOST, type ChatPlatforms, type PlatformName, type Post } from './chat-platforms.ts'
import { createdWebhook } from './webhooks.ts'
import { deliveriesOf, fact } from './worker.ts'

export type Channel = {
  readonly id: string
  readonly format: PlatformName
  readonly url: string
  posts(): Post[]
}

let channels = 0

/** An address that no other test uses. */
export function newChannelAddress(platform: PlatformName): string {
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

/** A webhook for the life of appointments, unless said otherwise. */
export async function openChannel(
  api: TestApi,
  platforms: ChatPlatforms,
  clinic: BookableClinic,
  format: PlatformName,
  body: object = {},
): Promise<Channel> {
  const url = newChannelAddress(format)
  const events = ['appointment.*']
  const webhook = await createdWebhook(api, clinic.organization, { url, format, events, ...body })
  return { id: webhook.id, format, url, posts: () => platforms.posts(url) }
}

/** Messages that arrived, oldest first, when there are so many. */
export function postsOf(channel: Channel, expected: number): Promise<Post[]> {
  return fact(`${expected} messages to ${channel.format}`, () => {
    const posts = channel.posts()
    return posts.length >= expected && posts
  })
}

/** Attempts that ended, oldest first, when there are so many. */
export function attemptsOf(
  api: TestApi,
  clinic: BookableClinic,
  channel: Channel,
  expected: number,
): Promise<any[]> {
  return fact(`${expected} attempts at ${channel.format}`, async () => {
    const rows = await deliveriesOf(api, clinic.organization, channel)
    const ended = rows.filter(({ status }) => status !== 'PENDING').toReversed()
    return ended.length >= expected && ended
  })
}
