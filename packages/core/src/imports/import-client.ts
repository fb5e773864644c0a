import { column, query, sqlOf } from '@scheduling/database'
import { z } from 'zod'
import type { WriteContext } from '../change/write-context.ts'
import { NewClient, type AcceptedClient } from '../clients/client.ts'
import { requireBirthDate } from '../clients/client-rules.ts'
import { changedColumns } from '../clients/columns.ts'
import { applyClient, findOrCreateClient } from '../clients/find-or-create.ts'
import { requireFreeCpf } from '../clients/free-cpf.ts'
import { lockClient, lockIdentifiers } from '../clients/match.ts'
import { noSuchClient } from '../clients/merged.ts'
import { fault, Id, text } from '../ground/fields.ts'
import { LIMITS } from '../contract/limits.ts'
import { importedBefore, keepImported } from './imported.ts'
import type { RowDone } from './row-done.ts'

export const ExternalId = text(LIMITS.valueCharacters)

/** A row names the client by what another system calls it, or by the `id` of a download. */
export const ClientRowInput = NewClient.omit({ on_match: true })
  .extend({
    external_id: ExternalId.optional(),
    id: Id.optional(),
    created_at: z.string().max(LIMITS.valueCharacters).optional(),
  })
  .superRefine(({ external_id: externalId, id }, context) => {
    if (externalId !== undefined || id !== undefined) return
    context.addIssue({ ...fault('required', 'This cell is empty.'), path: ['external_id'] })
  })

/** What a download of clients has besides. `name` and `updated_at` say nothing that the other columns do not. */
const OF_DOWNLOADS = ['id', 'name', 'metadata', 'created_at', 'updated_at']

export const CLIENT_COLUMNS = [
  'external_id',
  'first_name',
  'last_name',
  'email',
  'phone',
  'cpf',
  'birth_date',
  'metadata.*',
  ...OF_DOWNLOADS,
]

const ofDownload = query({
  name: 'client of a download',
  text: `SELECT c.id FROM client AS c WHERE c.organization_id = $1::int AND c.id = $2::int
    AND date_trunc('second', c.created_at) = $3::timestamptz`,
  row: { id: column.int },
})

/**
 * One row of a file of clients. A client that was downloaded as this row, that came from a row with this `external_id`, or
 * that matches, is updated or left alone, as `onMatch` says; otherwise it is created.
 *
 * @throws as `POST /v1/clients` and `PATCH /v1/clients/{client_id}`
 */
export async function importClient(
  write: WriteContext,
  { external_id, id, created_at: createdAt, ...given }: z.output<typeof ClientRowInput>,
  onMatch: AcceptedClient['on_match'],
): Promise<RowDone> {
  const input: AcceptedClient = { ...given, on_match: onMatch }
  const externalId = external_id ?? `id ${id}`
  const known =
    (await clientDownloaded(write, id, createdAt)) ??
    (await importedBefore(write, 'client', externalId))
  const applied =
    known === null
      ? await findOrCreateClient(write, input, '')
      : await applyKnown(write, known, input)
  if (known === null) await keepImported(write, 'client', externalId, applied.client.id)
  if (applied.event !== null) write.emit({ ...applied.event, tellsClient: false })
  const outcome = applied.outcome === 'found' ? 'unchanged' : applied.outcome
  return { outcome, id: applied.client.id }
}

/**
 * The client that a download wrote as this `id` and `created_at`. In a file of another installation, the same id is
 * another person, who was not made in the same second.
 */
async function clientDownloaded(
  { tx, organization }: WriteContext,
  id: number | undefined,
  createdAt = '',
): Promise<number | null> {
  const made = Date.parse(createdAt)
  if (id === undefined || Number.isNaN(made)) return null
  const second = new Date(Math.floor(made / 1000) * 1000)
  const [row] = await ofDownload(sqlOf(tx), [organization.id, id, second])
  return row?.id ?? null
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
