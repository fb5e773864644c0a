/**
 * Text that others wrote, made fit for a terminal. Names, notes and bodies can hold sequences that move the cursor,
 * paint over lines, set the title of the window or turn the direction of text: none may reach the terminal.
 */

/** Controls, invisible formats, and separators of lines and paragraphs. */
const UNFIT = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** One line. Characters that are unfit are shown as `\u001b`. */
export function oneLine(text: string): string {
  return text.replaceAll(UNFIT, escaped)
}

/** As `oneLine`, and line breaks and tabs stay. */
export function manyLines(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(UNFIT, (found) => (found === '\n' || found === '\t' ? found : escaped(found)))
}

/** JSON with the same value, in which unfit characters of texts are escaped. @param space as in `JSON.stringify` */
export function jsonText(value: unknown, space = 0): string {
  return manyLines(JSON.stringify(value, null, space) ?? 'null')
}

/** As JSON escapes it: one `\uXXXX` for each half of a pair. */
function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
