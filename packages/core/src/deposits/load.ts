import {
  column,
  narrowed,
  query,
  selected,
  sqlOf,
  tables,
  type Queryable,
  type Transaction,
} from '@scheduling/database'
import { lockAndRead } from '../change/locks.ts'
import { Problem } from '../contract/problems.ts'
import { loader } from '../lists/expand.ts'
import { recordsOf, type RowIn } from '../lists/records.ts'
import type { AskedBy } from '../change/system-work.ts'
import { toDeposit, type ConfirmedBy, type DepositRow } from './deposit-base.ts'
import type { DepositOwnerId } from './owner.ts'

export const DEPOSIT = narrowed(tables.deposit, {
  askedBy: column.nullable(column.jsonb<AskedBy>()),
  confirmedBy: column.nullable(column.jsonb<ConfirmedBy>()),
})

const SHOWN = {
  ...DEPOSIT.columns,
  firstName: column.by('c.first_name', column.text),
  lastName: column.by('c.last_name', column.nullable(column.text)),
}
const CLIENT = 'JOIN client c ON c.id = d.client_id'

export const DEPOSITS = recordsOf({ table: tables.deposit, alias: 'd', row: SHOWN, joins: CLIENT })

/** A row in the form of the record's parts. */
export function withClient(found: RowIn<typeof DEPOSITS>): DepositRow {
  const { firstName, lastName, ...columns } = found
  return { ...columns, client: { id: columns.clientId, firstName, lastName } }
}

/** @throws `404 not_found` */
export async function findDeposit(
  db: Queryable,
  organizationId: number,
  id: number,
): Promise<DepositRow> {
  const found = await DEPOSITS.one(db, organizationId, id)
  if (found === null) throw new Problem('not_found', 'No deposit of this organization has this id.')
  return withClient(found)
}

/**
 * As `findDeposit`, and locks the row until the transaction ends. The caller has locked what the deposit is
 * for.
 *
 * @throws `404 not_found`
 */
export const lockDeposit = lockAndRead('deposit', findDeposit)

const pendingOf = (owner: 'appointment' | 'queue_entry') =>
  query({
    name: `pending deposits of ${owner} locked and read`,
    text: `SELECT ${selected(SHOWN, 'd')} FROM deposit d ${CLIENT}
      WHERE d.organization_id = $1::int AND d.${owner}_id = $2::int AND d.status = 'PENDING'
      ORDER BY d.id FOR UPDATE OF d`,
    row: SHOWN,
  })

const ofAppointment = pendingOf('appointment')
const ofQueueEntry = pendingOf('queue_entry')

/**
 * Locks the unpaid deposits of an appointment or queue entry until the transaction ends, and reads them. One that is
 * paid while this waits for its row is not among them. The caller has locked the owner, so none is added.
 */
export async function lockPendingDeposits(
  tx: Transaction,
  organizationId: number,
  owner: DepositOwnerId,
): Promise<DepositRow[]> {
  const rows =
    'appointmentId' in owner
      ? await ofAppointment(sqlOf(tx), [organizationId, owner.appointmentId])
      : await ofQueueEntry(sqlOf(tx), [organizationId, owner.queueEntryId])
  return rows.map(withClient)
}

export const loadDeposits = loader(DEPOSITS, (row, reader) => toDeposit(withClient(row), reader))
