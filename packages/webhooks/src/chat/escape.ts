import { cutText } from './one-line.ts'

/**
 * The longest beginning of a text that fits after escaping: cut first, so that no escape is cut in
 * two. `most` counts UTF-16 units of the escaped text.
 */
export function fit(text: string, most: number, escape: (text: string) => string): string {
  const whole = escape(text)
  if (whole.length <= most) return whole
  let fits = 1
  let tooLong = Math.min(text.length, most) + 1
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2)
    if (escape(cutText(text, middle)).length <= most) fits = middle
    else tooLong = middle
  }
  return escape(cutText(text, fits))
}

/** The three characters that Slack's markup and HTML in Google Chat's cards are made of. */
export function escapeEntities(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/**
 * Discord's Markdown: a backslash before every sign that can begin something, a mention, a link or
 * a timestamp included. `:` only where an address or an emoji could begin.
 */
export function escapeDiscord(text: string): string {
  return escapeLineStart(text.replace(/[\\`*_[\]()<>~|@]/g, (sign) => `\\${sign}`)).replace(
    /:(?=[/A-Za-z_])/g,
    '\\:',
  )
}

/**
 * The little Markdown of Adaptive Cards. Fewer signs than on Discord, because not every client
 * takes the backslash away before the others; and `{{` would begin a date of the card's language.
 */
export function escapeCardText(text: string): string {
  return escapeLineStart(text.replace(/[\\`*_[\]]/g, (sign) => `\\${sign}`)).replace(
    /\{(?=\{)/g,
    '{\u200b',
  )
}

/** Headings, lists and quotations begin a line, and our texts are one line each. */
function escapeLineStart(text: string): string {
  return text.replace(/^(\d+)(?=[.)])/, '$1\\').replace(/^[-+#]/, (sign) => `\\${sign}`)
}

/** Google Chat's plain text has no escapes: an invisible blank after each sign takes its effect. */
export function breakMarkup(text: string): string {
  return text.replace(/[<*_~`]/g, (sign) => `${sign}\u200b`)
}
