import { sameBytes, type Cryptography } from '../ground/crypto.ts'
import { LIMITS } from '../contract/limits.ts'
import { Problem } from '../contract/problems.ts'
import type { Transaction } from '@scheduling/database'

/** An answer as it goes over the wire. */
export type Rendered = {
  readonly status: number
  readonly contentType: string
  readonly body: Uint8Array<ArrayBuffer>
}

/**
 * One use of an `Idempotency-Key`. The door that read the header makes it; the unit of work keeps the
 * answer in the transaction of its effect.
 */
export type Receipt = {
  /** HMAC of organization, API key, method, path template, path ids and the client's key. */
  readonly id: Buffer
  /** HMAC of the canonical body. */
  readonly requestHash: Buffer
  /** HMAC of the client's key alone within the organization: kept on appointments. */
  readonly keyHash: Buffer
  readonly render: (outcome: string, reply: unknown) => Rendered
  readonly renderProblem: (problem: Problem) => Rendered
}

/** 2xx and the refusals that would come again; 400, 401, 405, 429 and 5xx leave the key free. */
export function isKept(problem: Problem): boolean {
  return (
    [403, 404, 409, 422].includes(problem.status) &&
    problem.code !== 'forbidden_scope' &&
    problem.code !== 'duplicate_request'
  )
}

/** The kept answer of this key, or null when there is none (or it is too old). */
export async function keptAnswer(
  tx: Transaction,
  crypto: Cryptography,
  receipt: Receipt,
  now: number,
): Promise<Rendered | null> {
  const row = await tx.idempotencyReceipt.findUnique({ where: { id: bytes(receipt.id) } })
  if (row === null) return null
  if (row.expiresAt.getTime() <= now) {
    await tx.idempotencyReceipt.delete({ where: { id: row.id } })
    return null
  }
  if (!sameBytes(row.requestHash, receipt.requestHash)) {
    throw new Problem(
      'duplicate_request',
      `This \`Idempotency-Key\` was used with a different body in the last ${LIMITS.idempotencyHours} hours.`,
    )
  }
  if (row.status === null || row.contentType === null || row.body === null) return null
  return {
    status: row.status,
    contentType: row.contentType,
    body: bytes(crypto.open(row.body, sealContext(receipt))),
  }
}

export async function keepAnswer(
  tx: Transaction,
  crypto: Cryptography,
  receipt: Receipt,
  answer: Rendered,
  now: number,
): Promise<void> {
  await tx.idempotencyReceipt.create({
    data: {
      id: bytes(receipt.id),
      requestHash: bytes(receipt.requestHash),
      status: answer.status,
      contentType: answer.contentType,
      body: bytes(crypto.seal(answer.body, sealContext(receipt))),
      createdAt: new Date(now),
      expiresAt: new Date(now + LIMITS.idempotencyHours * 3_600_000),
    },
  })
}

function sealContext(receipt: Receipt): string {
  return `receipt:${receipt.id.toString('hex')}`
}

/** Prisma takes arrays over their own memory only. */
export function bytes(buffer: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer)
}
