import { z } from 'zod'
import { lockOrganization } from '../change/locks.ts'
import { Problem } from '../contract/problems.ts'
import { procedure } from '../procedure/define.ts'
import { PaymentStatus, toStatus } from './connection.ts'

/**
 * `payments.disconnect`: new deposits go to the sandbox from then on. What was asked for under the account is still paid
 * and refunded there, so its credentials are kept.
 */
export const disconnectPayments = procedure({
  kind: 'change',
  scope: 'write',
  role: 'owner',
  input: z.object({}),
  output: PaymentStatus,
  emits: { ok: [] },
  notes: ['payments.disconnected'],
  problems: ['action_not_allowed'],
  async run(write) {
    const { tx, organization } = write
    await lockOrganization(tx, organization.id)
    const where = { organizationId: organization.id, disconnectedAt: null }
    const active = await tx.paymentConnection.findFirst({ where })
    if (active === null) throw new Problem('action_not_allowed', 'No account is connected.')
    const { id, bank } = active
    const data = { disconnectedAt: new Date(write.realNow()) }
    await tx.paymentConnection.update({ where: { id }, data })
    const changes = { bank: { from: bank, to: null } }
    write.note({ action: 'payments.disconnected', id, changes })
    return toStatus(null, write)
  },
})
