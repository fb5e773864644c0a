import { maybe } from '../events/emissions.ts'
import { procedure } from '../procedure/define.ts'
import { Id, NoExpand } from '../ground/fields.ts'
import { Client, ClientChanges, toClient } from './client.ts'
import { clientUpdated } from './events.ts'
import { hasIdentifier, requireBirthDate, requireIdentifier } from './client-rules.ts'
import { changedColumns } from './columns.ts'
import { requireFreeCpf } from './free-cpf.ts'
import { lockClient, lockIdentifiers } from './match.ts'
import { noSuchClient } from './merged.ts'
import { changeRow } from '../change/change-row.ts'
import { CLIENT } from './rows.ts'

/** `PATCH /v1/clients/{client_id}` */
export const updateClient = procedure({
  kind: 'change',
  rest: {
    method: 'PATCH',
    path: '/clients/{client_id}',
    tag: 'Clients',
    summary: 'Update a client',
    description:
      'A field that you leave out stays the same, and null clears a field. Metadata is merged, and a key with null is deleted. Several clients can have the same phone or e-mail, but not the same CPF. If the organization requires an identifier, the last one cannot be cleared.',
  },
  scope: 'write',
  access: 'everybody',
  input: ClientChanges.extend({ client_id: Id, expand: NoExpand }),
  output: Client,
  success: { ok: 200 },
  emits: { ok: [maybe('client.updated')] },
  problems: ['not_found', 'client_identifier_required'],
  async run(write, input) {
    const { tx, organization } = write
    requireBirthDate(input.birth_date, write.now(), organization.timeZone, '')
    // A request that creates a client with one of these identifiers waits, and then finds this client.
    const [, before] = await Promise.all([
      lockIdentifiers(tx, organization.id, input),
      lockClient(tx, organization.id, input.client_id),
    ])
    if (before === null) throw await noSuchClient(tx, organization.id, input.client_id)
    const columns = changedColumns(before, input, '')
    if (columns === null) return { outcome: 'ok', reply: toClient(before, organization.timeZone) }
    await requireFreeCpf(write, before, columns)
    // A client that never had an identifier, such as an imported one, can still be changed.
    if (hasIdentifier(before)) requireIdentifier(organization, columns)
    const after = await changeRow(tx, CLIENT, before, columns)
    write.emit(clientUpdated(before, after, organization.timeZone))
    return { outcome: 'ok', reply: toClient(after, organization.timeZone) }
  },
})
