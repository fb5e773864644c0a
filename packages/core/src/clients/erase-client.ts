/** Everything personal of a client goes; appointments and money stay, without a name. */
import { createHash } from 'node:crypto'
import {
  column,
  findRows,
  insertRow,
  Prisma,
  query,
  sqlOf,
  statement,
  tables,
  type Client as ClientRow,
} from '@scheduling/database'
import { cancelLocked } from '../appointments/cancel-booked.ts'
import { appointmentEvent } from '../appointments/events.ts'
import { findAppointment, findAppointments } from '../appointments/load.ts'
import type { Work } from '../change/system-work.ts'
import { noticing } from '../change/write-context.ts'
import { toClient } from './client.ts'
import { CLIENTS } from './load.ts'
import { lockIdentifiers } from './match.ts'
import { noSuchClient } from './merged.ts'
import { lockedClients } from './rows.ts'
import { LIMITS } from '../contract/limits.ts'
import { invalid, Problem } from '../contract/problems.ts'
import { lockWithOwner } from '../deposits/lock-with-owner.ts'
import { withdrawDeposits } from '../deposits/withdraw.ts'
import { NO_FILTERS } from '../events/new-event.ts'
import { instantIn } from '../ground/sql-instant.ts'
import { forgetMessagesOf } from '../messaging/forget.ts'
import { queueEntryUpdated } from '../queue/events.ts'
import { findQueueEntries, findQueueEntry, isPast } from '../queue/load.ts'
import { stepLocked } from '../queue/step.ts'
import { EVENT_TYPES } from '@scheduling/events'
import { placeholderIn } from './forgotten.ts'
import { endWishesOf } from '../waitlist/end-offer.ts'
import { countHeld, personOf, type Person } from './held-rows.ts'
import { HOLDINGS } from './holdings.ts'

/** What an erasure cancels, and how much of the person there is. */
export type Reach = {
  /** Of exactly this: when it changes, so does the version. */
  readonly version: string
  readonly cancelled: { readonly appointments: number; readonly queueEntries: number }
  /** Rows by the file that an export has them in. */
  readonly held: Readonly<Record<string, number>>
}

/**
 * Erases a client: bookings that are still to come are cancelled, and the rows of the client, of its appointments, queue
 * entries and deposits lose the person, all in this transaction. What else kept the person is left to `removeTraces`,
 * which this transaction orders.
 *
 * @param wanted the version that the caller has seen
 * @throws `404 not_found`, also for a client who was erased before; `400 required` on `version`; `409 action_not_allowed` when the version is stale,
 *   or there is too much to cancel
 */
export async function eraseClient(
  work: Work,
  clientId: number,
  wanted: string | undefined,
): Promise<{ readonly client: ClientRow; readonly reach: Reach }> {
  const { before, person, bookings, reach } = await lockPerson(work, clientId)
  if (wanted === undefined) {
    const message = 'An erasure needs the `version` of a preview. Send `preview: true` first.'
    throw invalid('version', 'required', message)
  }
  if (reach.version !== wanted) throw staleVersion()
  await forgetRows(work, person)
  await emitLost(work, person)
  const [client] = await CLIENTS.among(work.tx, work.organization.id, [clientId])
  if (client === undefined) throw new Error('The client that was erased is not there.')
  await cancelBookings(work, bookings)
  await withdrawUnpaid(work, person)
  await endWishesOf(work, person.ids)
  const after = { ...before, ...client }
  work.emit({
    type: 'client.updated',
    object: toClient(after, work.organization.timeZone),
    // What it was is not told, or the event would keep it.
    changes: Object.fromEntries(
      EVENT_TYPES['client.updated'].changes.map((field) => [field, { from: null, to: null }]),
    ),
    filters: NO_FILTERS,
    tellsClient: false,
  })
  work.note({ action: 'client.erased', id: clientId, changes: null })
  await insertRow(work.tx, tables.clientErasure, {
    organizationId: work.organization.id,
    clientId,
    transactionId: Prisma.sql`pg_current_xact_id()::text::bigint`,
  })
  return { client: after, reach }
}

