import { deleteRows, tables } from '@scheduling/database'
import type { WriteContext } from '../change/write-context.ts'

/** Forgets the calendar elsewhere of a professional, and when it was busy. Nothing happens where there is none. */
export async function forgetBusyCalendar(
  { tx, note, organization }: Pick<WriteContext, 'tx' | 'note' | 'organization'>,
  professionalId: number,
): Promise<void> {
  const forgotten = await deleteRows(tx, tables.busyCalendar, {
    organizationId: organization.id,
    professionalId,
  })
  if (forgotten === 0) return
  note({
    action: 'busy_calendar.disconnected',
    id: professionalId,
    changes: { url: { from: '***', to: null } },
  })
}
