import { findRow, tables } from '@scheduling/database'
import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { MessagingConnection, toConnection } from './connection.ts'

/** `messaging.getConnection`: how the organization is connected, without any secret. */
export const getMessagingConnection = procedure({
  kind: 'read',
  scope: 'read',
  access: 'desk',
  input: z.object({}),
  output: MessagingConnection,
  problems: [],
  async run(context) {
    const organizationId = context.organization.id
    const [row, account] = await Promise.all([
      findRow(context.db, tables.messagingConnection, { organizationId }),
      findRow(context.db, tables.whatsappAccount, { organizationId }),
    ])
    return toConnection(context, row, account)
  },
})
