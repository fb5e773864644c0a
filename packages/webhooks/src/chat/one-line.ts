/** Line breaks, control characters and marks that turn the direction of text would forge a layout. */
export function oneLine(text: string, most: number): string {
  const line = text
    .slice(0, most * 4)
    .toWellFormed()
    .replace(/[\s\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim()
  return cutText(line, most)
}

/** At most that many UTF-16 units, `…` at the end of a text that was longer. */
export function cutText(text: string, most: number): string {
  return text.length <= most
    ? text
    : `${text
        .slice(0, most - 1)
        .toWellFormed()
        .replace(/\ufffd$/, '')}…`
}
