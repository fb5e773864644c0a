/** Whether what was typed into a search stands in one of the texts, whatever the case and the accents. */
export function finds(typed: string | undefined, ...texts: readonly (string | null)[]): boolean {
  if (typed === undefined) return true
  const words = folded(typed).split(' ').filter(Boolean)
  const found = texts.map((text) => folded(text ?? '')).join(' ')
  return words.every((word) => found.includes(word))
}

function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
