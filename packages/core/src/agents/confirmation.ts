/** Tokens that prove that a person was told what will happen. Nothing is stored for them. */
import type { Context } from '../context.ts'
import { LIMITS } from '../contract/limits.ts'
import { canonicalJson } from '../ground/canonical-json.ts'
import { sameBytes } from '../ground/crypto.ts'

/** What a person confirms. */
export type Confirmed = {
  readonly tool: string
  /** Without `request_id` and `confirm`. */
  readonly input: unknown
  /** What the person was told. */
  readonly sentence: string
}

type Holder = Pick<Context, 'crypto' | 'organization' | 'caller' | 'realNow'>

const MINUTE_MS = 60_000
const TOKEN = /^([0-9a-z]{1,11})\.([\w-]{43})$/

/** A token for this key, this tool, this input and this sentence, for `LIMITS.toolConfirmationMinutes`. */
export function confirmationToken(holder: Holder, confirmed: Confirmed): string {
  const endsAt = holder.realNow() + LIMITS.toolConfirmationMinutes * MINUTE_MS
  return `${endsAt.toString(36)}.${mark(holder, confirmed, endsAt)}`
}

export function isConfirmed(holder: Holder, confirmed: Confirmed, token: string): boolean {
  const [, end, signature] = TOKEN.exec(token) ?? []
  if (end === undefined || signature === undefined) return false
  const endsAt = Number.parseInt(end, 36)
  // As texts: the last character of this base64 has bits that mean nothing, so several would be the same bytes.
  const right = mark(holder, confirmed, endsAt)
  return sameBytes(Buffer.from(signature), Buffer.from(right)) && holder.realNow() < endsAt
}

function mark({ crypto, organization, caller }: Holder, what: Confirmed, endsAt: number): string {
  const { tool, input, sentence } = what
  const all = [organization.id, caller.id, tool, canonicalJson(input), sentence, endsAt]
  return crypto.hmac('agent-confirmation', JSON.stringify(all)).toString('base64url')
}
