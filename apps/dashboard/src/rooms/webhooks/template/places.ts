/** Where in a text of a template something is wrong. The service names line and column at the beginning of a message. */

export type Fault = {
  /** Such as `template.body` or `template.headers.X-Event`. */
  readonly field: string
  readonly code: string
  /** Of the service, without the place. */
  readonly message: string
  /** Counted from 1; null where the whole text is meant. */
  readonly place: { readonly line: number; readonly column: number } | null
}

const PLACE = /^Line (\d{1,6}), column (\d{1,6}): /

export function faultOf(error: {
  readonly field: string
  readonly code: string
  readonly message: string
}): Fault {
  const found = PLACE.exec(error.message)
  if (found === null) return { ...error, place: null }
  const [beginning, line, column] = found
  return {
    ...error,
    message: error.message.slice(beginning.length),
    place: { line: Number(line), column: Number(column) },
  }
}

/**
 * What an editor underlines: from the place to the end of the word there, at least one character where there is one.
 *
 * @returns offsets in the text; the whole of it without a place
 */
export function spanOf(text: string, place: Fault['place']): { from: number; to: number } {
  if (place === null) return { from: 0, to: text.length }
  let start = 0
  for (let line = 1; line < place.line; line += 1) {
    const end = text.indexOf('\n', start)
    if (end === -1) break
    start = end + 1
  }
  const lineEnd = text.indexOf('\n', start) === -1 ? text.length : text.indexOf('\n', start)
  const from = Math.min(start + place.column - 1, lineEnd)
  let to = from
  while (to < lineEnd && /[\w.]/.test(text.charAt(to))) to += 1
  return { from, to: Math.min(Math.max(to, from + 1), Math.max(lineEnd, from)) }
}
