import { column, query, sqlOf } from '@scheduling/database'
import { z } from 'zod'
import { clientName } from '../clients/client.ts'
import { noticing, type WriteContext } from '../change/write-context.ts'
import { LIMITS } from '../contract/limits.ts'
import { Problem } from '../contract/problems.ts'
import { several } from '../events/emissions.ts'
import { Id, notifyClient, nullableText } from '../ground/fields.ts'
import { ExpectedStart, StartInput } from '../ground/time-fields.ts'
import { procedure } from '../procedure/define.ts'
import { requireAction, requireStart } from './actions.ts'
import { AppointmentBase, toAppointment, type AppointmentRow } from './appointment.ts'
import { releaseTime } from './hold.ts'
import { findAppointment, findAppointments } from './load.ts'
import { lockWithProfessionals } from './lock-with-professionals.ts'
import { MOVE_PROBLEMS, moveAppointment } from './move.ts'
import { changeAppointmentRow } from './rows.ts'
import { isOfTeam } from './service-selection.ts'

/**
 * Moves all visits of a group session that are still to come, those that were booked a moment ago too. All or none: the
 * seats of all are freed before the first is taken, so that a session can move by less than its length.
 */
export const rescheduleSession = procedure({
  kind: 'change',
  scope: 'write',
  access: 'everybody',
  input: z.object({
    appointment_id: Id.meta({ description: 'One visit of the session.' }),
    start: StartInput,
    expected_start: ExpectedStart,
    reason: nullableText(LIMITS.reasonCharacters).optional(),
    notify_client: notifyClient('a message about this'),
  }),
  output: z.object({ appointments: z.array(AppointmentBase) }),
  emits: { ok: [several('appointment.rescheduled')] },
  problems: MOVE_PROBLEMS,
  async run(context, input) {
    const { tx, organization } = context
    const { timeZone } = organization
    const seen = await findAppointment(tx, organization.id, input.appointment_id)
    const asked = await lockWithProfessionals(context, seen)
    requireStart(asked, input.expected_start)
    const now = context.now()
    const visits = await lockVisits(context, asked)
    for (const row of visits) {
      await ofVisit(row, () => requireAction('reschedule', row, organization, now))
    }
    if (input.start !== asked.startsAt.getTime()) {
      for (const row of visits) await freeSeat(context, row)
    }
    const told = new Set<number>()
    const moved: AppointmentRow[] = []
    for (const row of visits) {
      // A client with two seats gets one message, and none about what has begun.
      const tells = input.notify_client && input.start >= now && !told.has(row.clientId)
      told.add(row.clientId)
      const move = () =>
        moveAppointment(noticing(context, { notify_client: tells }), row.id, {
          start: input.start,
          isByTeam: isOfTeam(context),
          professionalId: undefined,
          reason: input.reason,
        })
      moved.push(await ofVisit(row, move))
    }
    return { appointments: moved.map((row) => toAppointment(row, timeZone)) }
  },
})

const visitsOf = query({
  name: 'visits of a session locked',
  text: `SELECT id FROM appointment WHERE organization_id = $1::int
      AND (id = $2::int OR hold_id = $3::int AND status IN ('PENDING', 'CONFIRMED'))
    ORDER BY id FOR UPDATE`,
  row: { id: column.int },
})

/** The visit of the call, and those to come that share its hold. The professional is locked: none is booked meanwhile. */
async function lockVisits(
  { tx, organization }: WriteContext,
  { id, holdId }: AppointmentRow,
): Promise<AppointmentRow[]> {
  const found = await visitsOf(sqlOf(tx), [organization.id, id, holdId])
  return findAppointments(
    tx,
    organization.id,
    found.map((one) => one.id),
  )
}

async function freeSeat({ tx }: WriteContext, row: AppointmentRow): Promise<void> {
  if (row.holdId === null) return
  await changeAppointmentRow(tx, row, { holdId: null })
  await releaseTime(tx, row.holdId)
}

/** Names the visit because of which nothing is moved: in words, and by its id for a caller who has words of its own. */
async function ofVisit<Done>(
  { id, client }: AppointmentRow,
  act: () => Promise<Done> | Done,
): Promise<Done> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const why = `Nothing was moved, because of appointment ${id} of ${clientName(client)}. ${error.message}`
    const { code, message } = error
    throw new Problem(code, why, {
      errors: [{ field: `appointments.${id}`, code: 'invalid_value', message }],
    })
  }
}
