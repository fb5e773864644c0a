import type { Transaction } from '@scheduling/database'
import type { IdempotencyRecord, Rendered, Service } from '../context.ts'
import { LIMITS } from '../contract/limits.ts'
import { Problem } from '../contract/problems.ts'
import { bytes } from '../ground/bytes.ts'
import { sameBytes } from '../ground/crypto.ts'

type Means = Pick<Service, 'crypto' | 'now'>

/** Another request holds the lock of the record. */
export class RecordInUse extends Error {
  override name = 'RecordInUse'
}

/**
 * Locks the record until the transaction ends, and takes the transaction id, in one statement. It does not
 * wait: a second request with the same key would hold a connection meanwhile.
 *
 * @throws RecordInUse
 */
export async function claimRecord(tx: Transaction, record: IdempotencyRecord): Promise<void> {
  const lock = record.id.readBigInt64BE(0)
  const [row] = await tx.$queryRaw<{ free: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(${lock}) AS free, pg_current_xact_id()::text AS xid`
  if (row?.free !== true) throw new RecordInUse()
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
export async function savedAnswer(
  tx: Transaction,
  { crypto, now }: Means,
  record: IdempotencyRecord,
): Promise<Rendered | null> {
  const row = await tx.idempotencyRecord.findUnique({ where: { id: bytes(record.id) } })
  if (row === null) return null
  if (row.expiresAt.getTime() <= now()) {
    await tx.idempotencyRecord.delete({ where: { id: row.id } })
    return null
  }
  if (!sameBytes(row.requestHash, record.requestHash)) {
    throw new Problem(
      'duplicate_request',
      `This \`Idempotency-Key\` was used with a different body in the last ${LIMITS.idempotencyHours} hours.`,
    )
  }
  if (row.status === null || row.contentType === null || row.body === null) return null
  return {
    status: row.status,
    contentType: row.contentType,
    body: bytes(crypto.open(row.body, sealContext(record))),
  }
}

/** Saves the answer, encrypted, for the hours that `LIMITS` says. */
export async function saveAnswer(
  tx: Transaction,
  { crypto, now }: Means,
  record: IdempotencyRecord,
  answer: Rendered,
): Promise<void> {
  const createdAt = now()
  await tx.idempotencyRecord.create({
    data: {
      id: bytes(record.id),
      requestHash: bytes(record.requestHash),
      status: answer.status,
      contentType: answer.contentType,
      body: bytes(crypto.seal(answer.body, sealContext(record))),
      createdAt: new Date(createdAt),
      expiresAt: new Date(createdAt + LIMITS.idempotencyHours * 3_600_000),
    },
  })
}

/** Part of every sealed answer in the database: another word would leave them unreadable. */
function sealContext(record: IdempotencyRecord): string {
  return `receipt:${record.id.toString('hex')}`
}
