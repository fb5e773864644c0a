const ESCAPES =
  /(?:%[0-9a-f]{2})+|(?:\\x[0-9a-f]{2})+|\\u[0-9a-f]{4}|\\["'/\\bfnrt]|&(?:#\d{1,7}|#x[0-9a-f]{1,6}|amp|lt|gt|quot|apos|nbsp);/gi
/** An escape that the end of a text cuts. */
const CUT_ESCAPE = /(?:%[0-9a-f]?|\\(?:x[0-9a-f]?|u[0-9a-f]{0,3})?|&#?\w{0,7})$/i
const MOST_TIMES = 4

const NAMED: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&apos;', "'"],
  ['&nbsp;', '\u00a0'],
  ['\\b', '\b'],
  ['\\f', '\f'],
  ['\\n', '\n'],
  ['\\r', '\r'],
  ['\\t', '\t'],
])

/**
 * Returns a text, then the text without its percent, JSON, JavaScript and HTML escapes, and so on while there are any,
 * up to four times.
 *
 * @param isCut the text was cut: an escape that its end cuts is dropped
 */
export function unescapedLayers(text: string, isCut: boolean): string[] {
  const layers = [text]
  for (let last = text; layers.length <= MOST_TIMES;) {
    const whole = isCut ? last.replace(CUT_ESCAPE, '') : last
    const next = whole.replace(ESCAPES, unescape)
    if (next === last) break
    layers.push(next)
    last = next
  }
  return layers
}

function unescape(escape: string): string {
  const named = NAMED.get(escape.toLowerCase())
  if (named !== undefined) return named
  if (escape.endsWith(';')) return fromCodePoint(escape.slice(2, -1))
  if (/^\\u/i.test(escape)) return String.fromCharCode(Number.parseInt(escape.slice(2), 16))
  if (/^(?:%|\\x)/i.test(escape)) {
    return Buffer.from(escape.replaceAll(/%|\\x/gi, ''), 'hex').toString('utf8')
  }
  return escape.slice(1)
}

function fromCodePoint(digits: string): string {
  const code = /^x/i.test(digits) ? Number.parseInt(digits.slice(1), 16) : Number(digits)
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
}
