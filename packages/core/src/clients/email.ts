import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { fault } from '../ground/fields.ts'

const LOCAL_OCTETS = 64

/** `Dot-string` of RFC 5321, section 4.1.2. */
const DOT_STRING = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const DOMAIN_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * An e-mail address, trimmed and in lower case; null if it does not have the form of RFC 5321 with a public
 * domain. Quoted local parts, address literals and domains of one label are not accepted.
 */
export function normalEmail(text: string): string | null {
  const email = text.trim().toLowerCase()
  if (email.length > LIMITS.emailCharacters) return null
  const at = email.lastIndexOf('@')
  const local = email.slice(0, at)
  const labels = email.slice(at + 1).split('.')
  const isShaped =
    at > 0 &&
    local.length <= LOCAL_OCTETS &&
    DOT_STRING.test(local) &&
    labels.length > 1 &&
    labels.every((label) => DOMAIN_LABEL.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  return isShaped ? email : null
}

/** Input: an e-mail address that must be one. */
export const Email = z
  .string()
  .max(LIMITS.emailCharacters, { abort: true })
  .transform((typed, context) => {
    const email = normalEmail(typed)
    if (email !== null) return email
    context.addIssue(fault('invalid_format', 'Expected an e-mail address.'))
    return z.NEVER
  })
