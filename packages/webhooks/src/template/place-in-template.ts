import type { Position } from './template.ts'

/** What one statement wrote: text of the template as it stands there, or the value of an insertion. */
export type Piece = { text: string; isInsertion: boolean; at: Position }

/**
 * Where in a template the character at `index` of its result came from; its end when the result ends before.
 * Null when nothing was written.
 *
 * @param source the template
 * @param pieces of the result, in order
 */
export function placeInTemplate(
  source: string,
  pieces: readonly Piece[],
  index: number,
): Position | null {
  let start = 0
  let last: { piece: Piece; offset: number } | null = null
  for (const piece of pieces) {
    if (piece.text === '') continue
    last = { piece, offset: Math.min(index - start, piece.text.length) }
    start += piece.text.length
    if (index < start) break
  }
  if (last === null) return null
  const { piece, offset } = last
  return piece.isInsertion ? piece.at : positionAt(source, beginningOf(piece, source) + offset)
}

/** A `-%}` before a text took blanks away, and its position is where they began. */
function beginningOf({ text, at }: Piece, source: string): number {
  const lines = source.split('\n').slice(0, at.line - 1)
  let index = lines.reduce((length, line) => length + line.length + 1, 0) + at.column - 1
  while (!source.startsWith(text, index) && /\s/.test(source[index] ?? '')) index += 1
  return index
}

function positionAt(source: string, index: number): Position {
  const before = source.slice(0, index)
  return { line: before.split('\n').length, column: index - before.lastIndexOf('\n') }
}
