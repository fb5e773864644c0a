import { unescapedLayers } from './unescape.ts'

/** So many characters of a secret betray it; more are not looked for. */
const SOUGHT_CHARACTERS = 32
/** A shorter secret is looked for in no encoding: its base64 and hex are found in any text. */
const MIN_ENCODED = 8
/** At the end of a text that was cut, so many characters are the beginning of a secret. */
const MIN_BEGUN = 4

/** A secret to look for. */
export type Sought = {
  readonly name: string
  /** Long and without blanks, so that it is no word of a language: found in capitals and small letters alike. */
  readonly isToken: boolean
}

/**
 * Whether a text holds a secret in an encoding in which answers repeat what they were sent: escaped for JSON, URLs or
 * HTML, also mixed, letter by letter or several times; in base64 or base64url, alone or inside a longer text; in hex.
 *
 * @param isCut the text goes on: a secret that begins at its end counts
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
  if (text.includes(word)) return true
  if (!isCut) return false
  for (let length = Math.min(word.length, text.length); length >= MIN_BEGUN; length -= 1) {
    if (text.endsWith(word.slice(0, length))) return true
  }
  return false
}

/** Encoders write a blank as `+` in forms; base64url has other signs for two of the letters. */
function plain(text: string): string {
  return text.replaceAll(/[+-]/g, ' ').replaceAll('_', '/')
}

/** Of the ASCII letters: others may change their length. */
export function inSmallLetters(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

function encodings(start: string): string[] {
  const bytes = Buffer.from(start, 'utf8')
  return [bytes.toString('hex'), ...base64Words(bytes)].map((word) => plain(inSmallLetters(word)))
}

/**
 * Base64 packs three bytes in four letters, so inside a longer text a secret has three spellings, one for each place
 * it can begin at; of each, the letters that depend on nothing but the secret.
 */
function base64Words(bytes: Buffer): string[] {
  return [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    return whole.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
  })
}
