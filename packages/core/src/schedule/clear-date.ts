import { z } from 'zod'
import { lockOrganization } from '../change/locks.ts'
import { Problem } from '../contract/problems.ts'
import { Id, NoExpand } from '../ground/fields.ts'
import { DateInput } from '../ground/time-fields.ts'
import { lockCalendars } from '../professionals/change-with-impact.ts'
import { Impact, IMPACT_INPUT, IMPACT_IN_SHORT } from '../professionals/impact.ts'
import { APPOINTMENT_EVENTS } from '../professionals/appointment-events.ts'
import { procedure } from '../procedure/define.ts'
import { findProfessional } from '../professionals/load.ts'
import { changeOverride, DateOverride, readOverride } from './date-override.ts'

/** Lets a date of a professional follow the week, and the holidays, again. */
export const clearDate = procedure({
  kind: 'change',
  rest: {
    method: 'DELETE',
    path: '/professionals/{professional_id}/hours/{date}',
    tag: 'Hours',
    summary: 'Clear the hours of a date',
    description: `The date follows the week, and the holidays, again. ${IMPACT_IN_SHORT}`,
  },
  scope: 'setup',
  access: 'managers',
  input: z.object({ professional_id: Id, date: DateInput, ...IMPACT_INPUT, expand: NoExpand }),
  output: z.object({ date_override: DateOverride, impact: Impact }),
  success: { ok: 200, preview: 200 },
  emits: {
    ok: [APPOINTMENT_EVENTS],
    preview: [],
  },
  notes: ['hold.released', 'date_override.deleted'],
  problems: ['not_found', 'action_not_allowed'],
  async run(context, input) {
    const { tx, organization } = context
    const { professional_id, date } = input
    await lockOrganization(tx, organization.id)
    await findProfessional(tx, organization.id, professional_id)
    await lockCalendars(context, input, [professional_id])
    const place = { professional_id, date }
    const before = await readOverride(tx, organization.id, place)
    if (before === null) {
      throw new Problem('not_found', 'This professional has no hours of its own on this date.')
    }
    const reply = await changeOverride(context, input, place, { before, after: null })
    return { outcome: input.preview ? 'preview' : 'ok', reply }
  },
})
