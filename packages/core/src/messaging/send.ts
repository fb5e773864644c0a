/** Hands messages over, and writes what came of it. */
import { changeMessage } from './change-message.ts'
import {
  findRow,
  requireRow,
  tables,
  type Message as MessageRow,
  type RowChange,
} from '@scheduling/database'
import type { SendOutcome } from '@scheduling/messaging'
import { inSpan } from '@scheduling/telemetry'
import { appointmentEvent } from '../appointments/events.ts'
import { findAppointment } from '../appointments/load.ts'
import { systemWork, type Work } from '../change/system-work.ts'
import { onClockOf, type Service } from '../context.ts'
import { dueMessagesOf } from './due.ts'
import { messageEvent, type Named } from './message.ts'
import { originOf } from './origin.ts'
import { prepare, type Carriers } from './prepare.ts'

/**
 * Sends one message, if it is due and no other worker is sending it. Between the mark and the record of the outcome nothing is
 * known: a process that dies there leaves `UNKNOWN`, which `sweepMessages` writes.
 *
 * @returns what came of it. `nothing`: there was nothing to send
 */
export async function sendMessage(
  service: Service,
  carriers: Carriers,
  message: Due,
): Promise<SendOutcome['kind'] | 'nothing'> {
  const { id, organizationId, channel } = message
  // Two jobs may run for one message: the second finds nothing to send, and emits nothing.
  const prepared = await systemWork(service, organizationId, async (work) => {
    const ready = await prepare(work, carriers, id)
    return ready === null ? null : { ...ready, ...(await originOf(work.tx, id)) }
  })
  if (prepared === null) return 'nothing'
  const { requestId, cause } = prepared
  const attributes = { 'scheduling.message.id': id, 'scheduling.message.channel': channel }
  return inSpan('send message', { kind: 'client', attributes, cause }, async (span) => {
    const outcome = await prepared.provider.send(prepared.message)
    span.set({ 'scheduling.message.outcome': outcome.kind })
    if (outcome.kind === 'failed' || outcome.kind === 'retry') span.fail(outcome.kind)
    const caused = requestId === null ? {} : { request_id: requestId }
    service.log.info({ ...caused, message_id: id, channel, outcome: outcome.kind }, 'message')
    await systemWork(
      service,
      organizationId,
      (work) => recordOutcome(work, id, outcome),
      'recordSending',
    )
    return outcome.kind
  })
}

type Due = Pick<MessageRow, 'id' | 'organizationId' | 'channel'>

/** Waits after attempts that failed for now. The last one is final. */
const RETRY_MINUTES: readonly number[] = [1, 5, 30, 120]

async function recordOutcome(work: Work, id: string, outcome: SendOutcome): Promise<void> {
  const row = await lockedMessage(work, id)
  if (row === null) return
  if (row.status !== 'QUEUED') {
    // The platform reported it before we had written that it was accepted.
    const providerId = outcome.kind === 'sent' ? outcome.providerId : row.providerId
    await changeMessage(work.tx, id, { providerId, callingSince: null })
    return
  }
  if (outcome.kind === 'sent') {
    await markSent(work, row, { providerId: outcome.providerId })
    return
  }
  // What a provider says can repeat the address, and the client may have been erased while it was asked.
  const errorMessage = row.clientId === null ? null : outcome.message
  const fault = { errorCode: outcome.code, errorMessage, callingSince: null }
  const wait = RETRY_MINUTES[row.attempts - 1]
  if (outcome.kind === 'retry' && wait !== undefined) {
    const nextAttemptAt = new Date(work.now() + wait * 60_000)
    await changeMessage(work.tx, id, { ...fault, nextAttemptAt })
  } else if (outcome.kind === 'unknown') {
    await changeMessage(work.tx, id, { ...fault, status: 'UNKNOWN', nextAttemptAt: null })
  } else await markFailed(work, row, fault)
}

/** Locks a message until the transaction ends. Null: it is gone. */
export async function lockedMessage({ tx }: Work, id: string): Promise<MessageRow | null> {
  return findRow(tx, tables.message, { id }, { lock: 'UPDATE' })
}

/** Writes that a message was accepted, and emits its event. */
export async function markSent(
  work: Work,
  row: MessageRow,
  columns: RowChange<typeof tables.message>,
): Promise<MessageRow> {
  const after = await changeMessage(work.tx, row.id, {
    status: 'SENT',
    sentAt: new Date(work.now()),
    callingSince: null,
    nextAttemptAt: null,
    errorCode: null,
    errorMessage: null,
    ...columns,
  })
  const { tx, organization } = work
  // A reminder by e-mail is told by its own event alone.
  if (row.purpose !== 'reminder' || row.channel !== 'email') {
    const client = await clientNamed(work, row)
    work.emit(messageEvent('messaging.message.sent', after, client, organization))
  }
  if (row.purpose === 'reminder' && row.recordId !== null) {
    const appointment = await findAppointment(tx, organization.id, row.recordId)
    const rows = { before: null, after: appointment }
    work.emit(appointmentEvent('appointment.reminder_sent', rows, organization.timeZone))
  }
  return after
}

/** Writes that a message failed for good, and emits its event. */
export async function markFailed(
  work: Work,
  row: MessageRow,
  columns: RowChange<typeof tables.message>,
): Promise<void> {
  const after = await changeMessage(work.tx, row.id, {
    status: 'FAILED',
    failedAt: new Date(work.now()),
    callingSince: null,
    nextAttemptAt: null,
    ...columns,
  })
  const client = await clientNamed(work, row)
  work.emit(messageEvent('messaging.message.failed', after, client, work.organization))
}

async function clientNamed({ tx }: Work, row: MessageRow): Promise<Named | null> {
  const { organizationId, clientId: id } = row
  if (id === null) return null
  return findRow(tx, tables.client, { organizationId, id })
}

/** No message of a test organization leaves the service, so none of its carriers is ever asked. */
const NO_CARRIERS: Carriers = { email: null, whatsappApiUrl: '' }

/** Sends what is due of a test organization, by its own clock: it goes to the outbox, and counts as sent. */
export async function sendOutboxOf(service: Service, organizationId: number): Promise<void> {
  const organization = await requireRow(service.db, tables.organization, { id: organizationId })
  if (organization.livemode) return
  for (;;) {
    const now = onClockOf(service, organization).now()
    const due = await dueMessagesOf(service, organizationId, now)
    const [first] = due
    if (first === undefined) return
    for (const message of due) await sendMessage(service, NO_CARRIERS, message)
    // One that is due and does not go is left to the sweep.
    const still = await dueMessagesOf(service, organizationId, now)
    if (still.some(({ id }) => id === first.id)) return
  }
}
