import { findRow, insertRow, tables } from '@scheduling/database'
import { z } from 'zod'
import { lockOrganization } from '../change/locks.ts'
import { LIMITS } from '../contract/limits.ts'
import { invalid } from '../contract/problems.ts'
import { NoExpand, text } from '../ground/fields.ts'
import { DateInput } from '../ground/time-fields.ts'
import { dayColumn } from '../ground/day-column.ts'
import {
  activeProfessionals,
  changeWithImpact,
  lockCalendars,
} from '../professionals/change-with-impact.ts'
import { Impact, IMPACT_INPUT, IMPACT_IN_SHORT } from '../professionals/impact.ts'
import { APPOINTMENT_EVENTS } from '../professionals/appointment-events.ts'
import { procedure } from '../procedure/define.ts'
import { hoursOf, requireNearDate } from './dates.ts'
import { Holiday } from './holiday.ts'

/** Closes a date for everybody who has no hours of its own for it. */
export const addHoliday = procedure({
  kind: 'change',
  rest: {
    method: 'POST',
    path: '/holidays',
    tag: 'Holidays',
    summary: 'Create a holiday',
    description: `Nothing can be booked on this date, except with professionals who have hours of their own for it. ${IMPACT_IN_SHORT}`,
    idempotent: true,
  },
  scope: 'setup',
  access: 'managers',
  input: z.object({
    date: DateInput,
    name: text(LIMITS.nameCharacters),
    ...IMPACT_INPUT,
    expand: NoExpand,
  }),
  output: z.object({ holiday: Holiday, impact: Impact }),
  success: { created: 201, preview: 200 },
  emits: {
    created: [APPOINTMENT_EVENTS],
    preview: [],
  },
  notes: ['hold.released', 'holiday.created'],
  problems: ['action_not_allowed'],
  async run(context, input) {
    const { tx, organization, note } = context
    const { date, name } = input
    requireNearDate(context, 'date', date)
    await lockOrganization(tx, organization.id)
    const professionalIds = await activeProfessionals(context)
    await lockCalendars(context, input, professionalIds)
    const columns = { organizationId: organization.id, date: dayColumn(date) }
    const known = await findRow(tx, tables.holiday, columns)
    if (known !== null) {
      throw invalid('date', 'already_in_use', 'This date is already a holiday.')
    }
    const { impact } = await changeWithImpact(context, input, {
      reach: { professionalIds, within: hoursOf(date, organization.timeZone) },
      subject: [null, ['holiday', date, name]],
      async apply() {
        await insertRow(tx, tables.holiday, { ...columns, name })
        note({
          action: 'holiday.created',
          id: date,
          changes: { name: { from: null, to: name } },
        })
      },
    })
    const holiday = { object: 'holiday' as const, date, name }
    return { outcome: input.preview ? 'preview' : 'created', reply: { holiday, impact } }
  },
})