/**
 * By the type of the event: the records of the person, which lose their link at least, and the fields in
 * which they can show text of the person.
 */
const LOST = {
  'appointment.updated': {
    ofPerson: query({
      name: 'appointments of a person',
      text: `SELECT id FROM appointment WHERE organization_id = $1::int AND client_id = ANY($2::int[]) ORDER BY id`,
      row: { id: column.int },
    }),
    fields: ['notes', 'metadata', 'cancellation_reason'],
  },
  'queue.entry.updated': {
    ofPerson: query({
      name: 'queue entries of a person',
      text: `SELECT id FROM queue_entry WHERE organization_id = $1::int AND client_id = ANY($2::int[]) ORDER BY id`,
      row: { id: column.int },
    }),
    fields: ['notes', 'cancellation_reason'],
  },
} as const

/** So that copies lose it too. What it was is not told, or the events would keep it. */
async function emitLost(work: Work, person: Person): Promise<void> {
  const { tx, organization, emit } = work
  const idsOf = async (type: keyof typeof LOST) =>
    (await LOST[type].ofPerson(sqlOf(tx), [organization.id, person.ids])).map(({ id }) => id)
  const changesOf = (type: keyof typeof LOST) =>
    Object.fromEntries(LOST[type].fields.map((field) => [field, { from: null, to: null }]))
  const appointments = await findAppointments(
    tx,
    organization.id,
    await idsOf('appointment.updated'),
  )
  for (const after of appointments) {
    const event = appointmentEvent(
      'appointment.updated',
      { before: null, after },
      organization.timeZone,
    )
    emit({ ...event, changes: changesOf('appointment.updated') })
  }
  const entries = await findQueueEntries(tx, organization.id, await idsOf('queue.entry.updated'))
  for (const after of entries) {
    emit({ ...queueEntryUpdated(after, after, work), changes: changesOf('queue.entry.updated') })
  }
}

/** What `eraseClient` would do. */
export async function reachOfErasure(
  work: Work,
  clientId: number,
): Promise<{ readonly client: ClientRow; readonly reach: Reach }> {
  const { before, reach } = await lockPerson(work, clientId)
  return { client: before, reach }
}

type Bookings = {
  readonly appointments: readonly number[]
  readonly queueEntries: readonly number[]
}

const openAppointments = query({
  name: 'appointments of an erasure locked',
  text: `SELECT id FROM appointment WHERE organization_id = $1::int AND client_id = ANY($2::int[])
      AND status IN ('PENDING', 'CONFIRMED') AND starts_at > ${instantIn('$3')} ORDER BY id FOR UPDATE`,
  row: { id: column.int },
})

const openEntries = query({
  name: 'queue entries of an erasure locked',
  text: `SELECT id FROM queue_entry WHERE organization_id = $1::int AND client_id = ANY($2::int[])
      AND status IN ('WAITING', 'CALLED', 'SKIPPED') ORDER BY id FOR UPDATE`,
  row: { id: column.int },
})

/**
 * Locks the client, so that it is not booked for or merged, and then what is to be cancelled.
 *
 * @throws `404 not_found`, `409 action_not_allowed`
 */
