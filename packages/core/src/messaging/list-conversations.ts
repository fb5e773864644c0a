import { Prisma } from '@scheduling/database'
import { z } from 'zod'
import { envelope, keysetPage, PageInput, pageOf } from '../lists/page.ts'
import { procedure } from '../procedure/define.ts'
import { ListedMessage, MESSAGES, toListed, NEWEST_FIRST } from './listed-message.ts'

/** `messaging.listConversations`: the last message of each client, newest first. */
export const listConversations = procedure({
  kind: 'read',
  scope: 'read',
  access: 'desk',
  input: z.object(PageInput),
  output: pageOf(ListedMessage),
  problems: [],
  async run(context, input) {
    const page = await keysetPage(context.db, context, {
      name: 'conversations',
      query: MESSAGES.page,
      from: Prisma.sql`message m`,
      where: [
        Prisma.sql`m.organization_id = ${context.organization.id}`,
        Prisma.sql`m.client_id IS NOT NULL`,
        Prisma.sql`NOT EXISTS (SELECT FROM message later WHERE later.organization_id = m.organization_id
          AND later.client_id = m.client_id AND (later.created_at, later.id) > (m.created_at, m.id))`,
      ],
      order: NEWEST_FIRST,
      filters: {},
      request: input,
    })
    return envelope(
      context,
      page,
      page.rows.map((row) => toListed(row, context)),
    )
  },
})
