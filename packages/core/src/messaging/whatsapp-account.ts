/** How the service speaks for the number of an organization. Its secrets are encrypted, and read only to use them. */
import { findRow, tables, type Queryable, type WhatsappAccount } from '@scheduling/database'
import { z } from 'zod'
import type { Service } from '../context.ts'
import { openedJson, sealedJson } from '../ground/sealed-json.ts'

const Credentials = z.object({
  access_token: z.string(),
  app_secret: z.string(),
  verify_token: z.string(),
})
export type WhatsappCredentials = z.output<typeof Credentials>

export type OpenedAccount = {
  readonly organizationId: number
  readonly hookId: string
  readonly phoneNumberId: string
  readonly credentials: WhatsappCredentials
}

const contextOf = (organizationId: number) => `whatsapp_account ${organizationId}`

export function sealedCredentials(
  { crypto }: Pick<Service, 'crypto'>,
  organizationId: number,
  credentials: WhatsappCredentials,
): Uint8Array<ArrayBuffer> {
  return sealedJson(crypto, credentials, contextOf(organizationId))
}

export async function accountOf(
  service: Pick<Service, 'crypto'>,
  db: Queryable,
  organizationId: number,
): Promise<OpenedAccount | null> {
  const row = await findRow(db, tables.whatsappAccount, { organizationId })
  return row === null ? null : opened(service, row)
}

const HOOK_ID = /^[\w-]{32}$/

/** Whose notices come to an address. */
export async function accountOfHook(
  service: Pick<Service, 'crypto' | 'db'>,
  hookId: string,
): Promise<OpenedAccount | null> {
  if (!HOOK_ID.test(hookId)) return null
  const row = await findRow(service.db, tables.whatsappAccount, { hookId })
  return row === null ? null : opened(service, row)
}

function opened({ crypto }: Pick<Service, 'crypto'>, row: WhatsappAccount): OpenedAccount {
  const { organizationId, hookId, phoneNumberId, credentialsSealed } = row
  const context = contextOf(organizationId)
  const credentials = openedJson(crypto, credentialsSealed, context, Credentials)
  return { organizationId, hookId, phoneNumberId, credentials }
}
