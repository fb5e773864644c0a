/**
 * The languages of the dashboard. A room has its texts in a `texts.ts`: `const pt = {…}`, `const en: typeof pt = {…}`,
 * so that a text that is missing in one language does not compile.
 */
import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react'

export type Language = 'pt' | 'en'

/** The same texts in each language. What holds a value is a function. */
export type Texts<T> = Readonly<Record<Language, T>>

export const LOCALES: Readonly<Record<Language, string>> = { pt: 'pt-BR', en: 'en' }

type Chosen = { readonly language: Language; choose(language: Language): void }

const LanguageContext = createContext<Chosen | null>(null)

const KEPT_AS = 'language'

/** What was chosen in this browser, else what the browser asks for. */
function firstLanguage(): Language {
  const kept = localStorage.getItem(KEPT_AS)
  if (kept === 'pt' || kept === 'en') return kept
  return navigator.language.toLowerCase().startsWith('pt') ? 'pt' : 'en'
}

export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState(firstLanguage)
  useEffect(() => {
    document.documentElement.lang = LOCALES[language]
  }, [language])
  const chosen = useMemo(
    () => ({
      language,
      choose(next: Language) {
        localStorage.setItem(KEPT_AS, next)
        setLanguage(next)
      },
    }),
    [language],
  )
  return <LanguageContext value={chosen}>{children}</LanguageContext>
}

export function useLanguage(): Chosen {
  const chosen = use(LanguageContext)
  if (chosen === null) throw new Error('A LanguageProvider is missing above.')
  return chosen
}

export function useTexts<T>(texts: Texts<T>): T {
  return texts[useLanguage().language]
}
