/** The address in `List-Unsubscribe` of an e-mail. It names the message, so it tells nothing of the recipient. */
import type { Service } from '../context.ts'
import { sameBytes } from '../ground/crypto.ts'

/** The first segment of the path. */
export const UNSUBSCRIBE_PATH = 'u'

/** In base64url without a bit to spare: each token has one spelling. */
const MAC_BYTES = 18
const TOKEN = /^(msg_[0-9A-Za-z]{26})-([\w-]{24})$/

type Signer = Pick<Service, 'crypto'>

export function unsubscribeLink(
  service: Signer & Pick<Service, 'publicBaseUrl'>,
  messageId: string,
): string {
  return `${service.publicBaseUrl}/${UNSUBSCRIBE_PATH}/${unsubscribeToken(service, messageId)}`
}

export function unsubscribeToken(service: Signer, messageId: string): string {
  return `${messageId}-${macOf(service, messageId).toString('base64url')}`
}

/** The id of the message that a token names; null: the token is not ours. */
export function unsubscribedMessage(service: Signer, token: string): string | null {
  const [, messageId, mac] = TOKEN.exec(token) ?? []
  if (messageId === undefined || mac === undefined) return null
  return sameBytes(Buffer.from(mac, 'base64url'), macOf(service, messageId)) ? messageId : null
}

function macOf({ crypto }: Signer, messageId: string): Buffer {
  return crypto.hmac('unsubscribe', messageId).subarray(0, MAC_BYTES)
}
