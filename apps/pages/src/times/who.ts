/** The professionals whom a client can choose. */

const TITLE = /^(?:dra?|profa?|sra?|dr\(a\))\.?$/i

/** `CP` of `Dra. Camila Prado`. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '' && !TITLE.test(word))
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word = '') => [...word][0]?.toUpperCase() ?? '').join('')
}

/** No preference comes first. @param chosen null: no preference */
export function whoChoices(
  professionals: readonly { readonly id: number; readonly name: string }[],
  chosen: number | null,
  anyProfessional: string,
) {
  const any = { value: '', name: anyProfessional, initials: '', isChosen: chosen === null }
  const each = professionals.map(({ id, name }) => ({
    value: String(id),
    name,
    initials: initialsOf(name),
    isChosen: id === chosen,
  }))
  return [any, ...each]
}
