export {
  CHAT_FORMATS,
  CHAT_PLATFORMS,
  readChatFormat,
  type ChatFormat,
  type ChatPlatform,
} from './chat-format.ts'
export { checkChatUrl, truncateChatUrl, type ChatUrlError } from './chat-url.ts'
export { formatMoney, type ChatLanguage } from './format-value.ts'
export { checkMessageTemplate, type MessageTemplateContext } from './message-template.ts'
export {
  chatMessage,
  previewMessage,
  type ChatMessage,
  type ChatMessageOptions,
} from './message.ts'
export {
  chatRequest,
  isOriginalGone,
  readMessageId,
  type ChatRequest,
  type ChatRequestOptions,
} from './request.ts'
export { oneLine } from './one-line.ts'
export { maskPhone, reduceName } from './personal-data.ts'
export { toDiscord } from './discord.ts'
export { toGoogleChat } from './google-chat.ts'
export { toSlack } from './slack.ts'
export { toTeams } from './teams.ts'
