/**
 * What a page sends to book: with a random id, so that a button that is pressed twice, or a request that is sent again,
 * books once and has the same answer.
 */
import { findRow, insertRows, tables, updateRow } from '@scheduling/database'
import type { BookingWork } from '../appointments/book.ts'
import { workOf, type AskedBy, type Initiator } from '../change/system-work.ts'
import { Problem } from '../contract/problems.ts'
import type { Actor, Service } from '../context.ts'
import { issueCharge } from '../deposits/request.ts'
import { orLater } from '../deposits/settle.ts'
import type { VisitorCall } from '../procedure/visitor.ts'
import { visitorOf, type Visited } from './visit.ts'
import { sameBytes } from '../ground/crypto.ts'

/** What is kept of it. */
export type Submission = {
  /** By which it is found. A reader of it cannot ask again. */
  readonly idHash: Buffer
  readonly bodyHash: Buffer
}

/** @param kind keeps the ids of bookings apart from those of places in the queue */
export function submissionOf(
  { crypto }: Pick<Service, 'crypto'>,
  kind: 'book' | 'join' | 'wish' | 'offer',
  {
    submission_id: id,
    // What was worked out for it is no part of what is asked for.
    proof: _proof,
    ...body
  }: { readonly submission_id: string; readonly proof?: string | undefined },
): Submission {
  return {
    idHash: crypto.hmac('submission', `${kind} ${id}`),
    // Parsed: its keys are in the order of the schema, whatever order they came in.
    bodyHash: crypto.hmac('submission', JSON.stringify(body)),
  }
}

/** What a submission made. All ids null: it repeated a booking of a moment before. */
export type Made = {
  readonly appointmentId: number | null
  readonly queueEntryId: number | null
  readonly wishId: number | null
  /** Of the record when it was made. */
  readonly linkVersion: number | null
}

export const NOTHING_MADE: Made = {
  appointmentId: null,
  queueEntryId: null,
  wishId: null,
  linkVersion: null,
}

/** What came of it, in its transaction. */
export type Submitted<Row> = {
  readonly outcome: 'created' | 'repeated' | 'replayed'
  readonly made: Made
  readonly actor: Actor
  /** What is to be paid; null: nothing. */
  readonly depositId: number | null
  /** The record as the transaction wrote it. Null: it wrote none. */
  readonly row: Row | null
}

/** What a visitor books with. */
export type VisitorWork = BookingWork & { readonly visitor: string }

/**
 * Makes what was submitted, in one transaction, and asks for its payment code once that is saved.
 *
 * @returns what was made. `row` is null where the record must be read again: its deposit has changed since, or an earlier
 *   call made it
 * @param make receives what it needs to write, and who asks, for work that is done later
 * @throws `409 duplicate_request` when the id came with something else before
 */
export async function submit<Row>(
  visited: Visited,
  { browser, requestId, declaredOf }: VisitorCall,
  submission: Submission,
  make: (work: VisitorWork, askedBy: (actor: Actor) => AskedBy) => Promise<Submitted<Row>>,
): Promise<Pick<Submitted<Row>, 'made' | 'row'>> {
  const { id } = visited.organization
  const source = 'public_booking'
  const visitor = visitorOf(visited, browser)
  const initiator: Initiator<Submitted<Row>> = {
    actorOf: ({ actor }) => actor,
    source,
    requestId,
    visitor,
    declared: ({ outcome }) => declaredOf(outcome),
  }
  const { made, row, depositId } = await workOf(visited, visited.organization, initiator, (work) =>
    onceFor({ ...work, visitor }, submission, () =>
      make({ ...work, source, visitor }, (actor) => ({ actor, source, requestId, visitor })),
    ),
  )
  if (depositId === null) return { made, row }
  await orLater(visited, { id: depositId }, () =>
    issueCharge(visited, id, depositId, visited.payments, { isRepeated: false }),
  )
  return { made, row: null }
}

/** The same submission at the same time waits for the first, on the key of the table. */
async function onceFor<Row>(
  { tx, organization, visitor }: Pick<VisitorWork, 'tx' | 'organization' | 'visitor'>,
  { idHash, bodyHash }: Submission,
  make: () => Promise<Submitted<Row>>,
): Promise<Submitted<Row>> {
  const key = { organizationId: organization.id, idHash }
  const claim = { ...key, bodyHash, visitor }
  const [claimed] = await insertRows(tx, tables.publicSubmission, [claim], 'skip')
  if (claimed === undefined) {
    const before = await findRow(tx, tables.publicSubmission, key)
    // It was old, and has just been deleted: the page sends it again.
    if (before === null) throw new Problem('service_unavailable')
    const { bodyHash: sent, ...made } = before
    if (sameBytes(bodyHash, sent)) {
      return { outcome: 'replayed', made, actor: NO_ACTOR, depositId: null, row: null }
    }
    throw new Problem(
      'duplicate_request',
      'This submission was sent before with something else in it. Use a new id.',
    )
  }
  const done = await make()
  await updateRow(tx, tables.publicSubmission, key, done.made)
  return done
}

/** Of a transaction that tells nothing. */
const NO_ACTOR: Actor = { type: 'client', id: null, name: null }
