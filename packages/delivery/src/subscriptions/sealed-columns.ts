/** Columns of a webhook that are encrypted at rest. Each opens only for the webhook and the field it was sealed for. */
export type SealedField = 'url' | 'headers' | 'secrets' | 'signing-secret' | 'previous-secret'

/** Encryption with an authenticated context. */
export type Sealing = { seal(plain: string, context: string): Buffer }
export type Unsealing = { open(sealed: Uint8Array, context: string): Buffer }

function contextOf(webhookId: string, field: SealedField): string {
  return `webhook:${webhookId}:${field}`
}

export function sealField(
  crypto: Sealing,
  webhookId: string,
  field: SealedField,
  value: string | Readonly<Record<string, string>>,
): Uint8Array<ArrayBuffer> {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return new Uint8Array(crypto.seal(text, contextOf(webhookId, field)))
}

/** The text of a sealed column; null where it is empty. */
export function openText(
  crypto: Unsealing,
  webhookId: string,
  field: SealedField,
  sealed: Uint8Array | null,
): string | null {
  return sealed === null ? null : crypto.open(sealed, contextOf(webhookId, field)).toString('utf8')
}

/** The map of a sealed column; `{}` where it is empty. */
export function openMap(
  crypto: Unsealing,
  webhookId: string,
  field: 'headers' | 'secrets',
  sealed: Uint8Array | null,
): Record<string, string> {
  const text = openText(crypto, webhookId, field, sealed)
  return text === null ? {} : textMap(text)
}

/** Safe: `sealField` wrote it from a map of texts, and no other code can seal for this context. */
function textMap(json: string): Record<string, string> {
  return JSON.parse(json) as Record<string, string>
}

type StoredAddress = {
  readonly id: string
  /** Only of webhooks that were made before addresses were encrypted. */
  readonly url: string | null
  readonly urlSealed: Uint8Array | null
}

/** The whole address of a webhook. */
export function addressOf(crypto: Unsealing, row: StoredAddress): string {
  const href = openText(crypto, row.id, 'url', row.urlSealed) ?? row.url
  if (href === null) throw new Error('A webhook has no address.')
  return href
}
