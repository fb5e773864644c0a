/** The deposit that a booking on the public page asks for. */
import type { Prisma } from '@scheduling/database'
import type { AskedBy } from '../change/system-work.ts'
import { writeMessages } from '../change/write-messages.ts'
import { LIMITS } from '../contract/limits.ts'
import type { DepositOwnerId } from '../deposits/owner.ts'
import { requestDeposit } from '../deposits/request.ts'
import { depositMessage } from '../events/client-messages.ts'
import type { VisitorWork } from './submission.ts'

/**
 * In the transaction of the booking, which never holds time without the deposit whose expiry frees it.
 *
 * The message about it goes out with the payment code, or without one where that takes too long. Where the team asks for
 * the money, it goes out at once.
 *
 * @param amount null: none is asked for
 * @param isOfNew as in `DepositRequest`
 * @returns the id of the deposit; null without one
 */
export async function askDeposit(
  work: VisitorWork,
  owner: DepositOwnerId,
  amount: Prisma.Decimal | null,
  askedBy: AskedBy,
  isOfNew = false,
): Promise<number | null> {
  if (amount === null) return null
  const asked = { owner, amount: amount.toFixed(2), askedBy, isOfNew, isOfVisitor: true }
  const deposit = await requestDeposit(work, asked)
  const { tx, organization, newId, now, visitor } = work
  const waitMinutes = deposit.method === 'MANUAL' ? 0 : LIMITS.depositCodeWaitMinutes
  const at = new Date(now() + waitMinutes * 60_000).toISOString()
  const message = { ...depositMessage(deposit), id: newId('msg'), visitor, at }
  await writeMessages(tx, organization.id, [message])
  return deposit.id
}
