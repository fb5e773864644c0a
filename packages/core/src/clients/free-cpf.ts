import { findRow, tables, type Client as ClientRow } from '@scheduling/database'
import type { WriteContext } from '../change/write-context.ts'
import { invalid } from '../contract/problems.ts'
import type { ClientColumns } from './columns.ts'

/** @throws `400 already_in_use` when a change gives a client the CPF of another. The caller has locked the CPF. */
export async function requireFreeCpf(
  { tx, organization }: Pick<WriteContext, 'tx' | 'organization'>,
  before: ClientRow,
  { cpf }: Pick<ClientColumns, 'cpf'>,
): Promise<void> {
  if (cpf === null || cpf === before.cpf) return
  const holder = await findRow(tx, tables.client, { organizationId: organization.id, cpf })
  if (holder === null) return
  throw invalid('cpf', 'already_in_use', 'Another client of the organization has this CPF.')
}
