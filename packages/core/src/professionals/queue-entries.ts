import { localDateOf } from '@scheduling/availability'
import { column, query, sqlOf } from '@scheduling/database'
import type { WriteContext } from '../change/write-context.ts'
import { queueEntryUpdated } from '../queue/events.ts'
import { findQueueEntry } from '../queue/load.ts'

const unassigned = query({
  name: 'queue entries unassigned',
  text: `
    UPDATE queue_entry AS e SET professional_id = NULL
    WHERE e.organization_id = $1::int AND e.professional_id = $2::int
      AND e.status IN ('WAITING', 'SKIPPED') AND e.date >= $3::text::date
    RETURNING e.id`,
  row: { id: column.by('e.id', column.int) },
})

/**
 * Who waits for a professional who leaves, waits for any professional: the entry keeps its place. Who was called or
 * is being served stays with the professional until that ends.
 *
 * @returns the ids, in order
 */
export async function unassignWaiting(
  work: WriteContext,
  professional: { readonly id: number; readonly name: string },
): Promise<number[]> {
  const { tx, organization, now, emit } = work
  const today = localDateOf(now(), organization.timeZone)
  const rows = await unassigned(sqlOf(tx), [organization.id, professional.id, today])
  const ids = rows.map(({ id }) => id).toSorted((one, other) => one - other)
  for (const id of ids) {
    const after = await findQueueEntry(tx, organization.id, id)
    const before = { ...after, professionalId: professional.id, professional }
    emit(queueEntryUpdated(before, after, work))
  }
  return ids
}
