import { insertRow, type Client as ClientRow } from '@scheduling/database'
import { changeRow } from '../change/change-row.ts'
import type { WriteContext } from '../change/write-context.ts'
import type { NewEvent } from '../events/new-event.ts'
import type { AcceptedClient, AcceptedClientChanges } from './client.ts'
import { clientCreated, clientUpdated } from './events.ts'
import { changedColumns, newColumns } from './columns.ts'
import { matchClient, type ClientMatch } from './match.ts'
import { CLIENT } from './rows.ts'

export type AppliedClient = {
  readonly client: ClientRow
  /** `found`: nothing was written. */
  readonly outcome: 'created' | 'updated' | 'found'
  /** The caller emits it before the events of the booking; null if nothing was written. */
  readonly event: NewEvent | null
}

/**
 * Writes the result of a match: a new client or, with `on_match: update`, the fields that differ. Do not call
 * it if the request changes nothing else, since then it must not change the client either.
 *
 * @throws `400 too_many` when merged metadata has more than 50 keys
 */
export async function applyClient(
  write: Pick<WriteContext, 'tx' | 'organization'>,
  match: ClientMatch,
): Promise<AppliedClient> {
  const { tx, organization } = write
  const { input, existing, field } = match
  if (existing === null) {
    const client = await insertRow(tx, CLIENT, {
      organizationId: organization.id,
      ...newColumns(input, field),
    })
    return { client, outcome: 'created', event: clientCreated(client, organization.timeZone) }
  }
  const columns =
    input.on_match === 'update' ? changedColumns(existing, overwriting(input), field) : null
  if (columns === null) return { client: existing, outcome: 'found', event: null }
  const client = await changeRow(tx, CLIENT, existing, columns)
  return {
    client,
    outcome: 'updated',
    event: clientUpdated(existing, client, organization.timeZone),
  }
}

/** Calls `matchClient` and then `applyClient`. */
export async function findOrCreateClient(
  write: Pick<WriteContext, 'tx' | 'organization' | 'now'>,
  input: AcceptedClient,
  field: string,
): Promise<AppliedClient> {
  return applyClient(write, await matchClient(write, input, field))
}

/**
 * A null in the data of a new client means that the value is not known, so it clears nothing. In metadata it
 * deletes its key.
 */
function overwriting(input: AcceptedClient): AcceptedClientChanges {
  return {
    first_name: input.first_name,
    last_name: input.last_name ?? undefined,
    email: input.email ?? undefined,
    phone: input.phone ?? undefined,
    cpf: input.cpf ?? undefined,
    birth_date: input.birth_date ?? undefined,
    metadata: input.metadata ?? undefined,
  }
}
