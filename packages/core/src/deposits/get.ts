import { z } from 'zod'
import { query } from '../procedure/endpoint.ts'
import { Id } from '../ground/fields.ts'
import { Deposit, DepositExpand } from './full-deposit.ts'
import { depositReply, findDeposit } from './load.ts'

/** `GET /v1/deposits/{deposit_id}` */
export const getDeposit = query({
  method: 'GET',
  path: '/deposits/{deposit_id}',
  tag: 'Deposits',
  summary: 'Get a deposit',
  scope: 'read',
  input: z.object({ deposit_id: Id, expand: DepositExpand }),
  output: Deposit,
  success: { ok: 200 },
  problems: ['not_found'],
  async run(context, input) {
    const row = await findDeposit(context.db, context.organization.id, input.deposit_id)
    return depositReply(context.db, context, row, input.expand)
  },
})
