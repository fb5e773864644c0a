/** Guesses what a mistyped word was meant to be. */

const LONGEST = 60

/** The candidate that takes the fewest changes; null if none is near. */
export function nearest(word: string, candidates: readonly string[]): string | null {
  const typed = word.toLowerCase().slice(0, LONGEST)
  let best: { readonly candidate: string; readonly changes: number } | null = null
  for (const candidate of candidates) {
    const changes = distance(typed, candidate.toLowerCase())
    if (best === null || changes < best.changes) best = { candidate, changes }
  }
  const most = Math.max(2, Math.floor(typed.length * 0.4))
  return best !== null && best.changes <= most ? best.candidate : null
}

/** How many letters to add, drop, replace or swap with their neighbor. */
function distance(from: string, to: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwapped =
        row > 1 &&
        column > 1 &&
        from[row - 1] === to[column - 2] &&
        from[row - 2] === to[column - 1]
      current.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
        ),
      )
    }
    beforeLast = last
    last = current
  }
  return last[to.length] ?? 0
}

/** ` Did you mean "x"?`, or nothing. */
export function suggestion(word: string, candidates: readonly string[]): string {
  const meant = nearest(word, candidates)
  return meant === null ? '' : ` Did you mean ${meant}?`
}
