import { Prisma } from '@scheduling/database'
import { z } from 'zod'
import { toDeposit } from '../deposit-ledger/deposit-base.ts'
import { DEPOSITS, withClient } from '../deposit-ledger/load.ts'
import { Id } from '../ground/fields.ts'
import { byTime, envelope, keysetPage, PageInput, pageOf } from '../lists/page.ts'
import { procedure } from '../procedure/define.ts'
import { Deposit, DepositExpand } from './deposit.ts'
import { expandDeposits } from './expand.ts'

/** `deposits.listOfClient`: newest first, those of the queue too. */
export const listDepositsOfClient = procedure({
  kind: 'read',
  scope: 'read',
  input: z.object({ client_id: Id, ...PageInput, expand: DepositExpand }),
  output: pageOf(Deposit),
  problems: [],
  async run(context, input) {
    const { db, organization } = context
    const { client_id } = input
    const page = await keysetPage(db, context, {
      name: 'deposits of a client',
      query: DEPOSITS.page,
      from: Prisma.sql`deposit d`,
      where: [
        Prisma.sql`d.organization_id = ${organization.id}`,
        Prisma.sql`d.client_id = ${client_id}`,
      ],
      order: {
        ...byTime('created_at', Prisma.sql`d.created_at`, Prisma.sql`d.id`),
        direction: 'desc',
      },
      filters: { client_id },
      request: input,
    })
    const records = page.rows.map((row) => toDeposit(withClient(row), context))
    return envelope(context, page, await expandDeposits.all(db, context, records, input.expand))
  },
})
