/**
 * A proof that a page has worked for what it sends. It costs the browser of one person a second, and a program that
 * sends thousands an hour, so it raises how much one address can send: people behind one address, as in a clinic's
 * waiting room, are not held for a program. It is needed only where an organization gets many bookings without one.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'

/** Any text: a wrong one counts as none. */
export const Proof = z.string().max(LIMITS.proofCharacters)

export type Proved = {
  readonly slug: string
  readonly submission_id: string
  readonly proof?: string | undefined
}

/** Whether the hash of `{slug}:{submission_id}:{proof}` begins with enough zero bits. One hash of a short text. */
export function isProved({ slug, submission_id: id, proof }: Proved): boolean {
  if (proof === undefined || proof === '') return false
  const hash = createHash('sha256').update(`${slug}:${id}:${proof}`).digest()
  return Math.clz32(hash.readUInt32BE(0)) >= LIMITS.proofBits
}
