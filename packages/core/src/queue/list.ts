import { localDateOf } from '@scheduling/availability'
import { Prisma } from '@scheduling/database'
import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { anyOf, Id } from '../ground/fields.ts'
import { DateInput } from '../ground/time-fields.ts'
import { byTime, PageInput, pageOf } from '../lists/page.ts'
import { HOW_TO_FOLLOW, syncedPage, UpdatedSince } from '../lists/synced-list.ts'
import { expandQueueEntries, QUEUE_ENTRIES_IN_LINE, queueEntryRecords } from './load.ts'
import { QueueEntry, QueueEntryExpand, QueueEntryStatus } from './queue-entry.ts'

/** `GET /v1/queue/entries` */
export const listQueueEntries = procedure({
  kind: 'read',
  rest: {
    method: 'GET',
    path: '/queue/entries',
    tag: 'Online queue',
    summary: 'List queue entries',
    description: `Lists the entries of one day in the order of arrival, including entries that have ended. An entry is listed if it matches all filters. ${HOW_TO_FOLLOW} Positions and waiting times are computed when they are read, and do not change \`updated_at\`.`,
  },
  scope: 'read',
  access: 'everybody',
  fillsProfessional: true,
  feature: 'online_queue',
  input: z.object({
    professional_id: Id.optional().meta({
      description:
        'Only entries of this professional, and entries without a professional that this professional can serve.',
    }),
    date: DateInput.optional().meta({
      description:
        'The local day of arrival. The default is today, or every day if you send `updated_since`.',
    }),
    status: anyOf(QueueEntryStatus)
      .optional()
      .meta({ description: 'Only entries with one of these statuses.' }),
    updated_since: UpdatedSince,
    ...PageInput,
    expand: QueueEntryExpand,
  }),
  output: pageOf(QueueEntry).meta({ id: 'QueueEntryList' }),
  problems: [],
  async run(context, input) {
    const { organization } = context
    const { professional_id, status, updated_since } = input
    // The default date is part of the filters too: a cursor of yesterday must not continue with another day.
    const date =
      input.date ??
      (updated_since === undefined ? localDateOf(context.now(), organization.timeZone) : undefined)
    return syncedPage(
      context,
      {
        name: 'queue entries',
        records: QUEUE_ENTRIES_IN_LINE,
        where: conditions(date, professional_id, status),
        plan: professional_id === undefined && status === undefined ? 'once' : 'by value',
        order: byTime('arrived_at', Prisma.sql`e.arrived_at`, Prisma.sql`e.id`),
        filters: { date, professional_id, status, updated_since },
        request: input,
      },
      (rows) =>
        expandQueueEntries.all(context.db, context, queueEntryRecords(context, rows), input.expand),
    )
  },
})

function conditions(
  date: string | undefined,
  professionalId: number | undefined,
  statuses: readonly string[] | undefined,
): Prisma.Sql[] {
  const all: Prisma.Sql[] = []
  if (date !== undefined) all.push(Prisma.sql`e.date = ${date}::text::date`)
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
