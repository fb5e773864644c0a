import { CHAT_PLATFORMS, type ChatFormat } from './chat-format.ts'

export type ChatUrlError = { field: 'url'; code: 'invalid_value'; message: string }

const DISCORD_HOSTS: ReadonlySet<string> = new Set(
  ['discord.com', 'discordapp.com'].flatMap((host) => [host, `ptb.${host}`, `canary.${host}`]),
)
/** Id and token of the webhook; `/slack` and `/github` behind them read other formats than ours. */
const DISCORD_PATH = /^\/api\/(?:v\d+\/)?webhooks\/\d+\/[\w-]+\/?$/

/**
 * Whether an address belongs to the platform of the format; null when it does. The rules for all
 * webhook addresses (public host, port, no credentials) are checked elsewhere, and hold as well.
 */
export function checkChatUrl(format: ChatFormat, url: string): ChatUrlError | null {
  const message = chatUrlComplaint(format, url)
  return message === null ? null : { field: 'url', code: 'invalid_value', message }
}

function chatUrlComplaint(format: ChatFormat, url: string): string | null {
  const address = URL.canParse(url) ? new URL(url) : null
  if (address === null || address.protocol !== 'https:')
    return 'The address must begin with https://.'
  const platform = CHAT_PLATFORMS[format]
  if (platform === 'teams') return null
  if (address.port !== '' || address.username !== '' || address.password !== '') {
    return 'The address cannot have a port or credentials on this platform.'
  }
  switch (platform) {
    case 'slack':
      if (address.hostname !== 'hooks.slack.com' || address.pathname === '/') {
        return 'The address must be an incoming webhook: https://hooks.slack.com/services/…'
      }
      return /^\/(triggers|workflows)\//.test(address.pathname)
        ? 'A workflow cannot show messages. Use an incoming webhook: https://hooks.slack.com/services/…'
        : null
    case 'discord':
      return DISCORD_HOSTS.has(address.hostname) && DISCORD_PATH.test(address.pathname)
        ? null
        : 'The address must be a channel webhook: https://discord.com/api/webhooks/…'
    case 'google_chat':
      return address.hostname === 'chat.googleapis.com' && address.pathname !== '/'
        ? null
        : 'The address must be a space webhook: https://chat.googleapis.com/v1/spaces/…'
  }
}

/** How the address of a chat webhook is shown: scheme, host, `/…` and the last 4 characters. */
export function truncateChatUrl(url: string): string {
  const address = new URL(url)
  return `${address.protocol}//${address.host}/…${url.slice(-4)}`
}
