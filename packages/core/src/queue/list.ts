import { localDateOf } from '@scheduling/availability'
import { Prisma } from '@scheduling/database'
import { z } from 'zod'
import { query } from '../endpoint.ts'
import { anyOf, DateInput, Id } from '../fields.ts'
import { envelope, inOrderOf, keysetPage, PageInput, pageOf } from '../page.ts'
import { queueEntryReplies } from './load.ts'
import {
  QUEUE_ENTRY_RELATIONS,
  QueueEntry,
  QueueEntryExpand,
  QueueEntryStatus,
} from './queue-entry.ts'

/** `GET /v1/queue/entries` */
export const listQueueEntries = query({
  method: 'GET',
  path: '/queue/entries',
  tag: 'Online queue',
  summary: 'List queue entries',
  description:
    'The entries of one day in order of arrival, ended ones included; all filters must hold.',
  scope: 'read',
  feature: 'online_queue',
  input: z.object({
    professional_id: Id.optional().meta({
      description: 'Entries of this professional, and unassigned ones that he or she may serve.',
    }),
    date: DateInput.optional().meta({ description: 'Local day of arrival. Default: today.' }),
    status: anyOf(QueueEntryStatus).optional().meta({ description: 'Any of these.' }),
    ...PageInput,
    expand: QueueEntryExpand,
  }),
  output: pageOf(QueueEntry).meta({ id: 'QueueEntryList' }),
  success: { ok: 200 },
  problems: [],
  async run(context, input) {
    const { db, organization } = context
    // Part of the filters, also by default: a cursor of yesterday must not go on in another day.
    const date = input.date ?? localDateOf(context.now(), organization.timeZone)
    const page = await keysetPage<number>(db, context, {
      name: 'queue entries',
      from: Prisma.sql`queue_entry e`,
      where: conditions(organization.id, date, input.professional_id, input.status),
      order: {
        name: 'arrived_at',
        key: Prisma.sql`e.arrived_at`,
        type: 'timestamptz',
        id: Prisma.sql`e.id`,
        idType: 'integer',
        direction: 'asc',
      },
      filters: { date, professional_id: input.professional_id, status: input.status },
      request: input,
    })
    const rows = await db.queueEntry.findMany({
      where: { organizationId: organization.id, id: { in: [...page.ids] } },
      include: QUEUE_ENTRY_RELATIONS,
    })
    const records = await queueEntryReplies(db, context, inOrderOf(page.ids, rows), input.expand)
    return envelope(context, page, records)
  },
})

function conditions(
  organizationId: number,
  date: string,
  professionalId: number | undefined,
  statuses: readonly string[] | undefined,
): Prisma.Sql[] {
  const all = [
    Prisma.sql`e.organization_id = ${organizationId}`,
    Prisma.sql`e.date = ${date}::text::date`,
  ]
  if (professionalId !== undefined) {
    all.push(Prisma.sql`(e.professional_id = ${professionalId} OR e.professional_id IS NULL AND EXISTS (
      SELECT FROM professional_service ps
      WHERE ps.professional_id = ${professionalId} AND ps.service_id = e.service_id))`)
  }
  if (statuses !== undefined) {
    all.push(Prisma.sql`e.status = ANY(${[...statuses]}::text[]::queue_entry_status[])`)
  }
  return all
}
