import {
  deleteRows,
  findRows,
  insertRow,
  Prisma,
  sqlOf,
  tables,
  updateRows,
  type Client as ClientRow,
  type Column,
  type Table,
  rawRows,
} from '@scheduling/database'
import { appointmentEvent } from '../appointments/events.ts'
import { APPOINTMENTS, withParts } from '../appointments/load.ts'
import type { Work } from '../change/system-work.ts'
import { comparable } from './client-rules.ts'
import { clientMerged, clientUpdated } from './events.ts'
import { CLIENTS } from './load.ts'
import { lockIdentifiers } from './match.ts'
import { noSuchClient } from './merged.ts'
import { changeRow } from '../change/change-row.ts'
import { CLIENT, lockedClients } from './rows.ts'
import { LIMITS } from '../contract/limits.ts'
import { invalid, Problem } from '../contract/problems.ts'
import { queueEntryUpdated } from '../queue/events.ts'
import { findQueueEntries } from '../queue/load.ts'
import { ACTIVE_QUEUE_STATUSES } from '../queue/transitions.ts'
import { joinNotes } from '../team-notes/join-notes.ts'
import { mergedColumns } from './merged-fields.ts'

/** The records that name a client, in the order in which they are locked. */
type OfClient = Table<{
  readonly id: Column<number>
  readonly organizationId: Column<number>
  readonly clientId: Column<number>
}>

const MOVED = {
  appointment: tables.appointment,
  queue_entry: tables.queueEntry,
  deposit: tables.deposit,
} satisfies Readonly<Record<string, OfClient>>

export type Moved = Readonly<Record<keyof typeof MOVED, number>>

type Merge = {
  readonly survivorId: number
  readonly mergedId: number
  readonly choices: Parameters<typeof mergedColumns>[2]
}

type Pair = { readonly survivor: ClientRow; readonly merged: ClientRow }

/**
 * Makes two clients one: everything of the merged client becomes the survivor's, and the merged one is gone. A caller who
 * asks for its id is told that of the survivor.
 *
 * @throws `400 validation_error` on `merged_client_id` or `metadata`; `404 not_found`; `409 action_not_allowed` when
 *   both are in a queue, when their CPFs differ, or when there is too much to move
 */
export async function mergeClients(
  work: Work,
  { survivorId, mergedId, choices }: Merge,
): Promise<{ readonly client: ClientRow; readonly moved: Moved }> {
  const { tx, organization } = work
  if (survivorId === mergedId) {
    throw invalid('merged_client_id', 'invalid_value', 'A client cannot be merged into itself.')
  }
  const { survivor, merged } = await lockPair(work, survivorId, mergedId)
  const columns = mergedColumns(survivor, merged, choices)
  await requireOneQueue(work, [survivorId, mergedId])
  const ids = {
    appointment: await lockOf(work, MOVED.appointment, mergedId, LIMITS.appointmentsPerMerge),
    queue_entry: await lockOf(work, MOVED.queue_entry, mergedId, null),
    deposit: await lockOf(work, MOVED.deposit, mergedId, null),
  }
  for (const table of Object.values(MOVED)) await move(work, table, merged, survivor)
  await updateRows(
    tx,
    tables.waitlistWish,
    { organizationId: organization.id, clientId: mergedId },
    { clientId: survivorId },
  )
  await updateRows(
    tx,
    tables.message,
    { organizationId: organization.id, clientId: mergedId },
    { clientId: survivorId },
  )
  await joinNotes(sqlOf(tx), organization.id, { from: mergedId, to: survivorId })
  await replace(work, merged, survivor)
  const client = columns === null ? survivor : await changeRow(tx, CLIENT, survivor, columns)
  if (columns !== null) work.emit(clientUpdated(survivor, client, organization.timeZone))
  work.emit(clientMerged(mergedId, survivorId))
  await emitAppointments(work, ids.appointment, merged)
  await emitEntries(work, ids.queue_entry, merged)
  return {
    client,
    moved: {
      appointment: ids.appointment.length,
      queue_entry: ids.queue_entry.length,
      deposit: ids.deposit.length,
    },
  }
}

/**
 * Until the transaction ends, no other transaction finds, changes or books for one of the two. One that looks for an identifier of the
 * merged client waits, and then finds the survivor.
 *
 * @throws `404 not_found`
 */
