import { router } from '../procedure/trpc.ts'
import { connectCentral } from './connect-central.ts'
import { connectMessaging } from './connect.ts'
import { disconnectMessaging } from './disconnect.ts'
import { getContact } from './get-contact.ts'
import { getMessagingConnection } from './get-connection.ts'
import { listConversations } from './list-conversations.ts'
import { listMessages } from './list.ts'
import { listTexts } from './list-texts.ts'
import { previewChange } from './preview-change.ts'
import { previewText } from './preview-text.ts'
import { resendMessage } from './resend.ts'
import { resetText } from './reset-text.ts'
import { sendText } from './send-text.ts'
import { setOptIn } from './set-opt-in.ts'
import { setText } from './set-text.ts'

export const messaging = router({
  getConnection: getMessagingConnection,
  connect: connectMessaging,
  connectCentral,
  disconnect: disconnectMessaging,
  list: listMessages,
  listConversations,
  resend: resendMessage,
  sendText,
  getContact,
  setOptIn,
  listTexts,
  previewText,
  previewChange,
  setText,
  resetText,
})
