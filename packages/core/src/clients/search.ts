/** What the `q` of the client list is compared with: one text per client, kept by every write. */
import { folded, withoutHyphens } from './folding.ts'
import { phoneForms } from './phone.ts'

type Searchable = {
  readonly firstName: string
  readonly lastName: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly cpf: string | null
}

/** Parts words from numbers: no word that somebody types has it. */
const NUMBERS_FOLLOW = '\u001f'

/**
 * Lower case, plain letters, without accents, apostrophes and hyphens: `unaccent()` of the database is not
 * immutable, so no index would take it.
 */
export function plainText(text: string): string {
  return folded(
    text
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase(),
  )
}

/** The migrations that make these texts anew for rows of before do exactly this. */
export function searchText(client: Searchable): string {
  const words = plainText(
    [client.firstName, client.lastName, client.email].filter(Boolean).join(' '),
  )
  const phones = client.phone === null ? [] : phoneForms(client.phone)
  const numbers = [...phones.map((phone) => phone.slice(1)), client.cpf].filter(Boolean).join(' ')
  return `${words.replaceAll(NUMBERS_FOLLOW, ' ')}${NUMBERS_FOLLOW}${numbers}`
}

/**
 * Patterns for LIKE, one list per word of `q`: a client is found when of every list one matches. A word
 * with hyphens is also sought with spaces in their place, and a number in some punctuation, such as
 * `(11)98765-4321`, also by its digits, among the numbers only.
 */
export function searchPatterns(q: string): string[][] {
  return q
    .split(/\s+/)
    .map((word) => patternsOf(plainText(word), plainText(withoutHyphens(word))))
    .filter((patterns) => patterns.length > 0)
}

function patternsOf(word: string, parted: string): string[] {
  if (word === '') return []
  const literal = `%${escaped(word)}%`
  const digits = word.replace(/[()+./]/g, '')
  if (/^[0-9]+$/.test(digits)) {
    return digits === word ? [literal] : [literal, `%${NUMBERS_FOLLOW}%${digits}%`]
  }
  return parted === word ? [literal] : [literal, `%${escaped(parted)}%`]
}

/** `%`, `_` and `\` stand for themselves. */
function escaped(word: string): string {
  return word.replace(/[\\%_]/g, '\\$&')
}
