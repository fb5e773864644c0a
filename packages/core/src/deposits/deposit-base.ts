import type { Client, Deposit as DepositTable } from '@scheduling/database'
import { z } from 'zod'
import { clientName } from '../clients/client.ts'
import { Currency, Id, MiniReference, Money } from '../ground/fields.ts'
import { Instant } from '../ground/time-fields.ts'
import { instantsIn } from '../ground/instants-in.ts'
import { money } from '../ground/money.ts'
import type { AskedBy } from '../change/system-work.ts'
import { linkTo } from '../links/record-link.ts'
import type { Reader } from '../lists/expand.ts'

export const DepositStatus = z
  .enum(['PENDING', 'PAID', 'EXPIRED', 'REFUNDED'])
  .meta({ id: 'DepositStatus' })

type Parts<Appointment, QueueEntry, Client> = {
  readonly appointment: Appointment
  readonly queue_entry: QueueEntry
  readonly client: Client
}

/** The fields of the record in their order. `parts` are those that `expand` can fill. */
export function depositOf<
  Appointment extends z.ZodType,
  QueueEntry extends z.ZodType,
  Client extends z.ZodType,
>(parts: Parts<Appointment, QueueEntry, Client>) {
  return z.object({
    object: z.literal('deposit'),
    id: Id,
    status: DepositStatus,
    amount: Money,
    currency: Currency,
    paid_amount: Money.nullable(),
    refunded_amount: Money.meta({
      description: 'The amount refunded so far. It is `0.00` before a refund.',
    }),
    method: z.string().meta({
      description:
        '`PIX`: instant payment. `MANUAL`: the organization has no bank connected, so the team asks for the money and confirms it by hand. More may be added.',
    }),
    appointment_id: Id.nullable().meta({
      description:
        'The appointment that the deposit is for. Exactly one of this field and `queue_entry_id` has a value.',
    }),
    queue_entry_id: Id.nullable(),
    appointment: parts.appointment,
    queue_entry: parts.queue_entry,
    client_id: Id,
    client: parts.client,
    payment_code: z.string().nullable().meta({
      description:
        'The payment code to copy and paste. Null unless the status is `PENDING`, and with `MANUAL`.',
    }),
    payment_url: z.string().nullable().meta({
      description:
        "The client's own page with the payment code. Null unless the status is `PENDING`, and with `MANUAL`.",
    }),
    expires_at: Instant,
    paid_at: Instant.nullable(),
    expired_at: Instant.nullable(),
    refunded_at: Instant.nullable(),
    created_at: Instant,
    updated_at: Instant,
  })
}

/** A deposit inside another record, and in events. */
export const DepositBase = depositOf({
  appointment: z.null(),
  queue_entry: z.null(),
  client: MiniReference,
}).meta({ id: 'DepositBase' })

/** A member of the team, as an event names its actor. */
export type ConfirmedBy = { readonly id: string | null; readonly name: string | null }

export type DepositRow = Omit<DepositTable, 'askedBy' | 'confirmedBy'> & {
  readonly askedBy: AskedBy | null
  readonly confirmedBy: ConfirmedBy | null
  readonly client: Pick<Client, 'id' | 'firstName' | 'lastName'>
}

export type DepositRecord = z.input<typeof DepositBase>

export function toDeposit(row: DepositRow, reader: Reader): DepositRecord {
  const { timeZone } = reader.organization
  const instant = instantsIn(timeZone)
  const isPayable = row.status === 'PENDING'
  return {
    object: 'deposit',
    id: row.id,
    status: row.status,
    amount: row.amount.toFixed(2),
    currency: 'BRL',
    paid_amount: money(row.paidAmount),
    refunded_amount: row.refundedAmount.toFixed(2),
    method: row.method,
    appointment_id: row.appointmentId,
    queue_entry_id: row.queueEntryId,
    appointment: null,
    queue_entry: null,
    client_id: row.clientId,
    client: { id: row.client.id, name: clientName(row.client) },
    payment_code: isPayable ? row.paymentCode : null,
    payment_url: isPayable && row.method !== 'MANUAL' ? linkTo(reader, 'deposit', row) : null,
    expires_at: instant(row.expiresAt),
    paid_at: instant(row.paidAt),
    expired_at: instant(row.expiredAt),
    refunded_at: instant(row.refundedAt),
    created_at: instant(row.createdAt),
    updated_at: instant(row.updatedAt),
  }
}
