import { z } from 'zod'
import { noticing } from '../change/write-context.ts'
import { LIMITS } from '../contract/limits.ts'
import { several } from '../events/emissions.ts'
import { Id, notifyClient, nullableText, TellReason } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { requireAction } from './actions.ts'
import type { AppointmentRow } from './appointment.ts'
import { cancelLocked } from './cancel-booked.ts'
import {
  lockMembers,
  membersOf,
  orKeep,
  requireAhead,
  seriesChange,
  SeriesScope,
  type Kept,
} from './series-members.ts'
import { SeriesChange } from './series.ts'

/** Cancels appointments of a series, each by the rules of a single one. Those that do not allow it are reported. */
export const cancelSeries = procedure({
  kind: 'change',
  scope: 'write',
  access: 'everybody',
  input: z.object({
    appointment_id: Id,
    scope: SeriesScope,
    reason: nullableText(LIMITS.reasonCharacters).optional().meta({
      description: 'Stored as `cancellation_reason`.',
    }),
    notify_client: notifyClient('a message about this'),
    tell_reason: TellReason,
    preview: z.boolean().default(false),
  }),
  output: SeriesChange,
  success: { ok: 200, preview: 200 },
  emits: { ok: [several('appointment.cancelled', 'deposit.expired')], preview: [] },
  problems: ['not_found', 'appointment_not_editable', 'action_not_allowed'],
  async run(context, input) {
    const { organization } = context
    const members = await membersOf(context, input.appointment_id, input.scope)
    const rows = await lockMembers(context, members)
    const now = context.now()
    const work = noticing(context, input)
    const changed: AppointmentRow[] = []
    const kept: Kept[] = []
    for (const row of rows) {
      const isAllowed = await orKeep(kept, row, () => {
        requireAction('cancel', row, organization, now)
        requireAhead(row, now)
      })
      if (isAllowed) changed.push(await cancelLocked(work, row, input.reason ?? null))
    }
    return {
      outcome: input.preview ? 'preview' : 'ok',
      reply: seriesChange(members, { changed, kept }, organization.timeZone),
    }
  },
})
