import type { Cryptography } from '../ground/crypto.ts'

/** What of a subscription is encrypted at rest. Each opens only for the webhook and field it was sealed for. */
export type SealedField = 'url' | 'headers' | 'secrets' | 'signing-secret' | 'previous-secret'

function contextOf(webhookId: string, field: SealedField): string {
  return `webhook:${webhookId}:${field}`
}

export function sealField(
  crypto: Cryptography,
  webhookId: string,
  field: SealedField,
  value: string | Readonly<Record<string, string>>,
): Uint8Array<ArrayBuffer> {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return new Uint8Array(crypto.seal(text, contextOf(webhookId, field)))
}

/** The text of a sealed column; null where it is empty. */
export function openText(
  crypto: Cryptography,
  webhookId: string,
  field: SealedField,
  sealed: Uint8Array | null,
): string | null {
  return sealed === null ? null : crypto.open(sealed, contextOf(webhookId, field)).toString('utf8')
}

/** The map of a sealed column; `{}` where it is empty. */
export function openMap(
  crypto: Cryptography,
  webhookId: string,
  field: 'headers' | 'secrets',
  sealed: Uint8Array | null,
): Record<string, string> {
  const text = openText(crypto, webhookId, field, sealed)
  return text === null ? {} : (JSON.parse(text) as Record<string, string>)
}
