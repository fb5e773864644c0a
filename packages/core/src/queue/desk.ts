import type { QueueDesk } from '@scheduling/database'
import { lockProfessionals } from '../change/locks.ts'
import { Problem } from '../contract/problems.ts'
import type { Work } from '../change/system-work.ts'
import type { DeskHours } from './opening-hours.ts'

export type DeskChange = {
  readonly isOpen?: boolean
  /** Active entries at one time; null: no limit. */
  readonly capacity?: number | null
  /** Empty: the queue is open whenever it is switched on. */
  readonly hours?: readonly DeskHours[]
}

/** Switches the queue of a professional on: within its hours, it takes entries. @throws `404 not_found` */
export async function openDesk(work: Work, professionalId: number): Promise<QueueDesk> {
  return changeDesk(work, professionalId, { isOpen: true })
}

/**
 * Switches the queue of a professional off: nobody can join, and the present entries stay.
 *
 * @throws `404 not_found`
 */
export async function closeDesk(work: Work, professionalId: number): Promise<QueueDesk> {
  return changeDesk(work, professionalId, { isOpen: false })
}

/** Changes the queue of a professional. What is left out stays the same. @throws `404 not_found` */
export async function changeDesk(
  { tx, organization }: Work,
  professionalId: number,
  change: DeskChange,
): Promise<QueueDesk> {
  const key = { organizationId: organization.id, professionalId }
  // A client who joins at the same time reads the desk after taking the same lock.
  await lockProfessionals(tx, [professionalId])
  const professional = await tx.professional.findUnique({
    where: { organizationId_id: { organizationId: organization.id, id: professionalId } },
    select: { id: true },
  })
  if (professional === null) {
    throw new Problem('not_found', 'No professional of this organization has this id.')
  }
  const columns = {
    ...(change.isOpen === undefined ? {} : { isOpen: change.isOpen }),
    ...(change.capacity === undefined ? {} : { capacity: change.capacity }),
    ...(change.hours === undefined ? {} : { hours: [...change.hours] }),
  }
  return tx.queueDesk.upsert({
    where: { organizationId_professionalId: key },
    create: { ...key, ...columns },
    update: columns,
  })
}
