import { column, query, sqlOf } from '@scheduling/database'
import { z } from 'zod'
import { bookAppointment, bookPast } from '../appointments/book.ts'
import { NewAppointment, requestedBooking } from '../appointments/requested.ts'
import { noticing, type WriteContext } from '../change/write-context.ts'
import { oneClient } from '../clients/client-choice.ts'
import { invalid, invalidFields, Problem, type FieldError } from '../contract/problems.ts'
import { LIMITS } from '../contract/limits.ts'
import { BESIDE_OTHERS, text } from '../ground/fields.ts'
import { parsed } from '../contract/validation.ts'
import { clientOfExternalId, ExternalId } from './import-client.ts'
import { importedBefore, keepImported } from './imported.ts'
import type { RowDone } from './row-done.ts'

export const APPOINTMENT_COLUMNS = [
  'external_id',
  'start',
  'service_ids',
  'professional_id',
  'client_id',
  'client_external_id',
  'client.first_name',
  'client.last_name',
  'client.email',
  'client.phone',
  'client.cpf',
  'client.birth_date',
  'type',
  'notes',
  'metadata.*',
]

/** A service and a professional may be named by id or by name; everything else is as the API has it. */
export const AppointmentRowInput = z.object({
  external_id: ExternalId,
  client_external_id: ExternalId.optional(),
  /** Ids or names, with `|` between them. */
  service_ids: text(LIMITS.servicesPerAppointment * (LIMITS.nameCharacters + 1)),
  professional_id: text(LIMITS.nameCharacters).optional(),
  rest: z.record(z.string(), z.unknown()),
})

const Body = NewAppointment.omit({ allow_overbook: true }).superRefine(oneClient, BESIDE_OTHERS)

const exists = query({
  name: 'imported appointment',
  text: `SELECT id FROM appointment WHERE organization_id = $1::int AND id = $2::int`,
  row: { id: column.int },
})

/**
 * One row of a file of appointments. What is to come is booked as through the API; what is past becomes `COMPLETED`,
 * without the rules of notice.
 *
 * @throws as `POST /v1/appointments`
 */
export async function importAppointment(
  write: WriteContext,
  row: z.output<typeof AppointmentRowInput>,
): Promise<RowDone> {
  const { tx, organization } = write
  const { external_id: externalId } = row
  const known = await importedBefore(write, 'appointment', externalId)
  if (known !== null) {
    const [left] = await exists(sqlOf(tx), [organization.id, known])
    if (left === undefined) {
      throw new Problem('not_found', 'The appointment of this `external_id` was deleted.')
    }
    return { outcome: 'unchanged', id: known }
  }
  const input = parsed(Body, await bodyOf(write, row))
  const silent = noticing(write, { notify_client: false })
  const booking = await requestedBooking(silent, { ...input, allow_overbook: false })
  const book = input.start > write.now() ? bookAppointment : bookPast
  const { outcome, row: made } = await book(silent, {
    ...booking,
    isByTeam: false,
    start: input.start,
  })
  await keepImported(write, 'appointment', externalId, made.id)
  return { outcome: outcome === 'created' ? 'created' : 'unchanged', id: made.id }
}

async function bodyOf(
  write: WriteContext,
  { rest, ...row }: z.output<typeof AppointmentRowInput>,
): Promise<object> {
  const faults: FieldError[] = []
  const services = row.service_ids.split('|').map((part) => part.trim())
  const service_ids = await idsOf(
    write,
    'service',
    services,
    (place) => `service_ids[${place}]`,
    faults,
  )
  const [professional_id = null] =
    row.professional_id === undefined
      ? []
      : await idsOf(write, 'professional', [row.professional_id], () => 'professional_id', faults)
  if (faults.length > 0) throw invalidFields(faults)
  return { ...rest, ...(await clientIn(write, row, rest)), service_ids, professional_id }
}

async function clientIn(
  write: WriteContext,
  row: { readonly client_external_id?: string | undefined },
  rest: Readonly<Record<string, unknown>>,
): Promise<object> {
  if (row.client_external_id === undefined) return {}
  if ('client' in rest || 'client_id' in rest) {
    const message = 'Name the client in one way: `client_external_id`, `client_id` or `client.*`.'
    throw invalid('client_external_id', 'invalid_value', message)
  }
  const id = await clientOfExternalId(write, row.client_external_id)
  if (id !== null) return { client_id: id }
  throw invalid(
    'client_external_id',
    'not_found',
    'No client was imported with this `external_id`. Import the clients first.',
  )
}

const NAMED = {
  service: query({
    name: 'services of a name',
    text: `SELECT id FROM service WHERE organization_id = $1::int AND name = $2::text AND is_active ORDER BY id LIMIT 2`,
    row: { id: column.int },
  }),
  professional: query({
    name: 'professionals of a name',
    text: `SELECT id FROM professional WHERE organization_id = $1::int AND name = $2::text AND is_active ORDER BY id LIMIT 2`,
    row: { id: column.int },
  }),
}

/** Ids as they are; names as the ids of what is called so. */
async function idsOf(
  { tx, organization }: WriteContext,
  kind: keyof typeof NAMED,
  names: readonly string[],
  field: (place: number) => string,
  faults: FieldError[],
): Promise<number[]> {
  const ids: number[] = []
  for (const [place, name] of names.entries()) {
    if (/^\d{1,10}$/.test(name)) {
      ids.push(Number(name))
      continue
    }
    const [found, other] = await NAMED[kind](sqlOf(tx), [organization.id, name])
    if (found !== undefined && other === undefined) ids.push(found.id)
    else faults.push({ field: field(place), ...notOne(kind, found !== undefined) })
  }
  return ids
}

function notOne(kind: string, areSeveral: boolean): Omit<FieldError, 'field'> {
  return areSeveral
    ? { code: 'invalid_value', message: `Several have this name. Send the id of the ${kind}.` }
    : { code: 'not_found', message: `No active ${kind} of this organization has this name.` }
}
