import { z } from 'zod'
import { lockOrganization } from '../change/locks.ts'
import { Id, NoExpand } from '../ground/fields.ts'
import { changeWithImpact, lockCalendars } from '../professionals/change-with-impact.ts'
import { Impact, IMPACT_INPUT, IMPACT_IN_SHORT } from '../professionals/impact.ts'
import { APPOINTMENT_EVENTS } from '../professionals/appointment-events.ts'
import { procedure } from '../procedure/define.ts'
import { findProfessional } from '../professionals/load.ts'
import { inWeekOrder } from '../ground/local-hours.ts'
import { WeekIntervals } from './hours.ts'
import { readWeek, Week, writeWeek } from './week.ts'

/** Replaces the weekly hours of a professional. */
export const setWeek = procedure({
  kind: 'change',
  rest: {
    method: 'PUT',
    path: '/professionals/{professional_id}/hours',
    tag: 'Hours',
    summary: 'Set the weekly hours',
    description: `All intervals of the week are replaced. ${IMPACT_IN_SHORT}`,
  },
  scope: 'setup',
  access: 'managers',
  input: z.object({
    professional_id: Id,
    intervals: WeekIntervals.meta({ description: 'None: the professional has no weekly hours.' }),
    ...IMPACT_INPUT,
    expand: NoExpand,
  }),
  output: z.object({ week: Week, impact: Impact }),
  success: { ok: 200, preview: 200 },
  emits: {
    ok: [APPOINTMENT_EVENTS],
    preview: [],
  },
  notes: ['hold.released', 'working_hours.updated'],
  problems: ['not_found', 'action_not_allowed'],
  async run(context, input) {
    const { tx, organization } = context
    const { professional_id: id } = input
    await lockOrganization(tx, organization.id)
    await findProfessional(tx, organization.id, id)
    await lockCalendars(context, input, [id])
    const before = await readWeek(tx, organization.id, id)
    const after = inWeekOrder(input.intervals)
    const { impact } = await changeWithImpact(context, input, {
      reach: { professionalIds: [id] },
      subject: [before, ['week', id, after]],
      apply: () => writeWeek(context, id, { before, after }),
    })
    const week = { object: 'week' as const, professional_id: id, intervals: after }
    return { outcome: input.preview ? 'preview' : 'ok', reply: { week, impact } }
  },
})
