/** Whether the client may still move or cancel an appointment, by the same rules as the action itself. */
import type { Organization } from '@scheduling/database'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { Problem } from '../contract/problems.ts'
import { PERMITTED, requireAction, requireClientNotice } from './actions.ts'
import type { AppointmentRow } from './appointment.ts'

export const CannotChange = z.enum(['over', 'started', 'notice', 'team'])

/** Null: the client may. */
export function cannotChange(
  action: 'cancel' | 'reschedule',
  row: AppointmentRow,
  { organization, now }: Pick<Context, 'organization' | 'now'>,
): z.input<typeof CannotChange> | null {
  const rule = refusalOf(() => requireAction(action, row, organization, now()))
  if (rule?.code === 'appointment_not_editable') {
    return PERMITTED[row.status].includes(action) ? 'team' : 'over'
  }
  if (row.startsAt.getTime() <= now()) return 'started'
  const notice = refusalOf(() => requireClientNotice(row, organization, now()))
  if (notice !== null) return 'notice'
  return rule === null ? null : 'team'
}

/** @returns epoch milliseconds */
export function changesUntil(
  { startsAt }: Pick<AppointmentRow, 'startsAt'>,
  { clientNoticeMinutes }: Pick<Organization, 'clientNoticeMinutes'>,
): number {
  return startsAt.getTime() - clientNoticeMinutes * 60_000
}

function refusalOf(require: () => void): Problem | null {
  try {
    require()
    return null
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}
