import type { Queryable } from '@scheduling/database'
import type { Work } from '../change/system-work.ts'
import { Problem } from '../contract/problems.ts'
import { hasOpenDeposit } from '../deposits/open.ts'
import { requireAction } from './actions.ts'
import type { AppointmentRow } from './appointment.ts'
import { wasReminded } from './asked.ts'
import { changeStatus, type StatusStep } from './change-status.ts'
import { lockAppointment } from './load.ts'

/** The step, for the team and for clients. */
export const CONFIRMING: StatusStep = {
  to: 'CONFIRMED',
  event: 'appointment.confirmed',
  columns: (now) => ({ confirmedAt: now }),
}

/** Confirms an appointment. @throws `404 not_found`, `409 appointment_not_editable` */
export function confirmBooked(work: Work, appointmentId: number): Promise<AppointmentRow> {
  return changeStatus(work, appointmentId, { ...CONFIRMING, action: 'confirm' })
}

export type ClientsYes = {
  /** `already`: it was confirmed before, and nothing changes. `unpaid`: only the payment confirms it. */
  readonly outcome: 'confirmed' | 'already' | 'unpaid'
  readonly row: AppointmentRow
}

/**
 * Confirms an appointment on the word of its client.
 *
 * @throws as `confirmBooked`
 */
export async function confirmForClient(work: Work, appointmentId: number): Promise<ClientsYes> {
  const row = await lockAppointment(work.tx, work.organization.id, appointmentId)
  if (row.status === 'CONFIRMED') return { outcome: 'already', row }
  if (await hasOpenDeposit(work.tx, row)) return { outcome: 'unpaid', row }
  return { outcome: 'confirmed', row: await confirmBooked(work, appointmentId) }
}

/**
 * Refuses a confirmation by link, unless the client was reminded: a visitor who books has the link at once, and must
 * not confirm what the team wants to confirm.
 *
 * @throws `409 appointment_not_editable`, `409 action_not_allowed`
 */
export async function requireLinkConfirms(
  { db, organization, now }: Pick<Work, 'organization' | 'now'> & { readonly db: Queryable },
  row: AppointmentRow,
): Promise<void> {
  requireAction('confirm', row, organization, now())
  const refuse = (detail: string) => new Problem('action_not_allowed', detail)
  if (row.startsAt.getTime() <= now()) throw refuse('This appointment has started.')
  if (await hasOpenDeposit(db, row)) throw refuse('The payment of the deposit confirms it.')
  if (await wasReminded(db, row)) return
  throw refuse('This appointment can be confirmed here once a reminder of it was sent.')
}

/** Whether `requireLinkConfirms` lets it through. */
export async function linkConfirms(
  ...asked: Parameters<typeof requireLinkConfirms>
): Promise<boolean> {
  try {
    await requireLinkConfirms(...asked)
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}
