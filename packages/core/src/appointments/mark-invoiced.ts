import { z } from 'zod'
import type { WriteContext } from '../change/write-context.ts'
import { Problem } from '../contract/problems.ts'
import { maybe } from '../events/emissions.ts'
import { Id } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { requireAction } from './actions.ts'
import { Appointment, AppointmentExpand, type AppointmentRow } from './appointment.ts'
import { appointmentReply, lockAppointment } from './load.ts'
import { writeUpdate } from './write-update.ts'

const InvoiceMark = z
  .object({
    issued: z.boolean().default(true).meta({
      description: 'Whether an invoice was issued. If false, the mark is taken back.',
    }),
  })
  .meta({ id: 'InvoiceMark' })

/** `POST /v1/appointments/{appointment_id}/invoice` */
export const markInvoiced = procedure({
  kind: 'change',
  rest: {
    method: 'POST',
    path: '/appointments/{appointment_id}/invoice',
    tag: 'Appointments',
    summary: 'Mark an invoice as issued',
    description:
      'Sets `invoice_issued`, or takes it back. Once an invoice was issued, only metadata can be changed. A mark that an API key set can be taken back by that key or in the dashboard; a mark that was set in the dashboard, only there.',
    idempotent: true,
    body: 'optional',
  },
  scope: 'write',
  access: 'managers',
  input: InvoiceMark.extend({ appointment_id: Id, expand: AppointmentExpand }),
  output: Appointment,
  success: { ok: 200 },
  emits: { ok: [maybe('appointment.updated')] },
  problems: ['not_found', 'action_not_allowed'],
  async run(context, { appointment_id: id, issued, expand }) {
    const { tx, organization } = context
    const before = await lockAppointment(tx, organization.id, id)
    requireAction('mark_invoiced', before, organization, context.now())
    if (before.invoiceIssued && !issued) requireOwnMark(context, before)
    const row = await writeUpdate(context, before, {
      invoiceIssued: issued,
      invoicedBy: issued ? keyOf(context) : null,
    })
    return { outcome: 'ok', reply: await appointmentReply(tx, context, row, expand) }
  },
})

/** Null: a user calls. */
function keyOf({ caller }: Pick<WriteContext, 'caller'>): string | null {
  return caller.kind === 'api_key' ? caller.id : null
}

/** @throws `409 action_not_allowed` */
function requireOwnMark(
  { caller }: Pick<WriteContext, 'caller'>,
  { invoicedBy }: Pick<AppointmentRow, 'invoicedBy'>,
): void {
  if (caller.kind === 'user' || invoicedBy === caller.id) return
  const who = invoicedBy === null ? 'in the dashboard' : 'by another API key'
  throw new Problem(
    'action_not_allowed',
    `The mark was set ${who}. It can be taken back there, or in the dashboard.`,
  )
}
