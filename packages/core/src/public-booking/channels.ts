/** By which ways messages of an organization reach a visitor. */
import { findRow, insertRows, tables } from '@scheduling/database'
import { z } from 'zod'
import { comparable } from '../clients/client-rules.ts'
import { isUsable } from '../messaging/connection.ts'
import type { VisitorWork } from './submission.ts'
import type { Visited } from './visit.ts'

export const Channels = z.object({
  /** False for test organizations, whose e-mails go nowhere. */
  email: z.boolean(),
  /** A number is connected: visitors can be asked whether they want messages there. */
  whatsapp: z.boolean(),
})

export async function channelsOf({
  db,
  organization,
  sendsMail,
}: Visited): Promise<z.output<typeof Channels>> {
  const number = await findRow(db, tables.messagingConnection, { organizationId: organization.id })
  return {
    email: sendsMail && organization.livemode,
    whatsapp: isUsable(number, organization),
  }
}

/** Messages about the record that is booked, joined or asked for, by WhatsApp, to the phone that is sent with it. */
export const WantsWhatsapp = z.boolean().optional()

/** Call it before a message about the record is written. It lifts no refusal of the phone. */
export async function noteConsent(
  { tx, organization }: Pick<VisitorWork, 'tx' | 'organization'>,
  record: 'appointment' | 'queue_entry' | 'waitlist_wish',
  id: number,
  input: {
    readonly whatsapp?: boolean | undefined
    readonly client: Parameters<typeof comparable>[0]
  },
): Promise<void> {
  const { phoneKey } = comparable(input.client)
  if (input.whatsapp !== true || phoneKey === null) return
  const consent = { organizationId: organization.id, record, recordId: id, address: phoneKey }
  await insertRows(tx, tables.whatsappConsent, [consent], 'skip')
}
