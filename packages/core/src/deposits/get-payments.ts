import { Prisma, findRows, tables } from '@scheduling/database'
import { z } from 'zod'
import { findDeposit } from './load.ts'
import { toDeposit, type DepositRow } from './deposit-base.ts'
import { Id } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { Deposit } from './deposit.ts'
import { Payment, PAYMENTS, toPayments } from './payment-record.ts'
import { Refund, toRefund } from './refund-record.ts'

const PROVIDERS = ['sandbox', 'manual', 'pix'] as const

function providerOf({ method, connectionId }: DepositRow): (typeof PROVIDERS)[number] {
  if (method === 'MANUAL') return 'manual'
  return connectionId === null ? 'sandbox' : 'pix'
}

/** Of one deposit: more than any client pays. */
const MOST = 200

/** `deposits.getPayments`: a deposit with all that was paid and refunded for it, and what is wrong with its charge. */
export const getPayments = procedure({
  kind: 'read',
  scope: 'read',
  access: 'desk',
  input: z.object({ deposit_id: Id }),
  output: z.object({
    deposit: Deposit,
    /** `sandbox`: no money moves. `manual`: no bank is asked. */
    provider: z.enum(PROVIDERS),
    /** Why the bank never makes a code of it, in its words. */
    charge_fault: z.string().nullable(),
    payments: z.array(Payment),
    /** Of what was paid for the deposit. Those of payments that do not count stand with the payments. */
    refunds: z.array(Refund),
  }),
  problems: ['not_found'],
  async run(context, { deposit_id: depositId }) {
    const { db, organization } = context
    const { id: organizationId, timeZone } = organization
    const row = await findDeposit(db, organizationId, depositId)
    const found = await findRows(
      db,
      tables.payment,
      { organizationId, depositId },
      { orderBy: Prisma.sql`r.paid_at, r.id`, limit: MOST },
    )
    const ids = found.map(({ id }) => id)
    const rows = await PAYMENTS.among(db, organizationId, ids)
    const refunds = await findRows(
      db,
      tables.depositRefund,
      { organizationId, depositId, ofDeposit: true },
      { orderBy: Prisma.sql`r.id`, limit: MOST },
    )
    return {
      deposit: toDeposit(row, context),
      provider: providerOf(row),
      charge_fault: row.chargeFault,
      payments: await toPayments(
        db,
        organizationId,
        rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)),
        timeZone,
      ),
      refunds: refunds.map((refund) => toRefund(refund, timeZone)),
    }
  },
})
