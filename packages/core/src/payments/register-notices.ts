import { tables, updateRow } from '@scheduling/database'
import { pixPayments, ProviderError } from '@scheduling/payments'
import { z } from 'zod'
import { Problem } from '../contract/problems.ts'
import { inTime } from '../ground/in-time.ts'
import { activeConnection } from './active-connection.ts'
import { noticeAddress } from './notice-address.ts'
import { openAccount } from './sealed-account.ts'
import { procedure } from '../procedure/define.ts'
import { PaymentStatus, toStatus } from './connection.ts'

/**
 * `payments.registerNotices`: tells the bank where to send its notices, for the key of the account. Whatever address the
 * bank had for the key before is replaced there.
 */
export const registerNotices = procedure({
  kind: 'action',
  scope: 'write',
  access: 'owner',
  input: z.object({}),
  output: PaymentStatus,
  problems: ['action_not_allowed'],
  async run(context) {
    const { db, organization, banks } = context
    const active = await activeConnection(db, organization.id)
    if (active === null) throw new Problem('action_not_allowed', 'No account is connected.')
    const bank = banks.get(active.bank)
    if (bank === undefined) {
      throw new Problem('action_not_allowed', 'The bank is no longer in the list of banks.')
    }
    const account = openAccount(context.crypto, organization.id, active.accountSealed)
    const provider = pixPayments({ ...account, bank }, { now: context.realNow })
    try {
      const address = noticeAddress(context, active.id)
      await inTime(provider.registerNotices(address), context.patience.providerMs)
    } catch (error) {
      const detail = error instanceof ProviderError ? error.detail : null
      throw new Problem(
        'action_not_allowed',
        `The bank did not register the address. ${detail ?? 'Try again later, or tell it by hand.'}`,
        { cause: error },
      )
    }
    const { id } = active
    const data = { noticesRegisteredAt: new Date(context.realNow()) }
    return toStatus(await updateRow(db, tables.paymentConnection, { id }, data), context)
  },
})
