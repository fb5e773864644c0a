/** The stored value of a chat format and the name of its platform, which is accepted on input. */
export const CHAT_PLATFORMS = {
  chat_format_1: 'slack',
  chat_format_2: 'discord',
  chat_format_3: 'google_chat',
  chat_format_4: 'teams',
} as const
export type ChatFormat = keyof typeof CHAT_PLATFORMS
export type ChatPlatform = (typeof CHAT_PLATFORMS)[ChatFormat]

export const CHAT_FORMATS = [
  'chat_format_1',
  'chat_format_2',
  'chat_format_3',
  'chat_format_4',
] as const

/** The stored value for either spelling of a chat format; null for any other text. */
export function readChatFormat(value: string): ChatFormat | null {
  return CHAT_FORMATS.find((format) => format === value || CHAT_PLATFORMS[format] === value) ?? null
}
