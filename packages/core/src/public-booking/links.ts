/** The links of clients, as they are opened: from the token of a link to its record. */
import type { VisitorCall } from '../procedure/visitor.ts'
import { addDays, startOfLocalDay } from '@scheduling/availability'
import { z } from 'zod'
import { findAppointment } from '../appointments/load.ts'
import type { AppointmentRow } from '../appointments/appointment.ts'
import { dateText } from '../clients/client.ts'
import { LIMITS } from '../contract/limits.ts'
import { Problem } from '../contract/problems.ts'
import { serviceFor, type Browser, type Service } from '../context.ts'
import type { DepositRow } from '../deposits/deposit-base.ts'
import { findDeposit } from '../deposits/load.ts'
import { refuseFor } from '../account/attempts.ts'
import {
  isLinkOf,
  linkedId,
  LINK_PATHS,
  linkTo,
  type LinkedRecord,
  type LinkPurpose,
  type LinkedRow,
  type MessageLink,
} from '../links/record-link.ts'
import { findQueueEntry } from '../queue/load.ts'
import type { QueueEntryRow } from '../queue/queue-entry.ts'
import { type Visited, countRead } from './visit.ts'
import { column, query, requireRow, sqlOf, tables, type Queryable } from '@scheduling/database'

const DAY_MS = 86_400_000

/** As it stands in a link. */
export const LinkToken = z.string().max(LIMITS.valueCharacters)

type RowOfLink = {
  appointment: AppointmentRow
  queue_entry: QueueEntryRow
  deposit: DepositRow
}

/** How a kind of record is opened by its link. */
export type LinkKind<Row> = {
  readonly record: LinkedRecord
  /** The link in a message that opens it too; left out: there is none. */
  readonly byMessage?: MessageLink
  readonly find: (db: Queryable, organizationId: number, id: number) => Promise<Row>
  /** When the record ends or ended, epoch milliseconds: the link lives some days longer. */
  readonly endOf: (row: Row, timeZone: string) => number
}

type Booked = keyof RowOfLink

/** What can be booked or joined, and what is paid for it. */
export const KINDS: { readonly [Record in Booked]: LinkKind<RowOfLink[Record]> } = {
  appointment: {
    record: 'appointment',
    byMessage: 'appointment_message',
    find: findAppointment,
    endOf: ({ cancelledAt, endsAt }) => +(cancelledAt ?? endsAt),
  },
  queue_entry: {
    record: 'queue_entry',
    byMessage: 'queue_entry_message',
    find: findQueueEntry,
    // The day of an entry that is still open ends by itself.
    endOf: ({ completedAt, noShowAt, cancelledAt, date }, timeZone) =>
      +(
        completedAt ??
        noShowAt ??
        cancelledAt ??
        startOfLocalDay(addDays(dateText(date), 1), timeZone)
      ),
  },
  deposit: {
    record: 'deposit',
    find: findDeposit,
    endOf: ({ paidAt, expiredAt, refundedAt, expiresAt }) =>
      paidAt === null && expiredAt === null
        ? +expiresAt
        : Math.max(...[paidAt, expiredAt, refundedAt].map((instant) => +(instant ?? 0))),
  },
}

/** Which organization has the record of a link. Ids are of the whole service. */
const owners = Object.fromEntries(
  (Object.keys(LINK_PATHS) as LinkedRecord[]).map((table) => [
    table,
    query({
      name: `${table} of a link`,
      text: `SELECT r.organization_id AS "organizationId", r.link_version AS "linkVersion" FROM ${table} AS r WHERE r.id = $1::int`,
      row: { organizationId: column.int, linkVersion: column.int },
    }),
  ]),
)

/** One answer for a link that never was, is of something else, was taken back, or is too old. */
export function deadLink(): Problem {
  return new Problem('not_found', 'This link does not work. It may be too old, or not complete.')
}

/** The record of a link may be deleted by the team at any moment. @throws `404 not_found` */
export async function whileThere<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw error instanceof Problem && error.code === 'not_found' ? deadLink() : error
  }
}

/** A record that a link opened, at the time of its organization. */
export type OpenedRow<Row> = { readonly visited: Visited; readonly row: Row }

export type Opened<Record extends Booked> = OpenedRow<RowOfLink[Record]>

