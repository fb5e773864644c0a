/**
 * What Unicode decomposition leaves as it is, though people type it plainly, or not at all. The stored search
 * texts are made with these tables: a change needs a migration that makes them anew.
 */

/** Lower case only: a text is lowered before it is folded. After the Latin-ASCII transform of CLDR. */
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
/** Joiners, marks of direction, variation selectors: nobody types them. */
const INVISIBLE = `\u061c\u200b\u200c\u200d\u200e\u200f${between(0x202a, 0x202e)}${between(0x2060, 0x2069)}${between(0xfe00, 0xfe0f)}\ufeff`

const FOLDED: ReadonlyMap<string, string> = new Map([
  ...Object.entries(LETTERS),
  ...Array.from(APOSTROPHES + HYPHENS + INVISIBLE, (character) => [character, ''] as const),
])

/** @param text in lower case, without accents */
export function folded(text: string): string {
  return Array.from(text, (character) => FOLDED.get(character) ?? character).join('')
}

const HYPHEN_SET: ReadonlySet<string> = new Set(HYPHENS)

/** The parts of a word that hyphens join, with a space between them. */
export function withoutHyphens(word: string): string {
  return Array.from(word, (character) => (HYPHEN_SET.has(character) ? ' ' : character))
    .join('')
    .trim()
}

/** `lłŀ`: the first is what the others are folded to. */
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
