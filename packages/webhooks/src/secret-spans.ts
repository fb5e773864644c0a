import { decodedLayers, type Layer } from './decoded-layers.ts'
import { WordFinder } from './find-words.ts'
import { inSmallLetters, secretWords, type SecretWords } from './secret-words.ts'
import { AS_BASE64, IN_A_URL, IN_HTML, IN_JSON, LITERALLY } from './spellings.ts'

/** From `start` up to `end`, in UTF-16 units. */
export type Span = { readonly start: number; readonly end: number }

/**
 * Where secrets stand in a text, in each form in which answers repeat what they were sent. In order; they neither
 * overlap nor touch.
 *
 * @param isCut the text goes on: a secret that begins at its end counts
 */
export function secretSpans(text: string, secrets: readonly string[], isCut: boolean): Span[] {
  const sought = Array.from(new Set(secrets)).flatMap((secret) =>
    secretWords(secret, text.length, isCut),
  )
  if (sought.length === 0) return []
  // By place in the text: the end of the longest secret that begins there, or 0.
  const ends = new Int32Array(text.length)
  for (const [depth, layer] of decodedLayers(text, isCut).entries()) {
    for (const finder of findAll(layer.text, isCut, sought, depth === 0)) {
      noteEnds(ends, layer, finder)
    }
  }
  return joined(ends)
}

/** @param isRaw no escape was undone: they are looked for as encoders write them */
function findAll(
  text: string,
  isCut: boolean,
  sought: readonly SecretWords[],
  isRaw: boolean,
): WordFinder[] {
  const small = inSmallLetters(text)
  const exact = new WordFinder(text, isCut)
  const inAnyCase = small === text ? exact : new WordFinder(small, isCut)
  for (const { secret, isToken, base64, inAnyCase: words } of sought) {
    if (!isToken) exact.find(secret, LITERALLY)
    for (const family of isRaw ? [IN_JSON, IN_A_URL, IN_HTML] : []) {
      if (family.changes(secret)) exact.find(secret, family)
    }
    for (const { letters, isWord } of base64) exact.find(letters, AS_BASE64, isWord)
    for (const word of words) inAnyCase.find(word, LITERALLY)
  }
  return small === text ? [exact] : [exact, inAnyCase]
}

function noteEnds(ends: Int32Array, { text, starts }: Layer, finder: WordFinder): void {
  const note = (from: number, end: number): void => {
    const start = starts[from] ?? 0
    ends[start] = Math.max(ends[start] ?? 0, end)
  }
  finder.longestEnding()?.forEach((length, to) => {
    if (length > 0) note(to - length, starts[to] ?? 0)
  })
  if (finder.begunLength > 0) note(text.length - finder.begunLength, ends.length)
}

/** Secrets that share letters are one span: covering one must not uncover the other's rest. */
function joined(ends: Int32Array): Span[] {
  const spans: Span[] = []
  let open: { start: number; end: number } | null = null
  for (let start = 0; start < ends.length; start += 1) {
    const end = ends[start] ?? 0
    if (end <= start) continue
    if (open === null || start > open.end) spans.push((open = { start, end }))
    else open.end = Math.max(open.end, end)
  }
  return spans
}
