/** What the `q` of the client list is compared with: one text per client, kept by every write. */

type Searchable = {
  readonly firstName: string
  readonly lastName: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly cpf: string | null
}

/** Parts words from numbers: no word that somebody types has it. */
const NUMBERS_FOLLOW = '\u001f'

/** Lower case, without accents: `unaccent()` of the database is not immutable, so no index would take it. */
export function plainText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
}

export function searchText(client: Searchable): string {
  const words = plainText(
    [client.firstName, client.lastName, client.email].filter(Boolean).join(' '),
  )
  const numbers = [client.phone?.slice(1), client.cpf].filter(Boolean).join(' ')
  return `${words.replaceAll(NUMBERS_FOLLOW, ' ')}${NUMBERS_FOLLOW}${numbers}`
}

/**
 * Patterns for LIKE, one list per word of `q`: a client is found when of every list one matches. A word
 * that is a number in some punctuation, such as `98765-4321`, is also sought by its digits, among the
 * numbers only.
 */
export function searchPatterns(q: string): string[][] {
  return plainText(q)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => {
      const digits = word.replace(/[()+./-]/g, '')
      const isPunctuated = digits !== word && /^[0-9]+$/.test(digits)
      const literal = `%${escaped(word)}%`
      return isPunctuated ? [literal, `%${NUMBERS_FOLLOW}%${digits}%`] : [literal]
    })
}

/** `%`, `_` and `\` stand for themselves. */
function escaped(word: string): string {
  return word.replace(/[\\%_]/g, '\\$&')
}
