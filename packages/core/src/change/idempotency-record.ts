import {
  column,
  countRows,
  Prisma,
  query,
  sqlOf,
  tables,
  type RowOf,
  type Transaction,
} from '@scheduling/database'
import type { Context, IdempotencyRecord, Rendered, Service } from '../context.ts'
import { LIMITS } from '../contract/limits.ts'
import { Problem } from '../contract/problems.ts'
import { bytes } from '../ground/bytes.ts'
import { sameBytes } from '../ground/crypto.ts'
import { instantIn } from '../ground/sql-instant.ts'

type Means = Pick<Service, 'crypto' | 'realNow'>

/** Another request holds the lock of the record. */
export class RecordInUse extends Error {
  override name = 'RecordInUse'
}

const CLAIMED = {
  is_free: column.bool,
  request_hash: column.nullable(column.bytes),
  status: column.nullable(column.int),
  content_type: column.nullable(column.text),
  body: column.nullable(column.bytes),
  expires_at: column.nullable(column.instant),
}

/** The record as it was read under its lock. */
export type ClaimedRecord = Omit<RowOf<typeof CLAIMED>, 'is_free'>

const claim = query({
  name: 'idempotency record claimed',
  text: `SELECT is_free, request_hash, status, content_type, body, expires_at
    FROM claim_idempotency_record($1::bigint, $2::bytea)`,
  row: CLAIMED,
})

/**
 * Locks the record until the transaction ends, takes the transaction id, and reads the record, in one statement.
 * It does not wait: a second request with the same key would hold a connection meanwhile.
 *
 * @throws RecordInUse
 */
export async function claimRecord(
  tx: Transaction,
  record: IdempotencyRecord,
): Promise<ClaimedRecord> {
  const [row] = await claim(sqlOf(tx), [record.id.readBigInt64BE(0), record.id])
  if (row?.is_free !== true) throw new RecordInUse()
  return row
}

/** Whether the record keeps this refusal: 403, 404, 409 and 422 would come again; the others leave the key free. */
export function isKept(problem: Problem): boolean {
  return (
    [403, 404, 409, 422].includes(problem.status) &&
    problem.code !== 'forbidden_scope' &&
    problem.code !== 'duplicate_request'
  )
}

/**
 * The saved answer, or null when there is none or it has expired.
 *
 * @throws `409 duplicate_request` when the key was used with another body
 */
export function savedAnswer(
  claimed: ClaimedRecord,
  { crypto, realNow }: Means,
  record: IdempotencyRecord,
): Rendered | null {
  const { request_hash: requestHash, status, content_type: contentType, body } = claimed
  if (requestHash === null || (claimed.expires_at ?? 0) <= realNow()) return null
  if (!sameBytes(requestHash, record.requestHash)) {
    throw new Problem(
      'duplicate_request',
      `This \`Idempotency-Key\` was used with a different body in the last ${LIMITS.idempotencyHours} hours.`,
    )
  }
  if (status === null || contentType === null || body === null) return null
  return { status, contentType, body: bytes(crypto.open(body, sealContext(record.id))) }
}

/** Whether an answer is saved, as it is at this moment: a request with the key may be under way. */
export async function hasAnswer(
  { db, realNow }: Pick<Context, 'db' | 'realNow'>,
  record: IdempotencyRecord,
): Promise<boolean> {
  const found = await countRows(db, tables.idempotencyRecord, {
    id: bytes(record.id),
    expiresAt: Prisma.sql`> ${new Date(realNow())}`,
  })
  return found > 0
}

/**
 * Saves an answer, in place of one that has expired, if there is one.
 *
 * @param after how many parameters the statement has before those of `answerValues`
 */
export function answerText(after: number): string {
  const at = (place: number) => `$${after + place}`
  return `
    INSERT INTO idempotency_receipt (id, request_hash, status, content_type, body, created_at, expires_at,
      organization_id, client_id)
    VALUES (${at(1)}::bytea, ${at(2)}::bytea, ${at(3)}::int, ${at(4)}::text, ${at(5)}::bytea,
      ${instantIn(at(6))}, ${instantIn(at(7))}, ${at(8)}::int, ${at(9)}::int)
    ON CONFLICT (id) DO UPDATE SET request_hash = excluded.request_hash, status = excluded.status,
      content_type = excluded.content_type, body = excluded.body, created_at = excluded.created_at,
      expires_at = excluded.expires_at, organization_id = excluded.organization_id, client_id = excluded.client_id
    RETURNING status`
}

/**
 * The values of `answerText`: the answer is encrypted, and kept for the hours that `LIMITS` says.
 *
 * @param clientId whom the answer names: when that client is erased, so is the name in the answer
 */
export function answerValues(
  { crypto, realNow, organization }: Means & Pick<Context, 'organization'>,
  record: IdempotencyRecord,
  answer: Rendered,
  clientId: number | null,
): readonly unknown[] {
  const createdAt = realNow()
  return [
    record.id,
    record.requestHash,
    answer.status,
    answer.contentType,
    crypto.seal(answer.body, sealContext(record.id)),
    createdAt,
    createdAt + LIMITS.idempotencyHours * 3_600_000,
    organization.id,
    clientId,
  ]
}

/**
 * Part of every sealed answer in the database: another word would leave them unreadable.
 *
 * @param id of the record
 */
export function sealContext(id: Buffer): string {
  return `receipt:${id.toString('hex')}`
}
