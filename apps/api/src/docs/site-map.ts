/** Every page of the docs: where it is, what it is called, its Markdown. In reading order. */
import { PROBLEM_CODES, PROBLEMS } from '@scheduling/core'
import type { OpenApiDocument } from '../openapi/document.ts'
import { TAGS } from '../openapi/tags.ts'
import { errorIndex, errorPage, errorPath } from './error-pages.ts'
import { eventsPage } from './events-page.ts'
import { GUIDES, guideText, type Guide } from './guides.ts'
import { homeText, homeTextInPortuguese } from './home-page.ts'
import { inPortuguese, type Language } from './language.ts'
import { limitsPage } from './limits-page.ts'
import { PACKAGES_PATH, type Packages } from './packages.ts'
import { chapterPath, chapterText, introductionText, recordsText } from './reference-pages.ts'
import { RECORDS_PATH } from './schema-text.ts'
import type { Sources } from './sources.ts'

export type Page = {
  readonly path: string
  readonly language: Language
  readonly title: string
  /** Its chapter in the navigation. Null: links and the search lead to it. */
  readonly chapter: string | null
  readonly text: () => string
}

export function sitePages(
  { document, routes, publicBaseUrl, now, contact }: Sources,
  released: Packages,
): readonly Page[] {
  const english: Pick<Page, 'language'> = { language: 'en' }
  const pageOf = (guide: Guide): Page => ({
    ...guide,
    text: () => guideText(guide, publicBaseUrl, contact),
  })
  const guides = (chapter: Guide['chapter']) =>
    GUIDES.filter((guide) => guide.language === 'en' && guide.chapter === chapter).map(pageOf)
  const reference = (path: string, title: string, text: () => string): Page => ({
    ...english,
    path,
    title,
    chapter: 'Reference',
    text,
  })
  return [
    {
      ...english,
      path: '/docs',
      title: 'Overview',
      chapter: 'Start',
      text: () => homeText(document()),
    },
    ...guides('Start'),
    {
      ...english,
      path: PACKAGES_PATH,
      title: 'Downloads',
      chapter: 'Start',
      text: () => released.text(),
    },
    ...guides('Guides'),
    ...guides('Webhooks'),
    ...guides('Dashboards'),
    reference('/docs/reference', 'The API in general', () => introductionText(document())),
    ...Object.keys(TAGS).map((tag) =>
      reference(chapterPath(tag), tag, () => chapterText(document(), tagOf(document(), tag))),
    ),
    reference(RECORDS_PATH, 'Records', () => recordsText(document())),
    reference('/docs/events', 'Event types', () => eventsPage(routes, now())),
    reference('/docs/errors', 'Errors', () => errorIndex('en', contact)),
    reference('/docs/limits', 'Limits', () => limitsPage(publicBaseUrl)),
    ...guides('More'),
    ...errorPages('en'),
    {
      language: 'pt-BR',
      path: inPortuguese('/docs'),
      title: 'Visão geral',
      chapter: 'Start',
      text: homeTextInPortuguese,
    },
    ...GUIDES.filter(({ language }) => language === 'pt-BR').map(pageOf),
    {
      language: 'pt-BR',
      path: inPortuguese('/docs/errors'),
      title: 'Erros',
      chapter: 'Reference',
      text: () => errorIndex('pt-BR', contact),
    },
    ...errorPages('pt-BR'),
  ]

  function errorPages(language: Language): Page[] {
    return PROBLEM_CODES.map((code) => ({
      language,
      path: errorPath(code, language),
      title: `${PROBLEMS[code].status} ${code}`,
      chapter: null,
      text: () => errorPage(code, { routes, publicBaseUrl, language }),
    }))
  }
}

function tagOf(document: OpenApiDocument, name: string) {
  return document.tags?.find((tag) => tag.name === name) ?? { name }
}
