import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { MessagingConnection, toConnection } from './connection.ts'

/** `messaging.getConnection`: how the organization is connected, without any secret. */
export const getMessagingConnection = procedure({
  kind: 'read',
  scope: 'read',
  input: z.object({}),
  output: MessagingConnection,
  problems: [],
  async run(context) {
    const organizationId = context.organization.id
    const [row, account] = await Promise.all([
      context.db.messagingConnection.findUnique({ where: { organizationId } }),
      context.db.whatsappAccount.findUnique({
        where: { organizationId },
        select: { hookId: true, phoneNumberId: true },
      }),
    ])
    return toConnection(context, row, account)
  },
})
