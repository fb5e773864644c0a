/** The languages of the pages. */
export const LANGUAGES = ['pt', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

/** The language that an address or a form names by the word of ours; null: it names none. */
export function languageNamed(word: string | null): Language | null {
  return LANGUAGES.find((language) => language === word) ?? null
}

/** The texts of a room, in each language. */
export type Texts<Room> = Readonly<Record<Language, Room>>

const MOST_CHOICES = 10
const HEADER_CHARACTERS = 200

/**
 * The language that the page's address names; else the first of ours that the browser names; else that of the organization.
 *
 * @param accepted `Accept-Language`: browsers write what they like best first
 */
export function languageOf(
  asked: string | null,
  accepted: string | undefined,
  otherwise: Language,
): Language {
  const choices = accepted?.slice(0, HEADER_CHARACTERS).split(',', MOST_CHOICES) ?? []
  return [asked ?? '', ...choices].map(ours).find((language) => language !== undefined) ?? otherwise
}

function ours(choice: string): Language | undefined {
  const tag = choice.trim().slice(0, 2).toLowerCase()
  return LANGUAGES.find((language) => language === tag)
}
