/** What an organization gave us of its account at a bank: encrypted at rest, and never shown. */
import { z } from 'zod'
import type { Cryptography } from '../ground/crypto.ts'
import { openedJson, sealedJson } from '../ground/sealed-json.ts'

const Account = z.object({
  clientId: z.string(),
  clientSecret: z.string(),
  pixKey: z.string(),
  certificate: z.string().exactOptional(),
  key: z.string().exactOptional(),
})

export type Account = z.output<typeof Account>

/** What was sealed for one organization opens for no other. */
const contextOf = (organizationId: number) => `payment account ${organizationId}`

export function sealAccount(
  crypto: Pick<Cryptography, 'seal'>,
  organizationId: number,
  account: Account,
): Uint8Array<ArrayBuffer> {
  return sealedJson(crypto, account, contextOf(organizationId))
}

export function openAccount(
  crypto: Pick<Cryptography, 'open'>,
  organizationId: number,
  sealed: Uint8Array,
): Account {
  return openedJson(crypto, sealed, contextOf(organizationId), Account)
}
