/** The number that the operator lends to organizations without a number of their own. */
import type { MessagingProvider } from './provider.ts'
import { WHATSAPP_CENTRAL, whatsappCloud } from './whatsapp-cloud.ts'

export type CentralNumber = {
  /** E.164. */
  readonly phone: string
  readonly phoneNumberId: string
  readonly accessToken: string
  readonly appSecret: string
  readonly verifyToken: string
}

/** How it sends. @param apiUrl with the version, without a slash at the end */
export function centralProvider(
  { phoneNumberId, accessToken }: CentralNumber,
  apiUrl: string,
): MessagingProvider {
  return whatsappCloud({ name: WHATSAPP_CENTRAL, apiUrl, phoneNumberId, accessToken })
}
