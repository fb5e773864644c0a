import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { askedBy } from '../change/system-work.ts'
import { toDeposit } from './deposit-base.ts'
import type { DepositOwnerId } from './owner.ts'
import { maybe } from '../events/emissions.ts'
import { BESIDE_OTHERS, exactlyOne, Id, valueText } from '../ground/fields.ts'
import { InstantInput } from '../ground/time-fields.ts'
import { procedure } from '../procedure/define.ts'
import { Deposit, DepositExpand, expandedAs } from './deposit.ts'
import { expandDeposits } from './expand.ts'
import { issueCharge, requestDeposit } from './request.ts'
import { orLater } from './settle.ts'

type OwnerChoice = {
  readonly appointment_id?: number | null | undefined
  readonly queue_entry_id?: number | null | undefined
}

const oneOwner = exactlyOne(
  'appointment_id',
  'queue_entry_id',
  'Send `appointment_id` or `queue_entry_id`.',
)

/** Asks the client of an appointment or queue entry for a deposit. The payment code may come later. */
export const chargeDeposit = procedure({
  kind: 'change',
  scope: 'write',
  access: 'desk',
  feature: 'deposits',
  input: z
    .object({
      appointment_id: Id.nullable().optional(),
      queue_entry_id: Id.nullable().optional(),
      amount: valueText().meta({ description: 'Two decimals, such as 50.00.' }),
      expires_at: InstantInput.optional().meta({
        description: `Within ${LIMITS.depositExpiryDays} days. If you leave it out, after the time that the organization gives its clients.`,
      }),
      expand: DepositExpand,
    })
    .superRefine(oneOwner, BESIDE_OTHERS),
  output: Deposit,
  emits: { ok: [maybe('appointment.updated'), maybe('queue.entry.updated')] },
  notes: ['deposit.asked'],
  later: ['deposit.created'],
  problems: [
    'not_found',
    'action_not_allowed',
    'appointment_not_editable',
    'queue_entry_not_editable',
  ],
  async run(context, input) {
    const { amount, expires_at: expiresAt } = input
    const row = await requestDeposit(context, {
      owner: ownerOf(input),
      amount,
      expiresAt,
      askedBy: askedBy(context),
    })
    const changes = { amount: { from: null, to: amount } }
    context.note({ action: 'deposit.asked', id: row.id, changes })
    const record = toDeposit(row, context)
    return expandDeposits.one(context.tx, context, record, input.expand)
  },
  async finish(context, reply) {
    const { organization, payments } = context
    const row = await orLater(context, reply, () =>
      issueCharge(context, organization.id, reply.id, payments, { isRepeated: false }),
    )
    return row === null ? reply : expandedAs(reply, toDeposit(row, context))
  },
})

/** Of a choice that `oneOwner` has accepted. */
function ownerOf({ appointment_id, queue_entry_id }: OwnerChoice): DepositOwnerId {
  if (appointment_id != null) return { appointmentId: appointment_id }
  if (queue_entry_id != null) return { queueEntryId: queue_entry_id }
  throw new Error('The input names nothing to be charged for.')
}
