import {
  begunLength,
  holdsEncoded,
  inSmallLetters,
  SOUGHT_CHARACTERS,
  type Sought,
} from './encoded-secret.ts'
import { WEBHOOK_LIMITS } from './limits.ts'

const MASK = '***'
const EXCERPT_CHARACTERS = WEBHOOK_LIMITS.deliveryResponseCharacters
/** Examined beyond the excerpt, so that a secret that begins in the excerpt is found, however it is encoded. */
const BEYOND_UNITS = EXCERPT_CHARACTERS
/** Masking every `1` would make the answer unreadable, and the pattern of masks would reveal the secret. */
const MIN_CHARACTERS = 4
const MIN_TOKEN = 8
const SIGNING_PREFIX = 'whsec_'

/**
 * Returns the start of a response body, as the delivery history shows it: each secret is replaced by `***`. A body that
 * contains a secret in an encoding is withheld: the result is `***`. Secrets of fewer than 4 characters are not masked.
 *
 * @param isCut the body continues after `text`; a secret that begins at its end is masked too
 */
export function maskedExcerpt(
  text: string | null,
  secrets: readonly string[],
  isCut = false,
): string | null {
  if (text === null) return null
  // Anything over two UTF-16 units per character need not be split into characters.
  const characters = Array.from(text.slice(0, 2 * EXCERPT_CHARACTERS))
  const excerpt = characters.slice(0, EXCERPT_CHARACTERS).join('')
  const examined = text.slice(0, excerpt.length + BEYOND_UNITS)
  const goesOn = isCut && examined.length === text.length
  const sought = soughtIn(text, secrets, goesOn)
  if (sought.length === 0) return excerpt
  const isCovered = coveredIn(examined, sought, goesOn)
  if (holdsEncoded(withMask(examined, isCovered), sought, goesOn)) return MASK
  return withMask(excerpt, isCovered)
}

/** Leaves out secrets that are longer than the text, unless the text was cut and may end with their first characters. */
function soughtIn(text: string, secrets: readonly string[], goesOn: boolean): Sought[] {
  return Array.from(new Set(secrets))
    .flatMap((secret) =>
      // An endpoint can repeat a signing secret without its prefix.
      secret.startsWith(SIGNING_PREFIX) ? [secret, secret.slice(SIGNING_PREFIX.length)] : [secret],
    )
    .filter((name) => name.length >= MIN_CHARACTERS && (goesOn || name.length <= text.length))
    .map((name) => ({ name, isToken: name.length >= MIN_TOKEN && !/\s/.test(name) }))
}

/** Marks each UTF-16 unit of a text that belongs to a secret, or to the first part of one, with 1. */
function coveredIn(text: string, sought: readonly Sought[], goesOn: boolean): Uint8Array {
  const covered = new Uint8Array(text.length)
  const small = inSmallLetters(text)
  for (const { name, isToken } of sought) {
    const [where, secret] = isToken ? [small, inSmallLetters(name)] : [text, name]
    const needle = secret.slice(0, SOUGHT_CHARACTERS)
    for (let at = where.indexOf(needle); at >= 0;) {
      const end = at + commonLength(where, at, secret)
      covered.fill(1, at, end)
      at = where.indexOf(needle, end)
    }
    if (goesOn) covered.fill(1, text.length - begunLength(where, needle))
  }
  return covered
}

function commonLength(text: string, at: number, secret: string): number {
  let length = 0
  while (length < secret.length && text[at + length] === secret[length]) length += 1
  return length
}

function withMask(text: string, covered: Uint8Array): string {
  let shown = ''
  let from = 0
  while (from < text.length) {
    const next = covered.indexOf(1, from)
    const upTo = next < 0 ? text.length : Math.min(next, text.length)
    shown += text.slice(from, upTo)
    if (upTo === text.length) break
    shown += MASK
    const over = covered.indexOf(0, upTo)
    from = over < 0 ? text.length : over
  }
  return shown
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
