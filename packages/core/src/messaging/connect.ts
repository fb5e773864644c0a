import { findRow, upsertRow, tables } from '@scheduling/database'
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { lockOrganization } from '../change/locks.ts'
import { normalPhone } from '../clients/phone.ts'
import { LIMITS } from '../contract/limits.ts'
import { maybe } from '../events/emissions.ts'
import { fault, valueText } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { connectionUpdated, MessagingConnection, toConnection } from './connection.ts'
import { endConversations } from './contact.ts'
import { wakeMessages } from './due.ts'
import { sealedCredentials } from './whatsapp-account.ts'

const Secret = z
  .string()
  .min(1)
  .max(LIMITS.messagingSecretCharacters)
  .regex(/^[\x21-\x7E]+$/, 'This cannot contain spaces or special characters.')

const Phone = valueText().transform((sent, context) => {
  const phone = normalPhone(sent)
  if (phone !== null) return phone
  context.addIssue(fault('invalid_format', 'This is not a phone number.'))
  return z.NEVER
})

const HOOK_BYTES = 24
const VERIFY_BYTES = 24

/**
 * `messaging.connect`: connects the organization's own number of the WhatsApp Cloud API. The secrets are encrypted and
 * never shown again. A second call replaces the first; the address for notices stays the same.
 */
export const connectMessaging = procedure({
  kind: 'change',
  scope: 'write',
  access: 'owner',
  feature: 'messaging_own_number',
  input: z.object({
    phone: Phone,
    /** As the platform shows it beside the number. */
    phone_number_id: valueText().regex(
      /^\d{1,40}$/,
      'Expected the id of the number, which has digits alone.',
    ),
    /** A permanent token of a system user. */
    access_token: Secret,
    /** Of the app whose notices come here: they are signed with it. */
    app_secret: Secret,
  }),
  output: MessagingConnection.extend({
    /** To enter beside the address, when the platform asks for it. It is shown here alone. */
    verify_token: z.string(),
  }),
  emits: { ok: [maybe('messaging.connection.updated')] },
  notes: ['messaging.connected'],
  problems: [],
  async run(write, input) {
    const { tx, organization } = write
    const organizationId = organization.id
    // Its own number and the central one are connected one at a time.
    await lockOrganization(tx, organizationId)
    const verifyToken = randomBytes(VERIFY_BYTES).toString('base64url')
    const credentialsSealed = sealedCredentials(write, organizationId, {
      access_token: input.access_token,
      app_secret: input.app_secret,
      verify_token: verifyToken,
    })
    const phoneNumberId = input.phone_number_id
    const account = await upsertRow(
      tx,
      tables.whatsappAccount,
      { organizationId },
      { phoneNumberId, credentialsSealed },
      { hookId: randomBytes(HOOK_BYTES).toString('base64url') },
    )
    await wakeMessages(tx, organizationId)
    const before = await findRow(tx, tables.messagingConnection, { organizationId })
    const connected = { channel: 'own', status: 'CONNECTED', phone: input.phone }
    const after = await upsertRow(tx, tables.messagingConnection, { organizationId }, connected)
    const isOther = before?.channel !== after.channel || before.phone !== after.phone
    if (isOther) await endConversations(tx, organizationId)
    const isChanged = isOther || before.status !== after.status
    if (isChanged) write.emit(connectionUpdated(before, after, organization))
    write.note({
      action: 'messaging.connected',
      id: null,
      changes: { access_token: { from: '***', to: '***' } },
    })
    return { ...toConnection(write, after, account), verify_token: verifyToken }
  },
})
