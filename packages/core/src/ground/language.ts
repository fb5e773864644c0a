/** The languages of what clients read. */
export const LANGUAGES = ['pt', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

/** As it is stored of an organization, or of a wish: Portuguese, unless it is English. */
export function languageOf({ language }: { readonly language: string }): Language {
  return language === 'en' ? 'en' : 'pt'
}
