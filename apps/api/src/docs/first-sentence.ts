/** The first sentence after the title of a page, as plain text. Empty when the page begins with something else. */
export function firstSentence(markdown: string): string {
  const [, first = ''] = /^# .+\n+([^\n#|`-][\s\S]*?)(?:\n\n|$)/.exec(markdown) ?? []
  const plain = first
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('**', '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const end = plain.indexOf('. ')
  const sentence = end === -1 ? plain.replace(/[.:]$/, '') : plain.slice(0, end)
  return sentence === '' ? '' : `${sentence}.`
}
