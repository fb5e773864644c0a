/** What an organization gave us of its account at a bank: encrypted at rest, and shown to nobody. */
import { z } from 'zod'
import type { Cryptography } from '../ground/crypto.ts'

const Account = z.object({
  clientId: z.string(),
  clientSecret: z.string(),
  pixKey: z.string(),
  certificate: z.string().optional(),
  key: z.string().optional(),
})

export type Account = z.output<typeof Account>

/** What was sealed for one organization opens for no other. */
const contextOf = (organizationId: number) => `payment account ${organizationId}`

export function sealAccount(
  crypto: Pick<Cryptography, 'seal'>,
  organizationId: number,
  account: Account,
): Uint8Array<ArrayBuffer> {
  return new Uint8Array(crypto.seal(JSON.stringify(account), contextOf(organizationId)))
}

export function openAccount(
  crypto: Pick<Cryptography, 'open'>,
  organizationId: number,
  sealed: Uint8Array,
): Account {
  return Account.parse(JSON.parse(crypto.open(sealed, contextOf(organizationId)).toString('utf8')))
}
