/**
 * Links that a client gets: nobody can guess them, and nothing is stored for them. The token is the
 * record's id with a keyed hash of what the link is for, so that one link opens one page of one record.
 */
import { sameBytes, type Cryptography } from './crypto.ts'
import { ID_MAX } from './limits.ts'

/** What a link is for, and where its page stands. */
const PAGES = { queue_entry: 'q', deposit: 'p' } as const

export type LinkedRecord = keyof typeof PAGES

const MAC_BYTES = 18
const TOKEN = /^([0-9a-z]{1,6})-([A-Za-z0-9_-]{24})$/

type Linking = { readonly crypto: Cryptography; readonly publicBaseUrl: string }

export function linkTo(service: Linking, record: LinkedRecord, id: number): string {
  const token = `${id.toString(36)}-${mac(service.crypto, record, id).toString('base64url')}`
  return `${service.publicBaseUrl}/${PAGES[record]}/${token}`
}

/** The id that a token of this kind of link names; null for a token that this service did not give. */
export function readLinkToken(
  crypto: Cryptography,
  record: LinkedRecord,
  token: string,
): number | null {
  const [, id36, given] = TOKEN.exec(token) ?? []
  if (id36 === undefined || given === undefined) return null
  const id = Number.parseInt(id36, 36)
  if (id > ID_MAX || id.toString(36) !== id36) return null
  return sameBytes(Buffer.from(given, 'base64url'), mac(crypto, record, id)) ? id : null
}

function mac(crypto: Cryptography, record: LinkedRecord, id: number): Buffer {
  return crypto.hmac('link', `${record} ${id}`).subarray(0, MAC_BYTES)
}