async function lockPerson(work: Work, clientId: number) {
  const { tx, organization } = work
  const [seen] = await CLIENTS.among(tx, organization.id, [clientId])
  if (seen === undefined) throw await noSuchClient(tx, organization.id, clientId)
  await lockIdentifiers(tx, organization.id, seen)
  const [before] = await lockedClients(sqlOf(tx), organization.id, [clientId])
  if (before === undefined) throw await noSuchClient(tx, organization.id, clientId)
  const person = await personOf(sqlOf(tx), organization.id, clientId)
  const values = [organization.id, person.ids]
  const appointments = (await openAppointments(sqlOf(tx), [...values, work.now()])).map(
    ({ id }) => id,
  )
  if (appointments.length > LIMITS.impactActions) throw tooMany(appointments.length)
  const queueEntries: number[] = []
  for (const { id } of await openEntries(sqlOf(tx), values)) {
    // Entries of days that are over end by themselves.
    if (!isPast(await findQueueEntry(tx, organization.id, id), work)) queueEntries.push(id)
  }
  const bookings: Bookings = { appointments, queueEntries }
  const reach: Reach = {
    version: versionOf(before, bookings),
    cancelled: { appointments: appointments.length, queueEntries: queueEntries.length },
    held: await countsOf(work, person),
  }
  return { before, person, bookings, reach }
}

function versionOf(client: ClientRow, bookings: Bookings): string {
  const text = JSON.stringify([client.id, client.updatedAt.getTime(), bookings])
  return createHash('sha256').update(text).digest('base64url').slice(0, 32)
}

async function countsOf({ tx }: Work, person: Person): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const holding of HOLDINGS) {
    if (holding.file === null || holding.file === 'client') continue
    counts[holding.file] = await countHeld(sqlOf(tx), holding, person)
  }
  return counts
}

/** Statements of the table of holdings, each over all rows of the person. The links of these rows die. */
const FORGETTING = HOLDINGS.flatMap(({ table, isOf, becomes }) => {
  if (becomes === null || Object.keys(becomes).length === 0) return []
  const assigned = Object.entries(becomes).map(
    ([name, sql]) => `${name} = ${sql.replaceAll('$3', '$3::text')}`,
  )
  const text = `UPDATE ${table} AS held SET ${assigned.join(', ')} WHERE ${isOf} AND $3::text IS NOT NULL`
  return [statement(`${table} without a person`, text)]
})

async function forgetRows({ tx, organization }: Work, person: Person): Promise<void> {
  const placeholder = placeholderIn(organization.language)
  // First: it looks for the phone and the e-mail of the client.
  for (const id of person.ids) await forgetMessagesOf(tx, person.organizationId, id)
  for (const forget of FORGETTING) {
    await forget(sqlOf(tx), [person.organizationId, person.ids, placeholder])
  }
}

/** The rows have lost the person by now, so the events of these cancellations name no client. */
async function cancelBookings(work: Work, bookings: Bookings): Promise<void> {
  const silent = noticing(work, { notify_client: false })
  const { tx, organization } = work
  for (const id of bookings.appointments) {
    await cancelLocked(silent, await findAppointment(tx, organization.id, id), null)
  }
  for (const id of bookings.queueEntries) {
    await stepLocked(silent, await findQueueEntry(tx, organization.id, id), 'cancel')
  }
}

/** What is still to be paid of other bookings, such as past ones: no one is left to pay it, and its link works no more. */
async function withdrawUnpaid(work: Work, person: Person): Promise<void> {
  const { tx, organization } = work
  const silent = noticing(work, { notify_client: false })
  const unpaid = {
    organizationId: organization.id,
    clientId: person.ids,
    status: 'PENDING',
  } as const
  for (const { id } of await findRows(tx, tables.deposit, unpaid)) {
    const { owner } = await lockWithOwner(work, id)
    await withdrawDeposits(silent, owner)
  }
}

function staleVersion(): Problem {
  const message = 'Something changed since this version was made. Ask for a preview again.'
  return new Problem('action_not_allowed', `The version is stale. ${message}`, {
    errors: [{ field: 'version', code: 'invalid_value', message }],
  })
}

function tooMany(count: number): Problem {
  const most = LIMITS.impactActions
  return new Problem(
    'action_not_allowed',
    `The client has ${count} appointments that are still to come, and one erasure cancels at most ${most}. Cancel some of them first.`,
  )
}
