import type { Cryptography } from '../crypto.ts'
import type { Composed } from './compose.ts'

export type ComposedKey = {
  readonly webhookId: string
  readonly eventId: string
  readonly run: number
}

function contextOf({ webhookId, eventId, run }: ComposedKey): string {
  return `delivery:${webhookId}:${eventId}:${run}`
}

/** What an earlier attempt sent; null, so that it is made anew, where there is none or its key is gone. */
export function openComposed(
  crypto: Cryptography,
  key: ComposedKey,
  row: { readonly body: Buffer | null; readonly body_sealed: boolean },
): Composed | null {
  if (row.body === null) return null
  try {
    const text = row.body_sealed ? crypto.open(row.body, contextOf(key)) : row.body
    return JSON.parse(text.toString('utf8')) as Composed
  } catch {
    return null
  }
}

/** For the ledger, base64: encrypted when secrets stand in it. */
export function storedComposed(
  crypto: Cryptography,
  key: ComposedKey,
  composed: Composed | null,
): { body: string | null; sealed: boolean } {
  if (composed === null) return { body: null, sealed: false }
  const text = JSON.stringify(composed)
  const sealed = composed.secrets.length > 0
  const bytes = sealed ? crypto.seal(text, contextOf(key)) : Buffer.from(text)
  return { body: bytes.toString('base64'), sealed }
}
