import { z } from 'zod'
import { activeConnection } from './active-connection.ts'
import { procedure } from '../procedure/define.ts'
import { PaymentStatus, toStatus } from './connection.ts'

/** `payments.get`: the account that clients pay into, and what is wrong with it. */
export const getPayments = procedure({
  kind: 'read',
  scope: 'read',
  access: 'owner',
  input: z.object({}),
  output: PaymentStatus,
  problems: [],
  async run(context) {
    const { db, organization } = context
    return toStatus(await activeConnection(db, organization.id), context)
  },
})
