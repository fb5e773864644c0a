/** Which ways to the clients, and to their money, an organization still has to connect. */
import { column, findRow, query, selected, sqlOf, tables } from '@scheduling/database'
import type { Context } from '../context.ts'
import { hasFeature } from '../contract/features.ts'
import { isUsable } from '../messaging/connection.ts'
import { depositMethod } from '../payments/payee.ts'

export const CONNECTIONS = ['mail_server', 'number', 'bank'] as const
type Connection = (typeof CONNECTIONS)[number]

const DEPOSITS = {
  areUsed: column.by(
    `EXISTS (SELECT FROM service s WHERE s.organization_id = $1::int AND s.is_active AND s.requires_deposit)`,
    column.bool,
  ),
}

const depositsOf = query({
  name: 'whether services ask for deposits',
  text: `SELECT ${selected(DEPOSITS, '')}`,
  row: DEPOSITS,
})

/**
 * What is not connected, of all that the organization uses. Of what a test organization writes, only the mails to its own
 * team leave.
 *
 * @param asksBank whether the bank is of interest to the caller
 */
export async function notConnected(
  where: Pick<Context, 'db' | 'organization' | 'sendsMail' | 'isDemonstration'>,
  asksBank: boolean,
): Promise<Connection[]> {
  const { db, organization, sendsMail } = where
  const organizationId = organization.id
  const number = await findRow(db, tables.messagingConnection, { organizationId })
  const hasBank = !asksBank || (await needsNoBank(where))
  const isThere: Readonly<Record<Connection, boolean>> = {
    mail_server: sendsMail,
    number: !organization.livemode || isUsable(number, organization),
    bank: hasBank,
  }
  return CONNECTIONS.filter((connection) => !isThere[connection])
}

async function needsNoBank(where: Parameters<typeof notConnected>[0]): Promise<boolean> {
  const { db, organization } = where
  if (!hasFeature(organization, 'deposits')) return true
  const [deposits] = await depositsOf(sqlOf(db), [organization.id])
  return deposits?.areUsed !== true || (await depositMethod(db, where)) === 'PIX'
}
