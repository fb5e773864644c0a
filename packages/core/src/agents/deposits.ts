import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { Id } from '../ground/fields.ts'
import { DepositStatus } from '../deposits/deposit-base.ts'
import { ClientId } from './inputs.ts'
import { tool } from './tool.ts'
import { When, whenOf } from './when.ts'
import { AgentClient, agentClient, namedClient } from './written-by-client.ts'

export const listDeposits = tool({
  name: 'list_deposits',
  title: 'Deposits',
  description: 'Deposits, newest first: who owes or paid one. They are only read, never changed.',
  uses: ['deposits.listNewest'],
  input: z.object({
    client_id: ClientId.optional(),
    status: z.enum(DepositStatus.options).optional().meta({ description: 'Default: any.' }),
  }),
  output: z.object({
    deposits: z.array(
      z.object({
        id: Id,
        status: z.enum(DepositStatus.options),
        amount: z.string(),
        currency: z.string(),
        appointment_id: Id.nullable(),
        queue_entry_id: Id.nullable(),
        expires: When,
        client: AgentClient,
      }),
    ),
    more: z.boolean(),
  }),
  async run({ context, use }, { client_id, status }) {
    const { data, has_more } = await use('deposits.listNewest', {
      ...(client_id === undefined ? {} : { client_id }),
      ...(status === undefined ? {} : { status: [status] }),
      limit: LIMITS.toolRecords,
    })
    const deposits = data.map((one) => ({
      id: one.id,
      status: one.status,
      amount: one.amount,
      currency: one.currency,
      appointment_id: one.appointment_id,
      queue_entry_id: one.queue_entry_id,
      expires: whenOf(context, one.expires_at),
      client: agentClient(context, { id: one.client.id, name: one.client.name }),
    }))
    const lines = deposits.map((one) => {
      const owner =
        one.appointment_id === null
          ? `queue entry ${one.queue_entry_id}`
          : `appointment ${one.appointment_id}`
      const due = one.status === 'PENDING' ? `, to be paid by ${one.expires.words}` : ''
      return `Deposit ${one.id}: ${one.status}, ${one.currency} ${one.amount}, ${owner} of ${namedClient(one.client)}${due}`
    })
    if (lines.length === 0) lines.push('There are none.')
    if (has_more) lines.push('There are older ones.')
    return { text: lines.join('\n'), result: { deposits, more: has_more } }
  },
})
