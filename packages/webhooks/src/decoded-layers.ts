/** A text with escapes taken away; `starts[i]` is where its unit `i` began in the answer, and the last its end. */
export type Layer = { readonly text: string; readonly starts: Int32Array }

/** Also what the end of a text leaves of one that was cut: `begun`. */
const ESCAPES =
  /(?:%[0-9a-f]{2})+|(?:\\x[0-9a-f]{2})+|\\u[0-9a-f]{4}|\\["'/\\bfnrt]|&(?:#\d{1,7}|#x[0-9a-f]{1,6}|amp|lt|gt|quot|apos|nbsp);|(?<begun>%[0-9a-f]?|\\(?:x[0-9a-f]?|u[0-9a-f]{0,3})?|&(?:#\d{0,7}|#x[0-9a-f]{0,6}|[a-z]{0,4}))$/gi
const MOST_DECODED = 4

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
 * A text, and as it reads when its percent, JSON, JavaScript and HTML escapes are undone, whichever of them an
 * answer mixes, and once more while there are any: what was escaped twice shows in the third layer.
 *
 * @param isCut the text goes on: a layer ends before an escape, or a character of several bytes, that is not whole
 */
export function decodedLayers(text: string, isCut: boolean): Layer[] {
  let last: Layer = {
    text,
    starts: Int32Array.from({ length: text.length + 1 }, (_, index) => index),
  }
  const layers = [last]
  while (layers.length <= MOST_DECODED) {
    const next = decode(last, isCut)
    if (next === null) break
    layers.push(next)
    last = next
  }
  return layers
}

/** Null when there is nothing to undo. */
function decode({ text, starts: origins }: Layer, isCut: boolean): Layer | null {
  const pieces: string[] = []
  const starts = new Int32Array(text.length + 1)
  let length = 0
  const add = (piece: string, index: number): void => {
    pieces.push(piece)
    starts.fill(origins[index] ?? 0, length, length + piece.length)
    length += piece.length
  }
  let end = 0
  const addPlain = (upTo: number): void => {
    pieces.push(text.slice(end, upTo))
    starts.set(origins.subarray(end, upTo), length)
    length += upTo - end
  }
  for (const { 0: escape, index, groups } of text.matchAll(ESCAPES)) {
    const isBegun = groups?.['begun'] !== undefined
    if (isBegun && !isCut) break
    addPlain(index)
    end = index + escape.length
    const isLast = isCut && isCutAt(text, end)
    if (!isBegun) decodeEscape(escape, isLast, (piece, offset) => add(piece, index + offset))
  }
  if (end === 0) return null
  addPlain(text.length)
  starts[length] = origins[text.length] ?? 0
  return { text: pieces.join(''), starts: starts.subarray(0, length + 1) }
}

/** Whether nothing whole follows there. */
function isCutAt(text: string, index: number): boolean {
  return text.length - index < 4 && /^(?:%[0-9a-f]?|\\(?:x[0-9a-f]?)?)?$/i.test(text.slice(index))
}

/**
 * @param isLast the text was cut behind it
 * @param add a decoded piece and where it began in the escape
 */
function decodeEscape(
  escape: string,
  isLast: boolean,
  add: (piece: string, offset: number) => void,
): void {
  const named = NAMED.get(escape.toLowerCase())
  if (named !== undefined) add(named, 0)
  else if (escape.endsWith(';')) add(fromCodePoint(escape.slice(2, -1)), 0)
  else if (/^\\u/i.test(escape)) add(String.fromCharCode(Number.parseInt(escape.slice(2), 16)), 0)
  else if (escape.startsWith('%')) addBytes(escape, 3, isLast, add)
  else if (/^\\x/i.test(escape)) addBytes(escape, 4, isLast, add)
  else add(escape.slice(1), 0)
}

function fromCodePoint(digits: string): string {
  const code = /^x/i.test(digits) ? Number.parseInt(digits.slice(1), 16) : Number(digits)
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
}

/** UTF-8, one character after the other, so that each has its own beginning. */
function addBytes(
  escapes: string,
  width: number,
  isLast: boolean,
  add: (piece: string, offset: number) => void,
): void {
  const bytes = Buffer.from(escapes.replaceAll(/%|\\x/gi, ''), 'hex')
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at] ?? 0
    const length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
    if (isLast && at + length > bytes.length) return
    add(bytes.toString('utf8', at, at + length), at * width)
    at += length
  }
}
