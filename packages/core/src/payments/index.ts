import { router } from '../procedure/trpc.ts'
import { connectPayments } from './connect.ts'
import { disconnectPayments } from './disconnect.ts'
import { getPayments } from './get.ts'
import { registerNotices } from './register-notices.ts'

/** The account that clients pay into; for the owner alone. */
export const payments = router({
  get: getPayments,
  connect: connectPayments,
  disconnect: disconnectPayments,
  registerNotices,
})
