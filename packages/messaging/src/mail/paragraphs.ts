/** The text of a message as the paragraphs of its page. */
import type { MailAction, MailPage } from './mail-page.ts'

/** Words, or a link with words of ours. */
export type Piece = { readonly text: string; readonly url: string | null }
export type Line = readonly Piece[]
export type Paragraph = readonly Line[]

/** Before the card or, where there is none, the line of the button; and after it. */
export type Paragraphs = {
  readonly before: readonly Paragraph[]
  readonly after: readonly Paragraph[]
}

/**
 * What the page shows in a form of its own is not said twice: the paragraph that is the card, the lines of the button, of
 * the other links that are shown, and of the code. Where such an address stands among other words, it is a link with our
 * words in place of the address. Everything else is text.
 */
export function paragraphsOf(text: string, page: MailPage): Paragraphs {
  const { card, actions } = page
  const shown = shownLines(page)
  const links = new Map(actions.map((action) => [action.url, action]))
  const before: Paragraph[] = []
  const after: Paragraph[] = []
  let target = before
  for (const paragraph of text.trim().split(/\n{2,}/)) {
    if (card !== null && paragraph.trim() === card.asText) {
      target = after
      continue
    }
    const lines = paragraph.split('\n').filter((line) => !shown.has(line.trim()))
    const pieces = lines.map((line) => piecesOf(line, links)).filter((line) => line.length > 0)
    if (pieces.length > 0) target.push(pieces)
    else if (card === null) target = after
  }
  return { before, after }
}

/** Lines of a text that the page shows elsewhere. */
function shownLines({ button, more, card, code }: MailPage): ReadonlySet<string> {
  const ofCard = card?.rows.flatMap(({ action }) => action ?? []) ?? []
  const actions = [button, more.action, ...ofCard].filter((action) => action !== null)
  return new Set([
    ...actions.flatMap((action) => [action.url, lineOf(action)]),
    ...(code === null ? [] : [code.text, `${code.label}:`]),
  ])
}

/** An action as the texts of messages write it. */
function lineOf({ label, url }: MailAction): string {
  return `${label}: ${url}`
}

function piecesOf(line: string, links: ReadonlyMap<string, MailAction>): Line {
  const pieces: Piece[] = []
  let rest = line
  for (;;) {
    const next = firstLink(rest, links)
    if (next === null) break
    const { at, action } = next
    const words = rest.slice(0, at)
    // A line that names the link as we do becomes the link.
    const isNamed = words === `${action.label}: `
    if (!isNamed && words !== '') pieces.push({ text: words, url: null })
    pieces.push({ text: action.label, url: action.url })
    rest = rest.slice(at + action.url.length)
  }
  if (rest.trim() !== '') pieces.push({ text: rest, url: null })
  return pieces
}

/** The first of our addresses in a text; of those that begin at one place the longest. */
function firstLink(
  text: string,
  links: ReadonlyMap<string, MailAction>,
): { readonly at: number; readonly action: MailAction } | null {
  let first: { at: number; action: MailAction } | null = null
  for (const action of links.values()) {
    const at = text.indexOf(action.url)
    if (at < 0) continue
    const isSooner = first === null || at < first.at
    const isLonger =
      first !== null && at === first.at && action.url.length > first.action.url.length
    if (isSooner || isLonger) first = { at, action }
  }
  return first
}
