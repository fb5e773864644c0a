import { router } from '../procedure/trpc.ts'
import { chargeDeposit } from './charge.ts'
import { confirmDeposit } from './confirm-by-hand.ts'
import { getDeposit } from './get.ts'
import { getPayments } from './get-payments.ts'
import { listNewestDeposits } from './list-newest.ts'
import { listPayments } from './list-payments.ts'
import { listDeposits } from './list.ts'
import { refundPaidDeposit } from './refund.ts'
import { retryRejectedRefund } from './retry-refund.ts'

export const deposits = router({
  list: listDeposits,
  listNewest: listNewestDeposits,
  get: getDeposit,
  charge: chargeDeposit,
  confirmByHand: confirmDeposit,
  refund: refundPaidDeposit,
  retryRefund: retryRejectedRefund,
  getPayments,
  listPayments,
})
