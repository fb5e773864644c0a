/** What happens to the appointments that a change concerns. */
import { Problem } from '../contract/problems.ts'
import type { AppointmentRow } from '../appointments/appointment.ts'
import { cancelForTeam } from '../appointments/cancel-booked.ts'
import { moveAppointment } from '../appointments/move.ts'
import type { WriteContext } from '../change/write-context.ts'
import { IMPACT_REASONS, type ImpactAction, type ImpactReason } from './impact.ts'

export type Settled =
  | { readonly action: 'kept'; readonly movedTo: null; readonly because: string | null }
  | { readonly action: 'cancelled'; readonly movedTo: null; readonly because: null }
  | {
      readonly action: 'moved'
      readonly movedTo: AppointmentRow['professional']
      readonly because: null
    }

/**
 * Keeps, moves or cancels one appointment. What cannot be moved or cancelled is kept: its time stays taken. The caller
 * holds the locks of all who could take it over.
 */
export async function settle(
  context: WriteContext,
  concerned: {
    readonly id: number
    readonly professionalId: number
    readonly reason: ImpactReason
  },
  action: ImpactAction,
  reason: string | null,
): Promise<Settled> {
  const kept = (because: string | null): Settled => ({ action: 'kept', movedTo: null, because })
  if (action === 'keep') return kept(null)
  try {
    if (action === 'cancel') {
      await cancelForTeam(context, concerned.id, { reason })
      return { action: 'cancelled', movedTo: null, because: null }
    }
    if (!IMPACT_REASONS[concerned.reason].isCuredByMove) return kept(NOT_CURED)
    const row = await moveAppointment(context, concerned.id, {
      start: undefined,
      professionalId: null,
      reason,
    })
    if (row.professionalId === concerned.professionalId) return kept(NONE_FREE)
    return { action: 'moved', movedTo: row.professional, because: null }
  } catch (error) {
    // These are decided before anything is written. All others undo the whole change.
    if (!(error instanceof Problem)) throw error
    if (error.code === 'slot_unavailable') return kept(NONE_FREE)
    if (error.code !== 'appointment_not_editable' && error.code !== 'action_not_allowed')
      throw error
    return kept(error.message)
  }
}

const NOT_CURED = 'The service is no longer offered by any professional.'
const NONE_FREE = 'No other professional who performs these services is free at this time.'
