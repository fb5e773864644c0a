import { z } from 'zod'
import { lockOrganization } from '../change/locks.ts'
import { Problem } from '../contract/problems.ts'
import { activeConnection } from './active-connection.ts'
import { procedure } from '../procedure/define.ts'
import { PaymentStatus, toStatus } from './connection.ts'
import { endConnection } from './end-connection.ts'

/**
 * `payments.disconnect`: the team asks for new deposits from then on. What was asked for under the account is still paid
 * and refunded there, so its credentials are kept.
 */
export const disconnectPayments = procedure({
  kind: 'change',
  scope: 'write',
  access: 'owner',
  input: z.object({}),
  output: PaymentStatus,
  emits: { ok: [] },
  notes: ['payments.disconnected'],
  problems: ['action_not_allowed'],
  async run(write) {
    const { tx, organization } = write
    await lockOrganization(tx, organization.id)
    const active = await activeConnection(tx, organization.id)
    if (active === null) throw new Problem('action_not_allowed', 'No account is connected.')
    await endConnection(write, active)
    return toStatus(null, write)
  },
})
