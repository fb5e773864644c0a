import type { WriteContext } from '../change/write-context.ts'

/** Forgets the calendar elsewhere of a professional, and when it was busy. Nothing happens where there is none. */
export async function forgetBusyCalendar(
  { tx, note, organization }: Pick<WriteContext, 'tx' | 'note' | 'organization'>,
  professionalId: number,
): Promise<void> {
  const { count } = await tx.busyCalendar.deleteMany({
    where: { organizationId: organization.id, professionalId },
  })
  if (count === 0) return
  note({
    action: 'busy_calendar.disconnected',
    id: professionalId,
    changes: { url: { from: '***', to: null } },
  })
}
