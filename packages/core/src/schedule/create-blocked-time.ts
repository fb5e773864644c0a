import { insertRow, tables } from '@scheduling/database'
import { addDays, localDateOf, startOfLocalDay } from '@scheduling/availability'
import { z } from 'zod'
import { lockOrganization } from '../change/locks.ts'
import type { WriteContext } from '../change/write-context.ts'
import { LIMITS } from '../contract/limits.ts'
import { invalid, invalidFields } from '../contract/problems.ts'
import { Id, NoExpand } from '../ground/fields.ts'
import { DateOrInstantInput } from '../ground/time-fields.ts'
import {
  activeProfessionals,
  changeWithImpact,
  lockCalendars,
} from '../professionals/change-with-impact.ts'
import { Impact, IMPACT_INPUT, IMPACT_IN_SHORT } from '../professionals/impact.ts'
import { APPOINTMENT_EVENTS } from '../professionals/appointment-events.ts'
import { requireAccess } from '../procedure/accesses.ts'
import { procedure } from '../procedure/define.ts'
import { professionalFault } from '../professionals/named-professional.ts'
import { BlockedTime, blockedTimeEvent, findBlockedTime, toBlockedTime } from './blocked-time.ts'
import { requireNearDate } from './dates.ts'

const DAY_MS = 86_400_000

const Input = z.object({
  professional_id: Id.nullable().meta({ description: 'Null: all professionals.' }),
  start: DateOrInstantInput.meta({
    description: 'A date-time with an offset; with `all_day`, the first local date.',
  }),
  end: DateOrInstantInput.meta({
    description: 'A date-time with an offset; with `all_day`, the last local date.',
  }),
  all_day: z.boolean().default(false),
  ...IMPACT_INPUT,
  reason: IMPACT_INPUT.reason.meta({
    description: 'Of the blocked time, and of what is moved or cancelled for it.',
  }),
  expand: NoExpand,
})

/** Blocks time of one professional, or of all. */
export const createBlockedTime = procedure({
  kind: 'change',
  rest: {
    method: 'POST',
    path: '/blocked-times',
    tag: 'Blocked times',
    summary: 'Create a blocked time',
    description: `Nothing can be booked in it, with one professional or with all. ${IMPACT_IN_SHORT}`,
    idempotent: true,
  },
  scope: 'setup',
  access: 'everybody',
  input: Input,
  output: z.object({ blocked_time: BlockedTime, impact: Impact }),
  success: { created: 201, preview: 200 },
  emits: {
    created: ['blocked_time.created', APPOINTMENT_EVENTS],
    preview: [],
  },
  notes: ['hold.released'],
  problems: ['action_not_allowed', 'forbidden_scope'],
  async run(context, input) {
    const { tx, organization, emit } = context
    const { professional_id: professionalId, all_day: allDay, reason = null } = input
    if (professionalId === null) requireAccess(context, 'desk')
    const time = timeOf(context, input)
    await lockOrganization(tx, organization.id)
    const fault =
      professionalId === null ? null : await professionalFault(tx, organization, professionalId)
    if (fault !== null) throw invalidFields([fault])
    const professionalIds =
      professionalId === null ? await activeProfessionals(context) : [professionalId]
    await lockCalendars(context, input, professionalIds)
    const { result, impact } = await changeWithImpact(context, input, {
      reach: { professionalIds, within: time },
      subject: [null, ['blocked_time', professionalId, time, allDay, reason]],
      async apply() {
        const { id } = await insertRow(tx, tables.blockedTime, {
          organizationId: organization.id,
          professionalId,
          startsAt: new Date(time.from),
          endsAt: new Date(time.until),
          allDay,
          reason,
        })
        const row = await findBlockedTime(tx, organization.id, id)
        emit(blockedTimeEvent('blocked_time.created', row, organization.timeZone))
        return row
      },
    })
    const blocked_time = toBlockedTime(result, organization.timeZone)
    return { outcome: input.preview ? 'preview' : 'created', reply: { blocked_time, impact } }
  },
})

type DateOrInstant = z.output<typeof DateOrInstantInput>

/**
 * Epoch milliseconds. Whole days are those of the organization's zone, however long they are.
 *
 * @throws `400`
 */
function timeOf(
  context: WriteContext,
  { start, end, all_day }: z.output<typeof Input>,
): { from: number; until: number } {
  const { timeZone } = context.organization
  const bound = (field: 'start' | 'end', value: DateOrInstant): number => {
    if ('date' in value !== all_day) throw otherForm(field, all_day)
    const date = 'date' in value ? value.date : localDateOf(value.ms, timeZone)
    requireNearDate(context, field, date)
    if ('date' in value) return startOfLocalDay(field === 'end' ? addDays(date, 1) : date, timeZone)
    if (value.ms % 60_000 === 0) return value.ms
    throw invalid(field, 'minute_precision', 'Blocked time is in whole minutes.')
  }
  const [from, until] = [bound('start', start), bound('end', end)]
  if (until <= from) throw invalid('end', 'out_of_range', '`end` must be after `start`.')
  const most = LIMITS.blockedTimeDays
  if (days(from, until, timeZone) <= most) return { from, until }
  throw invalid('end', 'out_of_range', `Blocked time has at most ${most} days.`)
}

/** Local days from the first to the last, both counted. */
function days(from: number, until: number, timeZone: string): number {
  const [first, last] = [from, until - 1].map((ms) => Date.parse(localDateOf(ms, timeZone)))
  return ((last ?? 0) - (first ?? 0)) / DAY_MS + 1
}

function otherForm(field: string, isAllDay: boolean) {
  return isAllDay
    ? invalid(field, 'invalid_format', 'With `all_day`, this is a date: YYYY-MM-DD.')
    : invalid(
        field,
        'invalid_format',
        'This is a date-time with an offset, unless `all_day` is true.',
      )
}
