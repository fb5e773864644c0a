import { z } from 'zod'
import { withdrawDeposits } from '../deposit-ledger/withdraw.ts'
import { maybe } from '../events/emissions.ts'
import { procedure } from '../procedure/define.ts'
import { Id, nullableText, notifyClient } from '../ground/fields.ts'
import { LIMITS } from '../contract/limits.ts'
import { Appointment, AppointmentExpand } from './appointment.ts'
import { changeStatus } from './change-status.ts'
import { calendarFilters } from './events.ts'
import { appointmentReply } from './load.ts'

/** `POST /v1/appointments/{appointment_id}/cancel` */
export const cancelAppointment = procedure({
  kind: 'change',
  rest: {
    method: 'POST',
    path: '/appointments/{appointment_id}/cancel',
    tag: 'Appointments',
    summary: 'Cancel an appointment',
    description:
      'The time becomes free again, and the status becomes `CANCELLED_PROFESSIONAL`. An unpaid deposit is withdrawn. A cancellation cannot be undone.',
    idempotent: true,
    body: 'optional',
  },
  scope: 'write',
  input: z.object({
    appointment_id: Id,
    reason: nullableText(LIMITS.reasonCharacters).optional().meta({
      description: 'Stored as `cancellation_reason`.',
    }),
    notify_client: notifyClient('a message about this'),
    expand: AppointmentExpand,
  }),
  output: Appointment,
  success: { ok: 200 },
  emits: { ok: ['appointment.cancelled', maybe('deposit.expired')] },
  problems: ['not_found', 'appointment_not_editable', 'action_not_allowed'],
  async run(context, input) {
    const row = await changeStatus(context, input.appointment_id, {
      action: 'cancel',
      to: 'CANCELLED_PROFESSIONAL',
      event: 'appointment.cancelled',
      columns: (now) => ({ cancelledAt: now, cancellationReason: input.reason ?? null }),
    })
    if (row.deposits.length > 0) {
      await withdrawDeposits(context, {
        id: { appointmentId: row.id },
        filters: calendarFilters(row),
      })
    }
    return {
      outcome: 'ok',
      reply: await appointmentReply(context.tx, context, row, input.expand),
    }
  },
})
