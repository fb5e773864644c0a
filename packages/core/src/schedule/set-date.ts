import { z } from 'zod'
import { lockOrganization } from '../change/locks.ts'
import { Id, NoExpand } from '../ground/fields.ts'
import { DateInput } from '../ground/time-fields.ts'
import { lockCalendars } from '../professionals/change-with-impact.ts'
import { Impact, IMPACT_INPUT, IMPACT_IN_SHORT } from '../professionals/impact.ts'
import { APPOINTMENT_EVENTS } from '../professionals/appointment-events.ts'
import { procedure } from '../procedure/define.ts'
import { findProfessional } from '../professionals/load.ts'
import { changeOverride, DateOverride, readOverride } from './date-override.ts'
import { requireNearDate } from './dates.ts'
import { DayIntervals } from './hours.ts'

/** Sets the hours of one date of a professional, in place of those of its weekday. */
export const setDate = procedure({
  kind: 'change',
  rest: {
    method: 'PUT',
    path: '/professionals/{professional_id}/hours/{date}',
    tag: 'Hours',
    summary: 'Set the hours of a date',
    description: `The hours of this date replace those of its weekday. They also count on a holiday. ${IMPACT_IN_SHORT}`,
  },
  scope: 'setup',
  access: 'managers',
  input: z.object({
    professional_id: Id,
    date: DateInput,
    intervals: DayIntervals.meta({ description: 'None: closed on this date.' }),
    ...IMPACT_INPUT,
    expand: NoExpand,
  }),
  output: z.object({ date_override: DateOverride, impact: Impact }),
  success: { ok: 200, preview: 200 },
  emits: {
    ok: [APPOINTMENT_EVENTS],
    preview: [],
  },
  notes: ['hold.released', 'date_override.updated'],
  problems: ['not_found', 'action_not_allowed'],
  async run(context, input) {
    const { tx, organization } = context
    const { professional_id, date } = input
    requireNearDate(context, 'date', date)
    await lockOrganization(tx, organization.id)
    await findProfessional(tx, organization.id, professional_id)
    await lockCalendars(context, input, [professional_id])
    const place = { professional_id, date }
    const before = await readOverride(tx, organization.id, place)
    const reply = await changeOverride(context, input, place, { before, after: input.intervals })
    return { outcome: input.preview ? 'preview' : 'ok', reply }
  },
})