async function lockPair(work: Work, survivorId: number, mergedId: number): Promise<Pair> {
  const { tx, organization } = work
  const ids = [survivorId, mergedId]
  const seen = await CLIENTS.among(tx, organization.id, ids)
  await lockIdentifiers(tx, organization.id, ...seen)
  const rows = await lockedClients(sqlOf(tx), organization.id, ids)
  const [survivor, merged] = ids.map((id) => rows.find((row) => row.id === id))
  if (survivor === undefined) throw await noSuchClient(tx, organization.id, survivorId)
  if (merged === undefined) throw await noSuchClient(tx, organization.id, mergedId)
  // An identifier changed in between. Locks that come late may meet others: then the whole is repeated.
  if (identifiersOf(rows) !== identifiersOf(seen)) {
    await lockIdentifiers(tx, organization.id, ...rows)
  }
  return { survivor, merged }
}

function identifiersOf(clients: readonly Parameters<typeof comparable>[0][]): string {
  return JSON.stringify(clients.map(comparable).toSorted(byText))
}

function byText(one: unknown, other: unknown): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1
}

/** One client has one active entry of a day. @throws `409 action_not_allowed` */
async function requireOneQueue({ tx, organization }: Work, ids: readonly number[]): Promise<void> {
  const active = await findRows(tx, tables.queueEntry, {
    organizationId: organization.id,
    clientId: ids,
    status: ACTIVE_QUEUE_STATUSES,
  })
  if (new Set(active.map(({ date }) => date.getTime())).size === active.length) return
  throw new Problem(
    'action_not_allowed',
    'Both clients are in the queue. Complete or cancel one of the two entries first.',
  )
}

/** @param most null: any number. @throws `409 action_not_allowed` when there are more */
async function lockOf(
  { tx, organization }: Work,
  table: OfClient,
  clientId: number,
  most: number | null,
): Promise<number[]> {
  const rows = await rawRows<{ id: number }>(
    tx,
    Prisma.sql`SELECT id FROM ${Prisma.raw(table.name)}
      WHERE organization_id = ${organization.id}::int AND client_id = ${clientId}::int
      ORDER BY id ${most === null ? Prisma.empty : Prisma.sql`LIMIT ${most + 1}`} FOR UPDATE`,
  )
  if (most === null || rows.length <= most) return rows.map(({ id }) => id)
  throw new Problem(
    'action_not_allowed',
    `The client ${clientId} has more than ${most} appointments, and they cannot be moved at once. Merge the other client into it.`,
  )
}

async function move(
  { tx, organization }: Work,
  table: OfClient,
  from: ClientRow,
  to: ClientRow,
): Promise<void> {
  const of = { organizationId: organization.id, clientId: from.id }
  await updateRows(tx, table, of, { clientId: to.id })
}

/** Whatever led to the merged client leads to the survivor, in one step. */
async function replace(
  { tx, organization }: Work,
  merged: ClientRow,
  survivor: ClientRow,
): Promise<void> {
  const [organizationId, mergedInto] = [organization.id, survivor.id]
  await updateRows(
    tx,
    tables.mergedClient,
    { organizationId, mergedInto: merged.id },
    { mergedInto },
  )
  await deleteRows(tx, tables.client, { id: merged.id })
  await insertRow(tx, tables.mergedClient, { organizationId, id: merged.id, mergedInto })
}

/** The event of each appointment that has another client now. */
async function emitAppointments(
  { tx, organization, emit }: Work,
  ids: readonly number[],
  { id, firstName, lastName }: ClientRow,
): Promise<void> {
  const rows = await APPOINTMENTS.among(tx, organization.id, ids)
  for (const row of rows.toSorted((one, other) => one.id - other.id)) {
    const after = withParts(row)
    const before = { ...after, clientId: id, client: { id, firstName, lastName } }
    emit(appointmentEvent('appointment.updated', { before, after }, organization.timeZone))
  }
}

/** The same of queue entries. */
async function emitEntries(
  work: Work,
  ids: readonly number[],
  { id, firstName, lastName }: ClientRow,
): Promise<void> {
  for (const after of await findQueueEntries(work.tx, work.organization.id, ids)) {
    const before = { ...after, clientId: id, client: { id, firstName, lastName } }
    work.emit(queueEntryUpdated(before, after, work))
  }
}
