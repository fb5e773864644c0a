import type { PaymentConnection } from '@scheduling/database'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { Id, valueText } from '../ground/fields.ts'
import { Instant } from '../ground/time-fields.ts'
import { instantsIn } from '../ground/instants-in.ts'
import { noticeAddress } from './notice-address.ts'
import { hasSandbox } from './payee.ts'

/** The account at a bank that clients pay into. Nothing that the bank knows us by is ever shown. */
export const Connection = z.object({
  object: z.literal('payment_connection'),
  id: Id,
  provider: z.literal('pix'),
  /** Its name in the list of banks. */
  bank: z.string(),
  connected_at: Instant,
  /** Why the bank does not let us in, or what it says that its document does not allow. */
  fault: z.string().nullable(),
  fault_at: Instant.nullable(),
  /** Where the bank sends its notices of payments. */
  notice_url: z.string(),
  /** When `notice_url` was registered with the bank. Null: register it by hand. */
  notices_registered_at: Instant.nullable(),
})

export const PaymentStatus = z.object({
  object: z.literal('payment_status'),
  /** `sandbox`: no money moves. `manual`: the team asks for deposits, and confirms them by hand. */
  provider: z.enum(['sandbox', 'manual', 'pix']),
  /** Null: none is connected. */
  connection: Connection.nullable(),
  /** That can be connected. */
  banks: z.array(valueText()),
})

type Reader = Pick<
  Context,
  'crypto' | 'publicBaseUrl' | 'organization' | 'banks' | 'isDemonstration'
>

export function toStatus(
  row: PaymentConnection | null,
  reader: Reader,
): z.input<typeof PaymentStatus> {
  return {
    object: 'payment_status',
    provider: row !== null ? 'pix' : hasSandbox(reader) ? 'sandbox' : 'manual',
    connection: row === null ? null : toConnection(row, reader),
    banks: reader.organization.livemode ? [...reader.banks.keys()] : [],
  }
}

function toConnection(row: PaymentConnection, reader: Reader): z.input<typeof Connection> {
  const { timeZone } = reader.organization
  const instant = instantsIn(timeZone)
  return {
    object: 'payment_connection',
    id: row.id,
    provider: 'pix',
    bank: row.bank,
    connected_at: instant(row.connectedAt),
    fault: row.fault,
    fault_at: instant(row.faultAt),
    notice_url: noticeAddress(reader, row.id),
    notices_registered_at: instant(row.noticesRegisteredAt),
  }
}
