import { Prisma } from '@scheduling/database'
import { z } from 'zod'
import { anyOf, BESIDE_OTHERS, fault, Id } from '../ground/fields.ts'
import { envelope, keysetPage, PageInput, pageOf } from '../lists/page.ts'
import { procedure } from '../procedure/define.ts'
import {
  ListedMessage,
  MESSAGE_CHANNELS,
  MESSAGE_RECORDS,
  MESSAGE_STATUSES,
  MESSAGES,
  toListed,
  NEWEST_FIRST,
} from './listed-message.ts'
import { MESSAGE_PURPOSES } from './purpose.ts'

const Filters = z.object({
  client_id: Id.optional(),
  status: anyOf(z.enum(MESSAGE_STATUSES)).optional(),
  purpose: anyOf(z.enum(MESSAGE_PURPOSES)).optional(),
  channel: z.enum(MESSAGE_CHANNELS).optional(),
  record: z.enum(MESSAGE_RECORDS).optional(),
  /** Goes with `record`. */
  record_id: Id.optional(),
  ...PageInput,
})

/** `messaging.list`: the outbox and what arrived, newest first; with `client_id`, the conversation with a client. */
export const listMessages = procedure({
  kind: 'read',
  scope: 'read',
  access: 'desk',
  input: Filters.superRefine((input, context) => {
    if (input.record_id === undefined || input.record !== undefined) return
    context.addIssue({ ...fault('required', '`record_id` goes with `record`.'), path: ['record'] })
  }, BESIDE_OTHERS),
  output: pageOf(ListedMessage),
  problems: [],
  async run(context, input) {
    const { cursor: _cursor, limit: _limit, ...filters } = input
    const where = [Prisma.sql`m.organization_id = ${context.organization.id}`]
    const { client_id: clientId, status, purpose, channel, record, record_id: recordId } = input
    if (clientId !== undefined) where.push(Prisma.sql`m.client_id = ${clientId}`)
    if (status !== undefined) where.push(Prisma.sql`m.status = ANY(${status})`)
    if (purpose !== undefined) where.push(Prisma.sql`m.purpose = ANY(${purpose})`)
    if (channel !== undefined) where.push(Prisma.sql`m.channel = ${channel}`)
    if (record !== undefined) where.push(Prisma.sql`m.record = ${record}`)
    if (recordId !== undefined) where.push(Prisma.sql`m.record_id = ${recordId}`)
    const page = await keysetPage(context.db, context, {
      name: 'messages',
      query: MESSAGES.page,
      from: Prisma.sql`message m`,
      where,
      order: NEWEST_FIRST,
      filters,
      request: input,
    })
    return envelope(
      context,
      page,
      page.rows.map((row) => toListed(row, context)),
    )
  },
})
