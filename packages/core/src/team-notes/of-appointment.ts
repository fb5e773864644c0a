import { findRow, upsertRow, tables } from '@scheduling/database'
import { z } from 'zod'
import { findAppointment, lockAppointment } from '../appointments/load.ts'
import { lockClient } from '../clients/match.ts'
import { noSuchClient } from '../clients/merged.ts'
import { Id } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { TeamNotes, WrittenNotes } from './fields.ts'

/** What the team wrote for itself about an appointment, and about its client. */
export const getNotesOfAppointment = procedure({
  kind: 'read',
  scope: 'read',
  access: 'everybody',
  input: z.object({ appointment_id: Id }),
  output: z.object({
    appointment_id: Id,
    team_notes: TeamNotes,
    client_id: Id,
    client_team_notes: TeamNotes,
  }),
  problems: ['not_found'],
  async run({ db, organization }, { appointment_id: id }) {
    const { clientId } = await findAppointment(db, organization.id, id)
    const organizationId = organization.id
    const [own, ofClient] = await Promise.all([
      findRow(db, tables.appointmentTeamNote, { organizationId, appointmentId: id }),
      findRow(db, tables.clientTeamNote, { organizationId, clientId }),
    ])
    return {
      appointment_id: id,
      team_notes: own?.text ?? null,
      client_id: clientId,
      client_team_notes: ofClient?.text ?? null,
    }
  },
})

/**
 * Writes about an appointment what the team alone sees, in every status and after an invoice. The record of the
 * appointment does not change.
 */
export const setNotesOfAppointment = procedure({
  kind: 'change',
  scope: 'write',
  access: 'everybody',
  input: z.object({ appointment_id: Id, team_notes: WrittenNotes }),
  output: z.object({ appointment_id: Id, team_notes: TeamNotes }),
  emits: { ok: [] },
  notes: ['appointment.team_notes_changed'],
  problems: ['not_found'],
  async run(write, { appointment_id: id, team_notes: to }) {
    const { tx, organization } = write
    // Clients are locked before their appointments, and an erased one takes no more text.
    const { clientId } = await findAppointment(tx, organization.id, id)
    if ((await lockClient(tx, organization.id, clientId)) === null) {
      throw await noSuchClient(tx, organization.id, clientId)
    }
    await lockAppointment(tx, organization.id, id)
    const key = { organizationId: organization.id, appointmentId: id }
    const from = (await findRow(tx, tables.appointmentTeamNote, key))?.text ?? null
    if (from !== to) {
      await upsertRow(tx, tables.appointmentTeamNote, key, { text: to })
      const changes = { team_notes: { from, to } }
      write.note({ action: 'appointment.team_notes_changed', id, changes, clientId })
    }
    return { appointment_id: id, team_notes: to }
  },
})
