/** The `Prefer` header, RFC 7240. Its preference `handling=strict` is supported. */
import type { IncomingMessage } from 'node:http'

export const STRICT = 'handling=strict'

const MOST_PREFERENCES = 20

/** Whether unknown parameters and fields are refused. If a preference comes twice, the first counts. */
export function isStrict({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const { prefer } = headers
  const text = Array.isArray(prefer) ? prefer.join(',') : (prefer ?? '')
  for (const preference of text.split(',', MOST_PREFERENCES)) {
    const [first = ''] = preference.split(';', 1)
    const [name = '', value = ''] = first.split('=', 2).map((part) => part.trim().toLowerCase())
    if (name === 'handling') return value === 'strict' || value === '"strict"'
  }
  return false
}
