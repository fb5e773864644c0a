import { findRow, upsertRow, tables } from '@scheduling/database'
import { z } from 'zod'
import { CLIENTS } from '../clients/load.ts'
import { lockClient } from '../clients/match.ts'
import { noSuchClient } from '../clients/merged.ts'
import { Id } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { TeamNotes, WrittenNotes } from './fields.ts'

const OfClient = z.object({ client_id: Id, team_notes: TeamNotes })

/** What the team wrote about a client for itself. */
export const getNotesOfClient = procedure({
  kind: 'read',
  scope: 'read',
  access: 'everybody',
  input: z.object({ client_id: Id }),
  output: OfClient,
  problems: ['not_found'],
  async run({ db, organization }, { client_id: id }) {
    if ((await CLIENTS.one(db, organization.id, id)) === null) {
      throw await noSuchClient(db, organization.id, id)
    }
    const key = { organizationId: organization.id, clientId: id }
    const note = await findRow(db, tables.clientTeamNote, key)
    return { client_id: id, team_notes: note?.text ?? null }
  },
})

/** Writes about a client what the team alone sees. The record of the client does not change. */
export const setNotesOfClient = procedure({
  kind: 'change',
  scope: 'write',
  access: 'everybody',
  input: z.object({ client_id: Id, team_notes: WrittenNotes }),
  output: OfClient,
  emits: { ok: [] },
  notes: ['client.team_notes_changed'],
  problems: ['not_found'],
  async run(write, { client_id: id, team_notes: to }) {
    const { tx, organization } = write
    if ((await lockClient(tx, organization.id, id)) === null) {
      throw await noSuchClient(tx, organization.id, id)
    }
    const key = { organizationId: organization.id, clientId: id }
    const from = (await findRow(tx, tables.clientTeamNote, key))?.text ?? null
    if (from !== to) {
      await upsertRow(tx, tables.clientTeamNote, key, { text: to })
      const changes = { team_notes: { from, to } }
      write.note({ action: 'client.team_notes_changed', id, changes, clientId: id })
    }
    return { client_id: id, team_notes: to }
  },
})
