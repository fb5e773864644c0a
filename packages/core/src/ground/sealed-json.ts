/** Values that are encrypted at rest, as credentials are. */
import type { z } from 'zod'
import { bytes } from './bytes.ts'
import type { Cryptography } from './crypto.ts'

/** @param context what was sealed in one opens in no other */
export function sealedJson(
  crypto: Pick<Cryptography, 'seal'>,
  value: object,
  context: string,
): Uint8Array<ArrayBuffer> {
  return bytes(crypto.seal(JSON.stringify(value), context))
}

export function openedJson<Schema extends z.ZodType>(
  crypto: Pick<Cryptography, 'open'>,
  sealed: Uint8Array,
  context: string,
  schema: Schema,
): z.output<Schema> {
  return schema.parse(JSON.parse(crypto.open(sealed, context).toString('utf8')))
}
