/** A text with one layer of escapes taken away; `starts[i]` is where its unit `i` began in the text, and the last its end. */
export type Layer = { text: string; starts: readonly number[] }

const ESCAPES =
  /(?:%[0-9a-f]{2})+|(?:\\x[0-9a-f]{2})+|\\u[0-9a-f]{4}|\\["'/\\bfnrt]|&(?:#\d{1,7}|#x[0-9a-f]{1,6}|amp|lt|gt|quot|apos|nbsp);/gi
const MOST_LAYERS = 4

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
 * A text as it reads when its percent, JSON, JavaScript and HTML escapes are undone, whichever of them an
 * answer mixes, and once more while there are any: what was escaped twice shows in the second layer.
 */
export function decodedLayers(text: string): Layer[] {
  const layers: Layer[] = []
  let starts = Array.from({ length: text.length + 1 }, (_, index) => index)
  let current = text
  while (layers.length < MOST_LAYERS) {
    const layer = decode(current, starts)
    if (layer === null) break
    layers.push(layer)
    current = layer.text
    starts = layer.starts
  }
  return layers
}

function decode(text: string, origins: readonly number[]): (Layer & { starts: number[] }) | null {
  const units: string[] = []
  const starts: number[] = []
  const add = (piece: string, index: number): void => {
    units.push(piece)
    for (let unit = 0; unit < piece.length; unit += 1) starts.push(origins[index] ?? 0)
  }
  let end = 0
  for (const { 0: escape, index } of text.matchAll(ESCAPES)) {
    for (let at = end; at < index; at += 1) add(text.charAt(at), at)
    decodeEscape(escape, (piece, offset) => add(piece, index + offset))
    end = index + escape.length
  }
  if (end === 0) return null
  for (let at = end; at < text.length; at += 1) add(text.charAt(at), at)
  starts.push(origins[text.length] ?? 0)
  return { text: units.join(''), starts }
}

/** @param add a decoded piece and where it began in the escape */
function decodeEscape(escape: string, add: (piece: string, offset: number) => void): void {
  const named = NAMED.get(escape.toLowerCase())
  if (named !== undefined) add(named, 0)
  else if (escape.startsWith('&#')) add(fromCodePoint(escape.slice(2, -1)), 0)
  else if (/^\\u/i.test(escape)) add(String.fromCharCode(Number.parseInt(escape.slice(2), 16)), 0)
  else if (escape.startsWith('%')) addBytes(escape, 3, add)
  else if (/^\\x/i.test(escape)) addBytes(escape, 4, add)
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
  add: (piece: string, offset: number) => void,
): void {
  const bytes = Buffer.from(escapes.replaceAll(/%|\\x/gi, ''), 'hex')
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at] ?? 0
    const length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
    add(bytes.toString('utf8', at, at + length), at * width)
    at += length
  }
}
