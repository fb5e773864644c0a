/** Records that came from files, so that a file can be sent again. */
import { column, insertRow, query, sqlOf, statement, tables } from '@scheduling/database'
import type { WriteContext } from '../change/write-context.ts'

export type ImportedKind = 'client' | 'appointment'

type Means = Pick<WriteContext, 'tx' | 'organization' | 'crypto'>

const locked = statement(
  'external id locked',
  `SELECT pg_advisory_xact_lock(hashtextextended($1::text, 0))`,
)

const found = query({
  name: 'record of an external id',
  text: `SELECT coalesce(m.merged_into, i.record_id) AS id FROM imported_record AS i
    LEFT JOIN merged_client AS m ON i.record = 'client' AND m.organization_id = i.organization_id AND m.id = i.record_id
    WHERE i.organization_id = $1::int AND i.record = $2::text AND i.external_key = $3::bytea`,
  row: { id: column.int },
})

/**
 * The id of the record that was made of this `external_id` before; of a client that was merged, that of the survivor.
 * Null: there is none, and until the transaction ends no other transaction makes one.
 */
export async function importedBefore(
  means: Means,
  kind: ImportedKind,
  externalId: string,
): Promise<number | null> {
  const { tx, organization } = means
  const key = keyOf(means, kind, externalId)
  await locked(sqlOf(tx), [`import ${key.toString('hex')}`])
  const [row] = await found(sqlOf(tx), [organization.id, kind, key])
  return row?.id ?? null
}

export async function keepImported(
  means: Means,
  kind: ImportedKind,
  externalId: string,
  id: number,
): Promise<void> {
  const { tx, organization } = means
  await insertRow(tx, tables.importedRecord, {
    organizationId: organization.id,
    record: kind,
    externalKey: keyOf(means, kind, externalId),
    recordId: id,
  })
}

function keyOf({ crypto, organization }: Means, kind: ImportedKind, externalId: string): Buffer {
  return crypto.hmac('import', `${organization.id} ${kind} ${externalId}`)
}
