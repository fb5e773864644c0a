import { findRow, requireRow, tables } from '@scheduling/database'
import { EVENT_TYPES } from '@scheduling/events'
import { z } from 'zod'
import { cancelForTeam } from '../appointments/cancel-booked.ts'
import { moveAppointment } from '../appointments/move.ts'
import { undoEnd } from '../appointments/undo-end.ts'
import { changeInTransaction } from '../change/transaction.ts'
import { collectEvents, noticing, type WriteContext } from '../change/write-context.ts'
import { writeMessages } from '../change/write-messages.ts'
import { LIMITS } from '../contract/limits.ts'
import { messagesOf, type NewMessage } from '../events/client-messages.ts'
import { BESIDE_OTHERS, fault, Id, nullableText } from '../ground/fields.ts'
import { StartInput } from '../ground/time-fields.ts'
import { procedure } from '../procedure/define.ts'
import { isUsable } from './connection.ts'
import { contactAt } from './contact.ts'
import { MESSAGE_CHANNELS } from './listed-message.ts'
import { OUTBOX, prepare } from './prepare.ts'

/** What would open a way to the client. */
const LACKS = ['consent', 'email', 'number', 'mail_server'] as const
type Lack = (typeof LACKS)[number]

const Preview = z.object({
  object: z.literal('message_preview'),
  /** Who would be told. Null: no message follows from this. */
  client_id: Id.nullable(),
  /** Null: no message follows from this, or none can be sent. */
  message: z
    .object({
      channel: z.enum(MESSAGE_CHANNELS),
      recipient: z.string(),
      subject: z.string(),
      text: z.string(),
      /** WhatsApp sends the template that it approved, with these facts: its words can differ. */
      is_template: z.boolean(),
    })
    .nullable(),
  /** Where there is no way to the client. [] also where no message follows from this. */
  lacks: z.array(z.enum(LACKS)),
})

const Input = z
  .object({
    appointment_id: Id,
    change: z.enum(['cancel', 'move', 'undo']),
    /** Of a move, as `appointments.reschedule` takes them. */
    start: StartInput.optional(),
    professional_id: Id.nullable().optional(),
    /** Of a cancellation: the reason that the client is told. */
    reason: nullableText(LIMITS.reasonCharacters).optional(),
    cancelled_by: z.enum(['professional', 'client']).default('professional'),
  })
  .superRefine((input, context) => {
    if (input.change === 'move') return
    for (const name of ['start', 'professional_id'] as const) {
      if (input[name] === undefined) continue
      const issue = fault('mutually_exclusive', `Only a move takes \`${name}\`.`)
      context.addIssue({ ...issue, path: [name] })
    }
  }, BESIDE_OTHERS)

/**
 * `messaging.previewChange`: what a client would be told of a change. The change is made, its message is prepared as for
 * sending, and everything is undone.
 */
export const previewChange = procedure({
  kind: 'action',
  savesNothing: true,
  scope: 'write',
  access: 'everybody',
  input: Input,
  output: Preview,
  problems: [
    'not_found',
    'appointment_not_editable',
    'action_not_allowed',
    'professional_cannot_perform_service',
    'slot_unavailable',
  ],
  run: (context, input) =>
    changeInTransaction(context, async (tx) => {
      const { organization, actor, source, requestId, newId } = context
      const { emitted, collect } = collectEvents()
      const work: WriteContext = { ...context, tx, ...collect }
      await make(work, input)
      const [message] = messagesOf(
        emitted.events.map((event) => ({ event, id: newId('evt') })),
        (type) => EVENT_TYPES[type].record,
        () => newId('msg'),
      )
      const { id: organizationId, livemode } = organization
      return {
        ...emitted,
        result: {
          object: 'message_preview' as const,
          ...(message === undefined
            ? { client_id: null, message: null, lacks: [] }
            : { client_id: message.client_id, ...(await sent(work, message)) }),
        },
        origin: { organizationId, livemode, actor, source, requestId },
        declared: null,
        isPreview: true,
      }
    }),
})

async function make(write: WriteContext, input: z.output<typeof Input>): Promise<void> {
  const { appointment_id: id, change, start, professional_id: professionalId } = input
  const reason = input.reason ?? null
  const work = noticing(write, { notify_client: true, tell_reason: true })
  if (change === 'cancel') {
    await cancelForTeam(work, id, { reason, isAsked: input.cancelled_by === 'client' })
  } else if (change === 'undo') await undoEnd(work, id, () => work)
  else {
    // A message about what has begun would be of no use.
    const isPast = start !== undefined && start < write.now()
    // The words are the same whether the time is free.
    const target = { start, professionalId, isByTeam: true, allowOverbook: start !== undefined }
    await moveAppointment(isPast ? noticing(write, { notify_client: false }) : work, id, target)
  }
}

async function sent(
  work: WriteContext,
  message: NewMessage,
): Promise<Pick<z.output<typeof Preview>, 'message' | 'lacks'>> {
  const { tx, organization, sendsMail } = work
  await writeMessages(tx, organization.id, [message])
  // Nothing is handed over: what stands for the mail server is only named.
  const email = sendsMail ? { ...OUTBOX, address: 'no-reply@localhost', close: () => {} } : null
  const prepared = await prepare(work, { email, whatsappApiUrl: '' }, message.id)
  const row = await findRow(tx, tables.message, { id: message.id })
  if (prepared === null || row === null)
    return { message: null, lacks: await lacksOf(work, message, row) }
  return {
    message: {
      channel: row.channel === 'whatsapp' ? 'whatsapp' : 'email',
      recipient: prepared.message.to,
      subject: prepared.message.subject,
      text: prepared.message.text,
      is_template: row.template !== null,
    },
    lacks: [],
  }
}

/** @param row null: no message was written, since there is no channel */
async function lacksOf(
  work: WriteContext,
  { client_id: id }: NewMessage,
  row: { readonly channel: string; readonly status: string } | null,
): Promise<Lack[]> {
  // It is of no use to the client, as one that comes after the visit.
  if (row !== null && row.status !== 'QUEUED') return []
  const { tx, organization } = work
  const organizationId = organization.id
  const { phoneKey, email } = await requireRow(tx, tables.client, { organizationId, id })
  const connection = await findRow(tx, tables.messagingConnection, { organizationId })
  const lacks: Lack[] = email === null ? ['email'] : row?.channel === 'email' ? ['mail_server'] : []
  if (phoneKey === null) return lacks
  if (!isUsable(connection, organization)) return [...lacks, 'number']
  const contact = await contactAt(work, 'whatsapp', phoneKey)
  return contact?.optedInAt == null ? ['consent', ...lacks] : lacks
}
