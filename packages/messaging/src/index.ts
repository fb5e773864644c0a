export { answerIn, type AnswerWord } from './answer-words.ts'
export { joined } from './article.ts'
export { centralProvider, type CentralNumber } from './central-number.ts'
export { CATALOGUE, PURPOSES, type Purpose, type PurposeText } from './catalogue.ts'
export { emailOver, type EmailProvider } from './email.ts'
export type { MailAction, MailPage, MailRow } from './mail/mail-page.ts'
export { renderMail } from './mail/render-mail.ts'
export {
  ACTION_WORDS,
  CODE_WORDS,
  DEMONSTRATION_WORDS,
  STATE_WORDS,
  stateOfAppointment,
  type ActionWord,
  type StateWord,
} from './words.ts'
export { senderAddress } from './sender.ts'
export {
  oneLine,
  type ApprovedTemplate,
  type CalendarPart,
  type MessagingProvider,
  type OutgoingMessage,
  type ReplyButton,
  type SendOutcome,
} from './provider.ts'
export {
  WHATSAPP_API_URL,
  WHATSAPP_CENTRAL,
  WHATSAPP_CLOUD,
  whatsappCloud,
} from './whatsapp-cloud.ts'
export {
  challengeOf,
  isSignedBy,
  readNotice,
  type ReadNotice,
  type ReceivedMessage,
  type SentStatus,
} from './whatsapp-notice.ts'
