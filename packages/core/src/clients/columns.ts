import type { Client as ClientRow } from '@scheduling/database'
import { dayColumn } from '../ground/day-column.ts'
import { isSameMetadata, mergedMetadata, metadataOf } from '../ground/metadata.ts'
import type { AcceptedClient, AcceptedClientChanges } from './client.ts'
import { isOldFormOf, phoneKey } from './phone.ts'
import { searchText } from './search.ts'

/** The columns of a client that are written, including the derived ones. */
export type ClientColumns = Pick<
  ClientRow,
  'firstName' | 'lastName' | 'email' | 'phone' | 'phoneKey' | 'cpf' | 'birthDate' | 'searchText'
> & { metadata: Record<string, string> }

type Given = Omit<ClientColumns, 'phoneKey' | 'searchText'>

/** @param field the path of the input in the body, such as `client`; empty for the body itself */
export function newColumns(input: AcceptedClient, field: string): ClientColumns {
  return withDerived({
    firstName: input.first_name,
    lastName: input.last_name ?? null,
    email: input.email ?? null,
    phone: input.phone ?? null,
    cpf: input.cpf ?? null,
    birthDate: asDate(input.birth_date ?? null),
    metadata: mergedMetadata({}, input.metadata, inside(field, 'metadata')),
  })
}

/**
 * The columns after a change, or null if nothing would change, so that `updated_at` stays the same. A field
 * that is left out stays the same, and null clears a field. A mobile number without its ninth digit is the same
 * number as the stored one with it, and does not replace it.
 *
 * @throws `400 too_many` when the merged metadata has more than 50 keys
 */
export function changedColumns(
  row: ClientRow,
  changes: AcceptedClientChanges,
  field: string,
): ClientColumns | null {
  const metadata = metadataOf(row.metadata)
  const keepsPhone = changes.phone === undefined || isOldFormOf(changes.phone, row.phone)
  const after: Given = {
    firstName: changes.first_name ?? row.firstName,
    lastName: changes.last_name === undefined ? row.lastName : changes.last_name,
    email: changes.email === undefined ? row.email : changes.email,
    phone: keepsPhone ? row.phone : (changes.phone ?? null),
    cpf: changes.cpf === undefined ? row.cpf : changes.cpf,
    birthDate: changes.birth_date === undefined ? row.birthDate : asDate(changes.birth_date),
    metadata: mergedMetadata(metadata, changes.metadata, inside(field, 'metadata')),
  }
  const isSame =
    after.firstName === row.firstName &&
    after.lastName === row.lastName &&
    after.email === row.email &&
    after.phone === row.phone &&
    after.cpf === row.cpf &&
    after.birthDate?.getTime() === row.birthDate?.getTime() &&
    isSameMetadata(after.metadata, metadata)
  return isSame ? null : withDerived(after)
}

/** Path of a field: `phone`, or `client.phone`. */
export function inside(field: string, name: string): string {
  return field === '' ? name : `${field}.${name}`
}

function withDerived(given: Given): ClientColumns {
  return {
    ...given,
    phoneKey: given.phone === null ? null : phoneKey(given.phone),
    searchText: searchText(given),
  }
}

function asDate(date: string | null): Date | null {
  return date === null ? null : dayColumn(date)
}
