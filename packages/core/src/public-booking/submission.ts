/**
 * What a page sends to book: with a random id, so that a button that is pressed twice, or a request that is sent again,
 * books once and has the same answer.
 */
import { findRow, insertRows, tables, updateRow } from '@scheduling/database'
import { z } from 'zod'
import type { BookingWork } from '../appointments/book.ts'
import { workOf, type AskedBy, type Initiator } from '../change/system-work.ts'
import { LIMITS } from '../contract/limits.ts'
import { Problem } from '../contract/problems.ts'
import type { Actor, Service } from '../context.ts'
import { issueCharge } from '../deposits/request.ts'
import { orLater } from '../deposits/settle.ts'
import type { Declared } from '../events/emissions.ts'
import type { TrpcContext } from '../procedure/trpc-context.ts'
import { visitorOf, type Visited } from './visit.ts'
import { sameBytes } from '../ground/crypto.ts'

export const SubmissionId = z
  .string()
  .min(LIMITS.submissionMinCharacters)
  .max(LIMITS.valueCharacters)
  .regex(/^[\w-]*$/)

/** What is kept of it. */
export type Submission = {
  /** By which it is found. A reader of it cannot ask again. */
  readonly idHash: Buffer
  readonly bodyHash: Buffer
}

/** @param kind so that the id of a booking is none of a place in the queue */
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
export type Submitted = {
  readonly outcome: 'created' | 'repeated' | 'replayed'
  readonly made: Made
  readonly actor: Actor
  /** What is to be paid; null: nothing. */
  readonly depositId: number | null
}

/** What a visitor books with. */
export type VisitorWork = BookingWork & { readonly visitor: string }

type Call = Pick<TrpcContext, 'browser' | 'requestId'> & {
  readonly declaredOf: (outcome: string) => Declared
}

/**
 * Makes what was submitted, in one transaction, and asks for its payment code once that is saved.
 *
 * @param make is given what it needs to write, and who asks, for what is done later
 * @throws `409 duplicate_request` when the id came with something else before
 */
export async function submit(
  visited: Visited,
  { browser, requestId, declaredOf }: Call,
  submission: Submission,
  make: (work: VisitorWork, askedBy: (actor: Actor) => AskedBy) => Promise<Submitted>,
): Promise<Made> {
  const { id } = visited.organization
  const source = 'public_booking'
  const visitor = visitorOf(visited, browser)
  const initiator: Initiator<Submitted> = {
    actorOf: ({ actor }) => actor,
    source,
    requestId,
    visitor,
    declared: ({ outcome }) => declaredOf(outcome),
  }
  const { made, depositId } = await workOf(visited, id, initiator, (work) =>
    onceFor({ ...work, visitor }, submission, () =>
      make({ ...work, source, visitor }, (actor) => ({ actor, source, requestId, visitor })),
    ),
  )
  if (depositId !== null) {
    await orLater(visited, { id: depositId }, () =>
      issueCharge(visited, id, depositId, visited.payments, { isRepeated: false }),
    )
  }
  return made
}

/** The same submission at the same time waits for the first, on the key of the table. */
async function onceFor(
  { tx, organization, visitor }: Pick<VisitorWork, 'tx' | 'organization' | 'visitor'>,
  { idHash, bodyHash }: Submission,
  make: () => Promise<Submitted>,
): Promise<Submitted> {
  const key = { organizationId: organization.id, idHash }
  const claim = { ...key, bodyHash, visitor }
  const [claimed] = await insertRows(tx, tables.publicSubmission, [claim], 'skip')
  if (claimed === undefined) {
    const before = await findRow(tx, tables.publicSubmission, key)
    // It was old, and has just been deleted: the page sends it again.
    if (before === null) throw new Problem('service_unavailable')
    const { bodyHash: sent, ...made } = before
    if (sameBytes(bodyHash, sent)) {
      return { outcome: 'replayed', made, actor: NO_ACTOR, depositId: null }
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
