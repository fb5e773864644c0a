import { WEBHOOK_LIMITS } from '../limits.ts'

/**
 * The one that takes the fewest strokes to make of a name: a letter added, left out, changed, or swapped with its
 * neighbour. Of several the first; null when there is none, or the name is none itself.
 */
export function nearestName(name: string, names: Iterable<string>): string | null {
  if (name.length > WEBHOOK_LIMITS.templateNameCharacters) return null
  let nearest: string | null = null
  let fewest = Number.POSITIVE_INFINITY
  for (const candidate of names) {
    const strokes = strokesBetween(name, candidate)
    if (strokes >= fewest) continue
    nearest = candidate
    fewest = strokes
  }
  return nearest
}

/** The distance of Damerau and Levenshtein, no letter moved twice. */
function strokesBetween(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1]
      const changed = (last[j - 1] ?? 0) + (isSame ? 0 : 1)
      let strokes = Math.min(changed, (last[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1)
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      if (isSwapped) strokes = Math.min(strokes, (before[j - 2] ?? 0) + 1)
      next.push(strokes)
    }
    before = last
    last = next
  }
  return last[other.length] ?? 0
}
