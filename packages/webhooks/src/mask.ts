import { WEBHOOK_LIMITS } from './limits.ts'
import { secretSpans } from './secret-spans.ts'

const MASK = '***'
const EXCERPT_CHARACTERS = WEBHOOK_LIMITS.deliveryResponseCharacters
/** How much of a response is examined: room for what masking removes, and a bound on the work. */
const EXAMINED_UNITS = 8 * EXCERPT_CHARACTERS

/**
 * A response body as the delivery history shows it: secrets replaced by `***`, and only then cut,
 * so that the cut can't leave half a secret that no longer matches.
 *
 * @param isCut the body goes on after `text`; a secret that begins at its end is covered too
 */
export function maskedExcerpt(
  text: string | null,
  secrets: readonly string[],
  isCut = false,
): string | null {
  if (text === null) return null
  const examined = text.slice(0, EXAMINED_UNITS)
  const masked = maskSecrets(examined, secrets, isCut || examined.length < text.length)
  // Anything over two UTF-16 units per character need not be split into characters.
  const characters = Array.from(masked.slice(0, 2 * EXCERPT_CHARACTERS))
  return characters.slice(0, EXCERPT_CHARACTERS).join('')
}

/**
 * Replaces every secret by `***`, in each form in which answers repeat what they were sent: as it is, in JSON,
 * URL-encoded, in HTML, base64 and base64url (alone or inside a longer text), hex; also mixed, escaped letter
 * by letter or several times. Secrets of fewer than 4 characters stay: covering every `1` would unread the
 * answer, and the pattern of stars would tell the secret anyway.
 *
 * The work grows with the text and with what it holds of the secrets, never with their product. At most 32,767 units.
 */
export function maskSecrets(text: string, secrets: readonly string[], isCut = false): string {
  const parts: string[] = []
  let shownTo = 0
  for (const { start, end } of secretSpans(text, secrets, isCut)) {
    parts.push(text.slice(shownTo, start), MASK)
    shownTo = end
  }
  return parts.join('') + text.slice(shownTo)
}

/** Header values to mask, with the credentials inside an `Authorization`-like one. */
export function secretsInHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.values(headers).flatMap((value) => {
    const [scheme = ''] = value.split(' ', 1)
    const credentials = value.slice(scheme.length).trimStart()
    if (credentials === '' || !/^[A-Za-z][\w-]*$/.test(scheme)) return [value]
    if (scheme.toLowerCase() !== 'basic') return [value, credentials]
    const pair = Buffer.from(credentials, 'base64').toString('utf8')
    return [value, credentials, pair, pair.slice(pair.indexOf(':') + 1)]
  })
}
