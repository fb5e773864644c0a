/**
 * Characters that Unicode decomposition does not change, although people type plain letters for them or leave
 * them out. The stored search texts are made with these tables: a change needs a migration that makes them
 * again.
 */

/** In lower case, since text is folded after it was lowered. Source: the Latin-ASCII transform of CLDR. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ĳ: 'ij',
  ǆ: 'dz',
  ǳ: 'dz',
  ǉ: 'lj',
  ǌ: 'nj',
  ﬀ: 'ff',
  ﬁ: 'fi',
  ﬂ: 'fl',
  ﬃ: 'ffi',
  ﬄ: 'ffl',
  ﬅ: 'st',
  ﬆ: 'st',
  ...eachOf('aⱥ', 'bƀƃɓ', 'cƈȼ', 'dðđƌȡɖɗ', 'eəɛɇ', 'fƒ', 'gǥɠ', 'hħ', 'iıɨ', 'jȷɉ', 'kƙ'),
  ...eachOf('lłŀƚȴɫ', 'nŉŋƞȵɲ', 'oøɔɵ', 'pƥ', 'qĸɋ', 'rɍ', 'sſ', 'tŧƫƭȶⱦ', 'uʉ', 'vʋ', 'yƴɏ'),
  ...eachOf('zƶȥ', 'σς'),
}

const APOSTROPHES = "'`´ʹʻʼʽʾʿˈ\u05f3‘’‛′‵＇"
const HYPHENS = '-\u00ad\u058a\u05be‐‑‒–—―−﹘﹣－'
/** Joiners, direction marks and variation selectors, which are not typed. */
const INVISIBLE = `\u061c\u200b\u200c\u200d\u200e\u200f${between(0x202a, 0x202e)}${between(0x2060, 0x2069)}${between(0xfe00, 0xfe0f)}\ufeff`

const FOLDED: ReadonlyMap<string, string> = new Map([
  ...Object.entries(LETTERS),
  ...Array.from(APOSTROPHES + HYPHENS + INVISIBLE, (character) => [character, ''] as const),
])

/** @param text in lower case, without accents */
export function folded(text: string): string {
  return Array.from(text, (character) => FOLDED.get(character) ?? character).join('')
}

/** Plain letters for letters that no accent makes, as in `Łódź Straße`: `Lódź Strasse`. Case and all else stays. */
export function withPlainLetters(text: string): string {
  return Array.from(text, (character) => {
    const lower = character.toLowerCase()
    const plain = LETTERS[lower]
    if (plain === undefined) return character
    return lower === character ? plain : plain.charAt(0).toUpperCase() + plain.slice(1)
  }).join('')
}

const HYPHEN_SET: ReadonlySet<string> = new Set(HYPHENS)

/** The word with a space in place of every hyphen. */
export function withoutHyphens(word: string): string {
  return Array.from(word, (character) => (HYPHEN_SET.has(character) ? ' ' : character))
    .join('')
    .trim()
}

/** In `lłŀ`, the letters after the first are folded to the first. */
function eachOf(...groups: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    groups.flatMap((group) => {
      const [plain = '', ...others] = Array.from(group)
      return others.map((other) => [other, plain])
    }),
  )
}

function between(first: number, last: number): string {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at))
}
