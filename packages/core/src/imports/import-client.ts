import { z } from 'zod'
import type { WriteContext } from '../change/write-context.ts'
import { NewClient, type AcceptedClient } from '../clients/client.ts'
import { requireBirthDate } from '../clients/client-rules.ts'
import { changedColumns } from '../clients/columns.ts'
import { applyClient, findOrCreateClient } from '../clients/find-or-create.ts'
import { requireFreeCpf } from '../clients/free-cpf.ts'
import { lockClient, lockIdentifiers } from '../clients/match.ts'
import { noSuchClient } from '../clients/merged.ts'
import { text } from '../ground/fields.ts'
import { LIMITS } from '../contract/limits.ts'
import { importedBefore, keepImported } from './imported.ts'
import type { RowDone } from './row-done.ts'

export const ExternalId = text(LIMITS.valueCharacters)

export const ClientRowInput = NewClient.omit({ on_match: true }).extend({ external_id: ExternalId })

export const CLIENT_COLUMNS = [
  'external_id',
  'first_name',
  'last_name',
  'email',
  'phone',
  'cpf',
  'birth_date',
  'metadata.*',
]

/**
 * One row of a file of clients. A client that came from a row with this `external_id`, or that matches, is updated or
 * left alone, as `onMatch` says; otherwise it is created.
 *
 * @throws as `POST /v1/clients` and `PATCH /v1/clients/{client_id}`
 */
export async function importClient(
  write: WriteContext,
  { external_id: externalId, ...given }: z.output<typeof ClientRowInput>,
  onMatch: AcceptedClient['on_match'],
): Promise<RowDone> {
  const input: AcceptedClient = { ...given, on_match: onMatch }
  const known = await importedBefore(write, 'client', externalId)
  const applied =
    known === null
      ? await findOrCreateClient(write, input, '')
      : await applyKnown(write, known, input)
  if (known === null) await keepImported(write, 'client', externalId, applied.client.id)
  if (applied.event !== null) write.emit({ ...applied.event, tellsClient: false })
  const outcome = applied.outcome === 'found' ? 'unchanged' : applied.outcome
  return { outcome, id: applied.client.id }
}

async function applyKnown(write: WriteContext, id: number, input: AcceptedClient) {
  const { tx, organization } = write
  requireBirthDate(input.birth_date, write.now(), organization.timeZone, '')
  await lockIdentifiers(tx, organization.id, input)
  const existing = await lockClient(tx, organization.id, id)
  if (existing === null) throw await noSuchClient(tx, organization.id, id)
  if (input.on_match === 'update') {
    const columns = changedColumns(existing, { ...input, cpf: input.cpf ?? undefined }, '')
    if (columns !== null) await requireFreeCpf({ tx, organization }, existing, columns)
  }
  return applyClient({ tx, organization }, { input, field: '', existing })
}

/** The client that a row of a file of appointments names by its `external_id`. */
export async function clientOfExternalId(
  write: WriteContext,
  externalId: string,
): Promise<number | null> {
  return importedBefore(write, 'client', externalId)
}
