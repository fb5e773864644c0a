/** The languages of the docs. A page in Portuguese stands below `/docs/pt`, under the name of its English page. */
export type Language = 'en' | 'pt-BR'

export function inPortuguese(path: string): string {
  return path.replace(/^\/docs/, '/docs/pt')
}

type Placed = { readonly path: string; readonly language: Language }

/** The same page in the other language, where it has one. */
export function counterpart<Page extends Placed>(
  page: Page,
  pages: readonly Page[],
): Page | undefined {
  return page.language === 'en'
    ? pages.find(({ path }) => path === inPortuguese(page.path))
    : pages.find(({ path }) => inPortuguese(path) === page.path)
}

/** What a reader of a language is led through: in Portuguese, the English page stands in where there is no other. */
export function pagesIn<Page extends Placed>(
  language: Language,
  pages: readonly Page[],
): readonly Page[] {
  const english = pages.filter((page) => page.language === 'en')
  if (language === 'en') return english
  const translated = new Map(pages.map((page) => [page.path, page]))
  return english.map((page) => translated.get(inPortuguese(page.path)) ?? page)
}

/** What the frame of a page says. */
export const FRAME_WORDS = {
  en: {
    site: 'Scheduling API',
    other: { label: 'Português', short: 'PT', hint: 'Esta página em português' },
    skip: 'Skip to the content',
    search: 'Search',
    searchLabel: 'Search the docs',
    results: 'Search results',
    menu: 'Menu',
    pages: 'Pages',
    close: 'Close the menu',
    contents: 'On this page',
    before: 'Before',
    changes: 'Changes',
    next: 'Next',
    around: 'Before and next',
  },
  'pt-BR': {
    site: 'Scheduling API',
    other: { label: 'English', short: 'EN', hint: 'This page in English' },
    skip: 'Ir para o conteúdo',
    search: 'Buscar',
    searchLabel: 'Buscar na documentação',
    results: 'Resultados da busca',
    menu: 'Menu',
    pages: 'Páginas',
    close: 'Fechar o menu',
    contents: 'Nesta página',
    before: 'Anterior',
    changes: 'Mudanças',
    next: 'Próxima',
    around: 'Anterior e próxima',
  },
} as const

const CHAPTERS: Readonly<Record<string, string>> = {
  Start: 'Comece aqui',
  Guides: 'Guias',
  Dashboards: 'Painéis',
  Reference: 'Referência',
  More: 'Mais',
}

export function chapterName(chapter: string, language: Language): string {
  return language === 'en' ? chapter : (CHAPTERS[chapter] ?? chapter)
}
