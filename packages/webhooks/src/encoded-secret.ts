import { unescapedLayers } from './unescape.ts'

/** A secret is found by its first characters: the time of a search grows with the length of what is sought. */
export const SOUGHT_CHARACTERS = 32
/** Shorter secrets are not sought in base64 and hex, where any text could contain them. */
const MIN_ENCODED = 8
/** A text that was cut must end with at least this much of a secret to count as containing it. */
const MIN_BEGUN = 4

/** A secret to look for. */
export type Sought = {
  readonly name: string
  /** Long and without blanks, so not a word of a language: found in capitals and small letters alike. */
  readonly isToken: boolean
}

/**
 * Reports whether a text contains a secret in an encoding that endpoints use: escaped for JSON, URLs or HTML, also
 * mixed, letter by letter or repeatedly; in base64 or base64url, alone or inside a longer text; in hex.
 *
 * @param isCut the text was cut: a secret that begins at its end counts
 */
export function holdsEncoded(text: string, secrets: readonly Sought[], isCut: boolean): boolean {
  const layers = unescapedLayers(text, isCut).map((layer) => ({
    exact: plain(layer),
    small: plain(inSmallLetters(layer)),
  }))
  return secrets.some(({ name, isToken }) => {
    const start = name.slice(0, SOUGHT_CHARACTERS)
    const isIn = (word: string, size: 'exact' | 'small') =>
      layers.some((layer) => stands(layer[size], word, isCut))
    if (isToken ? isIn(plain(inSmallLetters(start)), 'small') : isIn(plain(start), 'exact'))
      return true
    return name.length >= MIN_ENCODED && encodings(start).some((word) => isIn(word, 'small'))
  })
}

function stands(text: string, word: string, isCut: boolean): boolean {
  return text.includes(word) || (isCut && begunLength(text, word) >= MIN_BEGUN)
}

/** How many characters at the end of a text are the first of a word. */
export function begunLength(text: string, word: string): number {
  let length = Math.min(text.length, word.length)
  while (!text.endsWith(word.slice(0, length))) length -= 1
  return length
}

/** Forms encode a blank as `+`; base64url replaces two of the letters. */
function plain(text: string): string {
  return text.replaceAll(/[+-]/g, ' ').replaceAll('_', '/')
}

/** Lowers ASCII letters only: others can change their length. */
export function inSmallLetters(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

function encodings(start: string): string[] {
  const bytes = Buffer.from(start, 'utf8')
  return [bytes.toString('hex'), ...base64Words(bytes)].map((word) => plain(inSmallLetters(word)))
}

/**
 * Base64 packs three bytes into four letters, so a secret inside a longer text has three spellings, one for each
 * position in a group. Returns the letters of each that depend on the secret alone.
 */
function base64Words(bytes: Buffer): string[] {
  return [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    return whole.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
  })
}
