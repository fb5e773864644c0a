/**
 * Masking in the plainest way: every form of every secret written out, each searched for from every place. It says
 * what must be covered, and takes minutes where the real one takes milliseconds.
 */
const MIN_CHARACTERS = 4
const MIN_BASE64_PIECE = 6
const MIN_ANY_CASE = 8
const SIGNING_PREFIX = 'whsec_'

/** Whether each unit of the text must be covered. */
export function naivelyCovered(
  text: string,
  secrets: readonly string[],
  isCut: boolean,
): boolean[] {
  const covered = Array.from({ length: text.length }, () => false)
  const coverIn = (layer: Layer, searched: string, forms: readonly string[]) => {
    for (const form of new Set(forms)) {
      for (let at = 0; at < searched.length; at += 1) {
        const rest = searched.slice(at, at + form.length)
        if (rest !== form && !(isCut && form.startsWith(searched.slice(at)))) continue
        covered.fill(true, layer.starts[at], layer.starts[at + rest.length])
      }
    }
  }
  const raw = { text, starts: Array.from({ length: text.length + 1 }, (_, index) => index) }
  coverIn(raw, text, secrets.flatMap(secretForms))
  coverIn(raw, inSmallLetters(text), secrets.flatMap(anyCaseForms))
  for (const layer of decodedLayers(raw)) {
    coverIn(layer, layer.text, secrets.flatMap(decodedForms))
    coverIn(layer, inSmallLetters(layer.text), secrets.flatMap(anyCaseForms))
  }
  return covered
}

function secretForms(secret: string): string[] {
  if (secret.length < MIN_CHARACTERS) return []
  const forms = namesOf(secret).flatMap((text) => [
    text,
    text.replaceAll(' ', '+'),
    ...jsonForms(text),
    ...urlForms(text),
    ...htmlForms(text),
    ...base64Forms(text),
    ...hexForms(text),
  ])
  return longEnough(forms)
}

function decodedForms(secret: string): string[] {
  if (secret.length < MIN_CHARACTERS) return []
  return longEnough(
    namesOf(secret).flatMap((text) => [text, text.replaceAll(' ', '+'), ...base64Forms(text)]),
  )
}

/** A signing secret is also told without its prefix. */
function namesOf(secret: string): string[] {
  const names = secret.startsWith(SIGNING_PREFIX)
    ? [secret, secret.slice(SIGNING_PREFIX.length)]
    : [secret]
  return names.filter((name) => name.length >= MIN_CHARACTERS)
}

function longEnough(forms: readonly string[]): string[] {
  return [...new Set(forms)].filter((form) => form.length >= MIN_CHARACTERS)
}

function anyCaseForms(secret: string): string[] {
  if (secret.length < MIN_CHARACTERS) return []
  const hex = Buffer.from(secret, 'utf8').toString('hex')
  const small = inSmallLetters(secret)
  return small.length >= MIN_ANY_CASE && !/\s/.test(small) ? [small, hex] : [hex]
}

function inSmallLetters(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** With and without the escapes that encoders add freely: `\/`, `\u00e9`, `\u003c`; and twice. */
function jsonForms(text: string): string[] {
  const once = JSON.stringify(text).slice(1, -1)
  const twice = JSON.stringify(once).slice(1, -1)
  const escaped = (letters: RegExp) => once.replace(letters, (letter) => unicodeEscape(letter))
  const spellings = [once, twice, escaped(/[^\x20-\x7e]/g), escaped(/[^\x20-\x7e]|[<>&']/g)]
  return spellings
    .flatMap((spelling) => [spelling, spelling.replaceAll('/', String.raw`\/`)])
    .flatMap((spelling) => [spelling, upperCaseHex(spelling, /\\u[0-9a-f]{4}/g)])
}

function unicodeEscape(letter: string): string {
  return String.raw`\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function urlForms(text: string): string[] {
  const component = encodeURIComponent(text.toWellFormed())
  const strict = component.replace(/[!'()*~]/g, (letter) => percentEscape(letter))
  const form = new URLSearchParams([['', text]]).toString().slice(1)
  const lenient = encodeURI(text.toWellFormed())
  return [component, strict, form, strict.replaceAll('%20', '+'), lenient].flatMap((spelling) => [
    spelling,
    spelling.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase()),
  ])
}

function percentEscape(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16).toUpperCase()}`
}

function htmlForms(text: string): string[] {
  const angled = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const quoted = ['"', '&quot;', '&#34;'].map((quote) => angled.replaceAll('"', quote))
  const apostrophes = ["'", '&#39;', '&#x27;', '&#039;', '&apos;']
  return quoted.flatMap((spelling) =>
    apostrophes.map((apostrophe) => spelling.replaceAll("'", apostrophe)),
  )
}

/**
 * Base64 packs three bytes in four letters, so inside a longer text a secret has three spellings,
 * one for each place it can begin at; of each, the letters that depend on nothing but the secret.
 */
function base64Forms(text: string): string[] {
  const bytes = Buffer.from(text, 'utf8')
  const pieces = [0, 1, 2].map((before) => {
    const letters = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    const firstOwn = Math.ceil((before * 8) / 6)
    const lastOwn = Math.floor(((before + bytes.length) * 8) / 6)
    return letters.slice(firstOwn, lastOwn)
  })
  const whole = bytes.toString('base64')
  return [whole, whole.replace(/=+$/, ''), ...pieces].flatMap((piece) =>
    piece.length < MIN_BASE64_PIECE ? [] : base64Spellings(piece),
  )
}

function base64Spellings(piece: string): string[] {
  const urlSafe = piece.replaceAll('+', '-').replaceAll('/', '_')
  return [piece, urlSafe, encodeURIComponent(piece), piece.replaceAll('/', String.raw`\/`)]
}

function hexForms(text: string): string[] {
  const hex = Buffer.from(text, 'utf8').toString('hex')
  return [hex, hex.toUpperCase()]
}

function upperCaseHex(text: string, escapes: RegExp): string {
  return text.replace(escapes, (escape) => String.raw`\u${escape.slice(2).toUpperCase()}`)
}
type Layer = { text: string; starts: readonly number[] }

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

function decodedLayers(raw: Layer): Layer[] {
  const layers: Layer[] = []
  for (let last = raw; layers.length < MOST_LAYERS;) {
    const next = decode(last.text, last.starts)
    if (next === null) break
    layers.push(next)
    last = next
  }
  return layers
}

function decode(text: string, origins: readonly number[]): Layer | null {
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
