/** The text that `q` of the client list is compared with. Every write of a client stores it. */
import { folded, withoutHyphens } from './folding.ts'
import { phoneForms } from './phone.ts'

type Searchable = {
  readonly firstName: string
  readonly lastName: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly cpf: string | null
}

/** Separates words from numbers. It is not typed. */
const NUMBERS_FOLLOW = '\u001f'

/**
 * Text in lower case and plain letters, without accents, apostrophes and hyphens. The database's own
 * `unaccent()` is not immutable, so it cannot be used in an index.
 */
export function plainText(text: string): string {
  return folded(
    text
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase(),
  )
}

/** The search text of a client. Migrations that make it again for existing rows must do exactly the same. */
export function searchText(client: Searchable): string {
  const words = plainText(
    [client.firstName, client.lastName, client.email].filter(Boolean).join(' '),
  )
  const phones = client.phone === null ? [] : phoneForms(client.phone)
  const numbers = [...phones.map((phone) => phone.slice(1)), client.cpf].filter(Boolean).join(' ')
  return `${words.replaceAll(NUMBERS_FOLLOW, ' ')}${NUMBERS_FOLLOW}${numbers}`
}

/**
 * Patterns for LIKE, one list per word of `q`. A client is found if one pattern of every list matches. A word
 * with hyphens is also searched with spaces in their place. A number with punctuation, such as
 * `(11)98765-4321`, is also searched by its digits, but only among numbers.
 */
export function searchPatterns(q: string): string[][] {
  return wordsOf(q)
    .map((word) => patternsOf(plainText(word), plainText(withoutHyphens(word))))
    .filter((patterns) => patterns.length > 0)
}

/** Each costs the database a look at every client, and the longest say the most. */
const MOST_WORDS = 10

/** The different words, the ten longest of them, in their order. */
function wordsOf(q: string): string[] {
  const words = [...new Set(q.split(/\s+/))]
  const byLength = words.toSorted((one, other) => other.length - one.length)
  const longest = new Set(byLength.slice(0, MOST_WORDS))
  return words.filter((word) => longest.has(word))
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

/** Escapes `%`, `_` and `\`. */
function escaped(word: string): string {
  return word.replace(/[\\%_]/g, '\\$&')
}
