import { addDays, instantOfLocalTime, localTimeOf } from '@scheduling/availability'
import { z } from 'zod'
import { selectServices } from './service-selection.ts'
import { lockProfessionals } from '../change/locks.ts'
import { noticing, type WriteContext } from '../change/write-context.ts'
import { LIMITS } from '../contract/limits.ts'
import { invalidFields } from '../contract/problems.ts'
import { several } from '../events/emissions.ts'
import { Id, notifyClient, nullableText, valueText } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { professionalFault } from '../professionals/named-professional.ts'
import { requireAction } from './actions.ts'
import type { AppointmentRow } from './appointment.ts'
import { findAppointments } from './load.ts'
import { MOVE_PROBLEMS, moveAppointment } from './move.ts'
import {
  lockMembers,
  membersOf,
  orKeep,
  requireAhead,
  seriesChange,
  SeriesScope,
  type Kept,
  type Members,
} from './series-members.ts'
import { SeriesChange, skippedTime } from './series.ts'

const LocalTimeInput = valueText()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'This is not a time. Expected HH:MM, such as 09:30.')
  .meta({ example: '09:30' })

const Input = z
  .object({
    appointment_id: Id,
    scope: SeriesScope,
    time: LocalTimeInput.optional().meta({
      description: 'The new time of the clock, `HH:MM`. If you leave it out, each keeps its own.',
    }),
    shift_days: z.int().min(-LIMITS.seriesShiftDays).max(LIMITS.seriesShiftDays).default(0).meta({
      description: 'By how many days each is moved: 1 makes Tuesdays of Mondays, -1 Sundays.',
    }),
    professional_id: Id.nullable().optional().meta({
      description:
        'If you leave it out, the professionals stay the same. If null, any professional who is free, the current one if possible.',
    }),
    reason: nullableText(LIMITS.reasonCharacters).optional().meta({
      description: 'Stored in the history only.',
    }),
    notify_client: notifyClient('a message about this'),
    preview: z.boolean().default(false),
  })
  .refine(
    ({ time, shift_days, professional_id }) =>
      time !== undefined || shift_days !== 0 || professional_id !== undefined,
    {
      path: ['time'],
      params: { code: 'required' },
      message: 'Send `time`, `shift_days` or `professional_id`.',
    },
  )

type Change = z.output<typeof Input>

/**
 * Moves appointments of a series, each by the rules of a single one; the horizon does not apply. Those that do not fit,
 * or do not allow it, stay as they are and are reported.
 */
export const rescheduleSeries = procedure({
  kind: 'change',
  scope: 'write',
  access: 'everybody',
  input: Input,
  output: SeriesChange,
  success: { ok: 200, preview: 200 },
  emits: { ok: [several('appointment.rescheduled')], preview: [] },
  problems: MOVE_PROBLEMS,
  async run(context, input) {
    const { organization } = context
    const members = await membersOf(context, input.appointment_id, input.scope)
    if (input.professional_id != null) {
      const fault = await professionalFault(context.tx, organization, input.professional_id)
      if (fault !== null) throw invalidFields([fault])
    }
    const rows = await lockMembersWithProfessionals(context, members, input.professional_id)
    const done = await moveEach(noticing(context, input), rows, input)
    return {
      outcome: input.preview ? 'preview' : 'ok',
      reply: seriesChange(members, done, organization.timeZone),
    }
  },
})

/** Everybody whose time may be concerned is locked first, and then all appointments: no move takes a lock out of order. */
async function lockMembersWithProfessionals(
  context: WriteContext,
  members: Members,
  wanted: number | null | undefined,
): Promise<AppointmentRow[]> {
  const { tx, organization } = context
  const seen = await findAppointments(tx, organization.id, members.ids)
  const serviceIds = [
    ...new Set(seen.flatMap(({ services }) => services.map((one) => one.service.id))),
  ]
  const anyPerformer =
    wanted === null
      ? (await Promise.all(serviceIds.map((id) => selectServices(tx, organization, [id])))).flatMap(
          ({ selection }) => selection.performers.map(({ id }) => id),
        )
      : []
  const asked = typeof wanted === 'number' ? [wanted] : anyPerformer
  await lockProfessionals(tx, [...seen.map(({ professionalId }) => professionalId), ...asked])
  return lockMembers(context, members)
}

type Move = { readonly row: AppointmentRow; readonly start: number | undefined }

/**
 * Those that go to a later time begin with the last, and then those that go to an earlier one with the first, so that
 * none stands in the way of the one behind it. What did not fit is tried once more when others have gone away.
 */
async function moveEach(
  context: WriteContext,
  rows: readonly AppointmentRow[],
  change: Change,
): Promise<{ changed: AppointmentRow[]; kept: Kept[] }> {
  const changed: AppointmentRow[] = []
  let kept: Kept[] = []
  const moves: Move[] = []
  const now = context.now()
  for (const row of rows) {
    await orKeep(kept, row, () => {
      requireAction('reschedule', row, context.organization, now)
      requireAhead(row, now)
      moves.push({ row, start: newStart(row, change, context.organization.timeZone) })
    })
  }
  const move = ({ row, start }: Move) =>
    orKeep(kept, row, async () => {
      changed.push(
        await moveAppointment(context, row.id, {
          start,
          professionalId: change.professional_id,
          reason: change.reason,
          isOfSeries: true,
        }),
      )
    })
  const settled = kept
  kept = []
  const ordered = inOrder(moves)
  for (const one of ordered) await move(one)
  const again = new Set(
    kept.filter(({ refusal }) => refusal.code === 'slot_unavailable').map(({ row }) => row.id),
  )
  if (changed.length > 0 && again.size > 0) {
    kept = kept.filter(({ row }) => !again.has(row.id))
    for (const one of ordered) if (again.has(one.row.id)) await move(one)
  }
  return { changed, kept: [...settled, ...kept] }
}

function inOrder(moves: readonly Move[]): Move[] {
  const ofRow = ({ row }: Move) => row.startsAt.getTime()
  const goesLater = (one: Move) => (one.start ?? ofRow(one)) > ofRow(one)
  return [
    ...moves.filter(goesLater).toSorted((one, other) => ofRow(other) - ofRow(one)),
    ...moves.filter((one) => !goesLater(one)),
  ]
}

/**
 * Epoch milliseconds; undefined: the same start.
 *
 * @throws `409 slot_unavailable` where the clock skips the time
 */
function newStart(row: AppointmentRow, change: Change, timeZone: string): number | undefined {
  if (change.time === undefined && change.shift_days === 0) return undefined
  const { date, minute } = localTimeOf(row.startsAt.getTime(), timeZone)
  const wanted = {
    date: addDays(date, change.shift_days),
    minute: change.time === undefined ? minute : minuteOf(change.time),
  }
  // One whose time comes twice on that date stays where it is, unless it is asked to go.
  if (wanted.date === date && wanted.minute === minute) return undefined
  const start = instantOfLocalTime(wanted, timeZone)
  if (start === null) throw skippedTime()
  return start
}

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