/**
 * The record that a link opens, at the time of its organization. Links that do not work are counted by address.
 *
 * @throws `404 not_found`, `429 rate_limited`
 */
export function openKind<Row extends LinkedRow>(
  service: Service,
  browser: Pick<Browser, 'attempts' | 'address'>,
  kind: LinkKind<Row>,
  token: string,
): Promise<OpenedRow<Row>> {
  return countingGuesses(browser, async () => {
    const opened = await open(service, kind, token, kind.record)
    if (opened !== null || kind.byMessage === undefined) return opened
    return open(service, kind, token, kind.byMessage)
  })
}

/** Opens a record to read it, as `openKind` does, and counts the read by address. */
export async function readByLink<Row extends LinkedRow>(
  { service, browser }: VisitorCall,
  kind: LinkKind<Row>,
  token: string,
): Promise<OpenedRow<Row>> {
  await countRead(browser)
  return openKind(service, browser, kind, token)
}

/**
 * What a token opens; nothing is opened for an address with too many that open nothing.
 *
 * @param find null: the token opens nothing
 * @throws `404 not_found`, `429 rate_limited`
 */
export async function countingGuesses<Found>(
  { attempts, address }: Pick<Browser, 'attempts' | 'address'>,
  find: () => Promise<Found | null>,
): Promise<Found> {
  const why = 'Too many links that do not work came from this address.'
  refuseFor(await attempts.look('link guess', address), why)
  const found = await find()
  if (found !== null) return found
  refuseFor(await attempts.count('link guess', address), why)
  throw deadLink()
}

/**
 * Null for a link that does not work.
 *
 * @param purpose of the token; left out: the link of the record itself
 */
export function openByToken<Record extends Booked>(
  service: Service,
  record: Record,
  token: string,
  purpose: LinkPurpose = record,
): Promise<Opened<Record> | null> {
  return open<RowOfLink[Record]>(service, KINDS[record], token, purpose)
}

async function open<Row extends LinkedRow>(
  service: Service,
  kind: LinkKind<Row>,
  token: string,
  purpose: LinkPurpose,
): Promise<OpenedRow<Row> | null> {
  const { record } = kind
  const id = linkedId(service, purpose, token)
  if (id === null) return null
  const [owner] = (await owners[record]?.(sqlOf(service.db), [id])) ?? []
  if (owner === undefined || !isLinkOf(service, purpose, { id, ...owner }, token)) return null
  const organization = await requireRow(service.db, tables.organization, {
    id: owner.organizationId,
  })
  const visited = serviceFor(service, organization)
  const row = await whileThere(kind.find(service.db, organization.id, id))
  return isAlive(visited, kind, row) ? { visited, row } : null
}

/** Whether the link of a record still works, unless it was taken back. */
function isAlive<Row>(
  { now, organization }: Pick<Visited, 'now' | 'organization'>,
  { endOf }: LinkKind<Row>,
  row: Row,
): boolean {
  return now() < endOf(row, organization.timeZone) + LIMITS.linkDays * DAY_MS
}

/** The link may have been taken back before the record was locked. @throws `404 not_found` */
export function requireLink(
  service: Pick<Service, 'crypto'>,
  { record, byMessage }: Pick<LinkKind<never>, 'record' | 'byMessage'>,
  row: LinkedRow,
  token: string,
): void {
  if (isLinkOf(service, record, row, token)) return
  if (byMessage === undefined || !isLinkOf(service, byMessage, row, token)) throw deadLink()
}

/** As `linkOfKind`, of what was booked. */
export function ownLink<Record extends Booked>(
  visited: Visited,
  record: Record,
  row: RowOfLink[Record],
  madeVersion: number | null,
): string | null {
  return linkOfKind<RowOfLink[Record]>(visited, KINDS[record], row, madeVersion)
}

/** The address of a record for who made it: null when its link was taken back since, or is too old. */
export function linkOfKind<Row extends LinkedRow>(
  visited: Visited,
  kind: LinkKind<Row>,
  row: Row,
  madeVersion: number | null,
): string | null {
  const isMine = row.linkVersion === madeVersion && isAlive(visited, kind, row)
  return isMine ? linkTo(visited, kind.record, row) : null
}
