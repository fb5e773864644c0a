const MIN_CHARACTERS = 4
/** No spelling is shorter. */
export const SHORTEST_FORM = MIN_CHARACTERS
/** A shorter piece of base64 is found in any text. */
const MIN_BASE64_PIECE = 6
const MIN_ANY_CASE = 8
const SIGNING_PREFIX = 'whsec_'

/** Every spelling in which a secret may come back; empty for one too short to be masked. */
export function secretForms(secret: string): string[] {
  if (secret.length < MIN_CHARACTERS) return []
  const forms = namesOf(secret).flatMap((text) => [
    text,
    ...jsonForms(text),
    ...urlForms(text),
    ...htmlForms(text),
    ...base64Forms(text),
    ...hexForms(text),
  ])
  return longEnough(forms)
}

/** Those to look for where escapes were undone already; a form writes a blank as `+`. */
export function decodedForms(secret: string): string[] {
  if (secret.length < MIN_CHARACTERS) return []
  return longEnough(
    namesOf(secret).flatMap((text) => [text, text.replaceAll(' ', '+'), ...base64Forms(text)]),
  )
}

/** A signing secret is also told without its prefix. */
function namesOf(secret: string): string[] {
  return secret.startsWith(SIGNING_PREFIX)
    ? [secret, secret.slice(SIGNING_PREFIX.length)]
    : [secret]
}

function longEnough(forms: readonly string[]): string[] {
  return [...new Set(forms)].filter((form) => form.length >= MIN_CHARACTERS)
}

/** Spellings to look for in a text whose ASCII letters are small: of a token, long enough not to be a word. */
export function anyCaseForms(secret: string): string[] {
  if (secret.length < MIN_CHARACTERS) return []
  const hex = Buffer.from(secret, 'utf8').toString('hex')
  const small = secret.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  return small.length >= MIN_ANY_CASE && !/\s/.test(small) ? [small, hex] : [hex]
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
