const MIN_CHARACTERS = 4
/** A shorter piece of base64 is found in any text. */
const MIN_BASE64_PIECE = 6
const MIN_TOKEN = 8
const SIGNING_PREFIX = 'whsec_'

/** What to look for because of one secret. */
export type SecretWords = {
  /** The secret, to be found in every notation. */
  readonly secret: string
  /** Long and without blanks, so that it is no word of a language: found in capitals and small letters alike. */
  readonly isToken: boolean
  readonly base64: readonly Base64Word[]
  /** To look for in a text whose ASCII letters are small. */
  readonly inAnyCase: readonly string[]
}

type Base64Word = {
  readonly letters: string
  /** Whether so many of the letters hold the whole secret. */
  readonly isWord: (letters: number) => boolean
}

/**
 * Nothing for a secret that is too short to be masked, or longer than the text. Of a long one no more is read than
 * the text could hold: no notation writes fewer letters than the secret has.
 *
 * @param isCut the text goes on: it may hold the beginning of a longer secret
 */
export function secretWords(secret: string, textLength: number, isCut: boolean): SecretWords[] {
  return namesOf(secret)
    .filter((name) => name.length >= MIN_CHARACTERS && (isCut || name.length <= textLength))
    .map((name) => name.slice(0, textLength))
    .map(wordsOf)
}

/** A signing secret is also told without its prefix. */
function namesOf(secret: string): string[] {
  return secret.startsWith(SIGNING_PREFIX)
    ? [secret, secret.slice(SIGNING_PREFIX.length)]
    : [secret]
}

function wordsOf(name: string): SecretWords {
  const isToken = name.length >= MIN_TOKEN && !/\s/.test(name)
  const hex = Buffer.from(name, 'utf8').toString('hex')
  return {
    secret: name,
    isToken,
    inAnyCase: isToken ? [inSmallLetters(name), hex] : [hex],
    base64: base64Words(name),
  }
}

/** Of the ASCII letters: others may change their length. */
export function inSmallLetters(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/**
 * Base64 packs three bytes in four letters, so inside a longer text a secret has three spellings, one for each place
 * it can begin at; of each, the letters that depend on nothing but the secret. Alone it has its last letters too.
 */
function base64Words(name: string): Base64Word[] {
  const bytes = Buffer.from(name, 'utf8')
  return [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    const firstOwn = Math.ceil((before * 8) / 6)
    const lastOwn = Math.floor(((before + bytes.length) * 8) / 6)
    if (before === 0) {
      const unpadded = whole.length - (whole.endsWith('==') ? 2 : whole.endsWith('=') ? 1 : 0)
      const isWord = (letters: number) =>
        letters >= MIN_BASE64_PIECE && (letters === lastOwn || letters === unpadded)
      return [{ letters: whole, isWord }]
    }
    const letters = whole.slice(firstOwn, lastOwn)
    return letters.length < MIN_BASE64_PIECE ? [] : [{ letters, isWord: () => false }]
  })
}
