/** One way to write a character, and the notations that write it so, a bit for each. */
export type Spelling = { readonly text: string; readonly notations: number }

/** How encoders write a character. One of them writes a whole secret alike, so each is a notation of its own. */
type Notation = (character: string) => string

const ASCII = 128
/** Letters whose spellings are remembered, in each family. */
const MOST_KNOWN = 8192

/** Notations of one family, which write most letters alike. */
export class NotationFamily {
  /** A bit for each notation. */
  readonly all: number
  readonly #notations: readonly Notation[]
  /** By ASCII code, and last for every other letter: whether any notation writes it in another way than as it is. */
  readonly #special: readonly boolean[]
  readonly #known = new Map<number, readonly Spelling[]>()

  /** @param special what any notation writes in another way than as it is; of letters beyond ASCII all or none */
  constructor(special: RegExp, notations: readonly Notation[]) {
    this.#notations = notations
    this.all = 2 ** notations.length - 1
    this.#special = Array.from({ length: ASCII + 1 }, (_, code) =>
      special.test(String.fromCharCode(code)),
    )
  }

  isSpecial(code: number): boolean {
    return this.#special[Math.min(code, ASCII)] === true
  }

  /** Whether any notation writes the text in another way than as it is. */
  changes(text: string): boolean {
    return this.alikeLetters(text, text.length) < text.length
  }

  /** How many letters at the beginning of a text all notations write as they are; `most` at most. */
  alikeLetters(text: string, most: number): number {
    const end = Math.min(text.length, most)
    let letters = 0
    while (letters < end && !this.isSpecial(text.charCodeAt(letters))) letters += 1
    return letters
  }

  /** @param letter a code point */
  spellingsOf(letter: number): readonly Spelling[] {
    const known = this.#known.get(letter)
    if (known !== undefined) return known
    const bits = new Map<string, number>()
    for (const [index, write] of this.#notations.entries()) {
      const text = write(String.fromCodePoint(letter))
      bits.set(text, (bits.get(text) ?? 0) | (1 << index))
    }
    const spellings = Array.from(bits, ([text, notations]) => ({ text, notations }))
    if (this.#known.size >= MOST_KNOWN) this.#known.clear()
    this.#known.set(letter, spellings)
    return spellings
  }
}

/** As it is; a form writes a blank as `+`. */
export const LITERALLY = new NotationFamily(/ /, [
  (character) => character,
  (character) => (character === ' ' ? '+' : character),
])

/** With and without the escapes that encoders add freely: `\/`, `\u00e9`, `\u003c`, capitals in them; and twice. */
export const IN_JSON = new NotationFamily(
  /["\\/<>&']|[^ -~]/,
  [jsonOnce, jsonTwice, jsonInAscii, jsonInAsciiForHtml]
    .flatMap((write): Notation[] => [
      write,
      (character) => (character === '/' ? String.raw`\/` : write(character)),
    ])
    .flatMap((write): Notation[] => [
      write,
      (character) => write(character).replace(/\\u[0-9a-f]{4}/g, inCapitals),
    ]),
)

function jsonOnce(character: string): string {
  return JSON.stringify(character).slice(1, -1)
}

function jsonTwice(character: string): string {
  return JSON.stringify(jsonOnce(character)).slice(1, -1)
}

function jsonInAscii(character: string): string {
  return jsonOnce(character).replace(/[^\x20-\x7e]/g, unicodeEscape)
}

function jsonInAsciiForHtml(character: string): string {
  return jsonInAscii(character).replace(/[<>&']/g, unicodeEscape)
}

function unicodeEscape(unit: string): string {
  return String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Percent escapes by five sets of rules, with capitals and without. */
export const IN_A_URL = new NotationFamily(
  /[^\w.-]/,
  [encodeURIComponent, strictly, asForm, strictlyAsForm, encodeURI].flatMap((write): Notation[] => [
    (character) => write(character.toWellFormed()),
    (character) => {
      const spelling = write(character.toWellFormed())
      return spelling.startsWith('%') ? spelling.toLowerCase() : spelling
    },
  ]),
)

function strictly(character: string): string {
  return /[!'()*~]/.test(character)
    ? `%${character.charCodeAt(0).toString(16).toUpperCase()}`
    : encodeURIComponent(character)
}

function strictlyAsForm(character: string): string {
  return character === ' ' ? '+' : strictly(character)
}

function asForm(character: string): string {
  return new URLSearchParams([['', character]]).toString().slice(1)
}

const QUOTES = ['"', '&quot;', '&#34;']
const APOSTROPHES = ["'", '&#39;', '&#x27;', '&#039;', '&apos;']

export const IN_HTML = new NotationFamily(
  /[&<>"']/,
  QUOTES.flatMap((quote) =>
    APOSTROPHES.map((apostrophe): Notation => {
      const written = new Map([
        ['&', '&amp;'],
        ['<', '&lt;'],
        ['>', '&gt;'],
        ['"', quote],
        ["'", apostrophe],
      ])
      return (character) => written.get(character) ?? character
    }),
  ),
)

/** How the letters of base64 are written. */
export const AS_BASE64 = new NotationFamily(/[+/=]/, [
  (letter) => letter,
  (letter) => letter.replace('+', '-').replace('/', '_'),
  encodeURIComponent,
  (letter) => (letter === '/' ? String.raw`\/` : letter),
])

function inCapitals(escape: string): string {
  return escape.slice(0, 2) + escape.slice(2).toUpperCase()
}
