/** Invisible characters, which make a text look like another one, or like none. */

/** May turn out to be one that a text cannot have. */
const SUSPECT = /[\p{Cc}\u2028\u2029\p{Default_Ignorable_Code_Point}]/u
const CONTROL = /\p{Cc}/u
const LINE_BREAKS = new Set(['\n', '\r', '\t', '\u2028', '\u2029'])
const JOINERS = new Set(['\u200c', '\u200d'])
const JOINED = /[\p{L}\p{M}\p{N}]/u
/** A mark of a script of its own, such as a virama: with a joiner after it, it ends words too. */
const SCRIPT_MARK = /(?!\p{Script=Inherited})\p{M}/u
const EMOJI_PART = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]/u
const PICTOGRAPH = /\p{Extended_Pictographic}/u
const VARIATION_SELECTOR = /\p{Variation_Selector}/u
const VARIABLE = /[\p{L}\p{N}\p{P}\p{S}]/u
/** Flags of England, Scotland and Wales: their letters are hidden ones. */
const REGIONAL_FLAG = /(\u{1f3f4})[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}/gu

/**
 * The first character that a text cannot have, as `U+202E`; null when there is none. Linear in the text.
 *
 * Refused are control characters, marks that turn the direction of text, and what has no width where it does
 * nothing: a zero-width space, a joiner that joins nothing, a filler that only looks like no name. Joiners
 * inside words and emoji, and selectors after what they vary, stay: Persian, Indian languages and families
 * are written with them.
 *
 * @param kind `line`: no line breaks or tabs either
 */
export function hiddenCharacter(text: string, kind: 'line' | 'lines'): string | null {
  if (!SUSPECT.test(text)) return null
  const characters = Array.from(text.replace(REGIONAL_FLAG, '$1'))
  const index = characters.findIndex((character, at) => {
    if (!SUSPECT.test(character)) return false
    if (LINE_BREAKS.has(character)) return kind === 'line'
    if (CONTROL.test(character)) return true
    return !isAtWork(characters[at - 1] ?? '', character, characters[at + 1] ?? '')
  })
  const found = characters[index]?.codePointAt(0)
  return found === undefined ? null : `U+${found.toString(16).toUpperCase().padStart(4, '0')}`
}

/** Whether an invisible character does what it is for, between these two. */
function isAtWork(before: string, character: string, after: string): boolean {
  if (JOINERS.has(character)) {
    if (SCRIPT_MARK.test(before)) return true
    if (JOINED.test(before) && JOINED.test(after)) return true
    return character === '\u200d' && EMOJI_PART.test(before) && PICTOGRAPH.test(after)
  }
  return VARIATION_SELECTOR.test(character) && VARIABLE.test(before)
}
