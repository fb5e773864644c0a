import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { Id } from '../ground/fields.ts'
import { toDeposit } from './deposit-base.ts'
import { findDeposit } from './load.ts'
import { Deposit, DepositExpand } from './deposit.ts'
import { expandDeposits } from './expand.ts'

/** `GET /v1/deposits/{deposit_id}` */
export const getDeposit = procedure({
  kind: 'read',
  rest: {
    method: 'GET',
    path: '/deposits/{deposit_id}',
    tag: 'Deposits',
    summary: 'Get a deposit',
  },
  scope: 'read',
  access: 'desk',
  input: z.object({ deposit_id: Id, expand: DepositExpand }),
  output: Deposit,
  problems: ['not_found'],
  async run(context, input) {
    const { db, organization } = context
    const row = await findDeposit(db, organization.id, input.deposit_id)
    return expandDeposits.one(db, context, toDeposit(row, context), input.expand)
  },
})
