/** The deposit that a booking on the public page asks for. */
import type { Prisma } from '@scheduling/database'
import type { AskedBy, Work } from '../change/system-work.ts'
import type { DepositOwnerId } from '../deposit-ledger/owner.ts'
import { requestDeposit } from '../deposits/request.ts'

/**
 * In the transaction of the booking, which never holds time without the deposit whose expiry frees it.
 *
 * @param amount null: none is asked for
 * @param isOfNew as in `DepositRequest`
 * @returns the id of the deposit; null without one
 */
export async function askDeposit(
  work: Work,
  owner: DepositOwnerId,
  amount: Prisma.Decimal | null,
  askedBy: AskedBy,
  isOfNew = false,
): Promise<number | null> {
  if (amount === null) return null
  const asked = { owner, amount: amount.toFixed(2), askedBy, isOfNew, isOfVisitor: true }
  const { id } = await requestDeposit(work, asked)
  return id
}
