/** What becomes of the data of two clients. */
import type { Client as ClientRow } from '@scheduling/database'
import { z } from 'zod'
import { dateText, type AcceptedClientChanges } from './client.ts'
import { changedColumns, type ClientColumns } from './columns.ts'
import { Problem } from '../contract/problems.ts'
import { metadataOf } from '../ground/metadata.ts'

const Side = z.enum(['survivor', 'merged'])

/** Whose value stays where both have one. What is left out: that of the client that remains. */
export const FieldChoices = z
  .object({
    first_name: Side,
    last_name: Side,
    email: Side,
    phone: Side,
    cpf: Side,
    birth_date: Side,
  })
  .partial()

type Choices = z.output<typeof FieldChoices>

/**
 * The columns of the client that remains, or null if they stay as they are. Empty fields are filled from the other
 * client, and its metadata is added.
 *
 * @throws `400 too_many` when the merged metadata has more than 50 keys; `409 action_not_allowed` when both have a
 *   CPF and the caller does not say whose stays
 */
export function mergedColumns(
  survivor: ClientRow,
  merged: ClientRow,
  choices: Choices,
): ClientColumns | null {
  if (choices.cpf === undefined && areTwoPeople(survivor, merged)) {
    throw new Problem(
      'action_not_allowed',
      'The two clients have different CPFs, so they may be two people. If they are one, say in `fields.cpf` whose CPF stays.',
    )
  }
  const [own, other] = [valuesOf(survivor), valuesOf(merged)]
  const pick = <Name extends keyof typeof own>(name: Name): (typeof own)[Name] =>
    choices[name] === 'merged' ? (other[name] ?? own[name]) : (own[name] ?? other[name])
  const kept = metadataOf(survivor.metadata)
  const added = Object.entries(metadataOf(merged.metadata)).filter(
    ([key]) => !Object.hasOwn(kept, key),
  )
  const changes: AcceptedClientChanges = {
    first_name: pick('first_name'),
    last_name: pick('last_name'),
    email: pick('email'),
    phone: pick('phone'),
    cpf: pick('cpf'),
    birth_date: pick('birth_date'),
    metadata: Object.fromEntries(added),
  }
  return changedColumns(survivor, changes, '')
}

function areTwoPeople({ cpf }: ClientRow, other: ClientRow): boolean {
  return cpf !== null && other.cpf !== null && cpf !== other.cpf
}

function valuesOf(row: ClientRow) {
  return {
    first_name: row.firstName,
    last_name: row.lastName,
    email: row.email,
    phone: row.phone,
    cpf: row.cpf,
    birth_date: row.birthDate === null ? null : dateText(row.birthDate),
  }
}
