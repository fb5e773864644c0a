import { decodedLayers } from './decoded-layers.ts'
import { anyCaseForms, decodedForms, secretForms, SHORTEST_FORM } from './secret-forms.ts'

const MASK = '***'
export const EXCERPT_CHARACTERS = 1024

/**
 * A response body as the delivery history shows it: secrets replaced by `***`, and only then cut to
 * 1024 characters, so that the cut can't leave half a secret that no longer matches.
 *
 * @param isCut the body goes on after `text`; a secret that begins at its end is covered too
 */
export function maskedExcerpt(
  text: string | null,
  secrets: readonly string[],
  isCut = false,
): string | null {
  if (text === null) return null
  const masked = maskSecrets(text, secrets, isCut)
  // Anything over two UTF-16 units per character need not be split into characters.
  const characters = Array.from(masked.slice(0, 2 * EXCERPT_CHARACTERS))
  return characters.slice(0, EXCERPT_CHARACTERS).join('')
}

/**
 * Replaces every secret by `***`, in each form in which answers repeat what they were sent: as it is, in JSON,
 * URL-encoded, in HTML, base64 and base64url (alone or inside a longer text), hex; also mixed, escaped letter
 * by letter or several times. Secrets of fewer than 4 characters stay: covering every `1` would unread the
 * answer, and the pattern of stars would tell the secret anyway.
 */
export function maskSecrets(text: string, secrets: readonly string[], isCut = false): string {
  // Most answers are empty or `ok`; all spellings of all secrets cost more than signing.
  if (text.length < SHORTEST_FORM && !isCut) return text
  const forms = new Set(secrets.flatMap(secretForms))
  const inAnyCase = new Set(secrets.flatMap(anyCaseForms))
  const inDecoded = new Set(secrets.flatMap(decodedForms))
  const covered: Span[] = [
    ...spansOf(text, forms, isCut),
    ...spansOf(lower(text), inAnyCase, isCut),
  ]
  for (const layer of decodedLayers(text)) {
    const spans = [
      ...spansOf(layer.text, inDecoded, isCut),
      ...spansOf(lower(layer.text), inAnyCase, isCut),
    ]
    const origin = (index: number) => layer.starts[index] ?? text.length
    for (const { start, end } of spans) covered.push({ start: origin(start), end: origin(end) })
  }
  return cover(text, covered)
}

function spansOf(text: string, forms: Iterable<string>, isCut: boolean): Span[] {
  const spans: Span[] = []
  for (const form of forms) {
    for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + 1)) {
      spans.push({ start: at, end: at + form.length })
    }
    const begun = isCut ? lengthOfBegunAtEnd(text, form) : 0
    if (begun > 0) spans.push({ start: text.length - begun, end: text.length })
  }
  return spans
}

/** Of the ASCII letters: others may change their length. */
function lower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** Header values to mask, with the credentials inside an `Authorization`-like one. */
export function secretsInHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.values(headers).flatMap((value) => {
    const credentials = /^([A-Za-z][\w-]*) +(\S.*)$/.exec(value)
    const [, scheme = '', text = ''] = credentials ?? []
    if (scheme.toLowerCase() !== 'basic') return text === '' ? [value] : [value, text]
    const pair = Buffer.from(text, 'base64').toString('utf8')
    return [value, text, pair, pair.slice(pair.indexOf(':') + 1)]
  })
}

type Span = { start: number; end: number }

/** Spans may overlap: two secrets that share letters must not uncover each other's rest. */
function cover(text: string, spans: readonly Span[]): string {
  let masked = ''
  let doneTo = 0
  let isCovered = false
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (end <= doneTo) continue
    if (start > doneTo || !isCovered) masked += text.slice(doneTo, start) + MASK
    doneTo = end
    isCovered = true
  }
  return masked + text.slice(doneTo)
}

/** Length of the longest beginning of `form` with which `text` ends (Knuth, Morris and Pratt). */
function lengthOfBegunAtEnd(text: string, form: string): number {
  const fallback: number[] = [0]
  for (let at = 1, length = 0; at < form.length; at += 1) {
    while (length > 0 && form[at] !== form[length]) length = fallback[length - 1] ?? 0
    if (form[at] === form[length]) length += 1
    fallback.push(length)
  }
  let length = 0
  for (const letter of text.slice(1 - form.length)) {
    while (length > 0 && letter !== form[length]) length = fallback[length - 1] ?? 0
    if (letter === form[length]) length += 1
    if (length === form.length) length = fallback[length - 1] ?? 0
  }
  return length
}
