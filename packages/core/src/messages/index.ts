import { router } from '../procedure/trpc.ts'
import { connectMessaging } from './connect.ts'
import { disconnectMessaging } from './disconnect.ts'
import { getMessagingConnection } from './get-connection.ts'

export const messaging = router({
  getConnection: getMessagingConnection,
  connect: connectMessaging,
  disconnect: disconnectMessaging,
})
