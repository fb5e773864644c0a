/**
 * Where `searched` stands in `text`, from left to right without overlap, in time that grows with the sum of their
 * lengths (Knuth, Morris and Pratt). The built-in search takes their product at worst.
 *
 * @param searched not empty
 */
export function occurrencesOf(text: string, searched: string): number[] {
  const places: number[] = []
  // Most texts begin nowhere like it, and the built-in search is fast there.
  const first = text.indexOf(searched.slice(0, 8))
  if (first === -1) return places
  const borders = bordersOf(searched)
  let length = 0
  for (let at = first; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    while (length > 0 && unit !== searched.charCodeAt(length)) length = borders[length - 1] ?? 0
    if (unit === searched.charCodeAt(length)) length += 1
    if (length === searched.length) {
      places.push(at + 1 - length)
      length = 0
    }
  }
  return places
}

/** Of each beginning of a text: how long a shorter beginning it ends with. */
function bordersOf(text: string): Int32Array {
  const borders = new Int32Array(text.length)
  let length = 0
  for (let at = 1; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    while (length > 0 && unit !== text.charCodeAt(length)) length = borders[length - 1] ?? 0
    if (unit === text.charCodeAt(length)) length += 1
    borders[at] = length
  }
  return borders
}
