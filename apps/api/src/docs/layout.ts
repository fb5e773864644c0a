/** The frame of every page. */
import { ICON } from '@scheduling/pages'
import { CHANGES_FEED_PATH } from './changes-feed.ts'
import { supportLink, type Contact } from './contact.ts'
import { escaped } from './escaped.ts'
import { firstSentence } from './first-sentence.ts'
import { chapterName, counterpart, FRAME_WORDS, pagesIn, type Language } from './language.ts'
import { markdownPath } from './llms-text.ts'
import { render, type Heading } from './markdown.ts'
import type { Page } from './site-map.ts'

export type AssetPaths = {
  readonly style: string
  readonly script: string
  /** For pages with calls in several languages. */
  readonly samples: string
  /** The program that searches. */
  readonly search: string
  readonly index: string
  readonly indexInPortuguese: string
  readonly minisearch: string
}

const MOST_CONTENTS = 24

type Surroundings = {
  /** In the order of the navigation. */
  readonly pages: readonly Page[]
  readonly assets: AssetPaths
  readonly contact: Contact
}

export function layout(page: Page, { pages, assets, contact }: Surroundings): string {
  const text = page.text()
  const { language } = page
  const words = FRAME_WORDS[language]
  const other = counterpart(page, pages)
  const listed = pagesIn(language, pages)
  const home = language === 'en' ? '/docs' : '/docs/pt'
  const { html, headings } = render(text, language)
  const contents = tableOfContents(headings, page.chapter === 'Reference' ? 2 : 3, words.contents)
  // The title comes before the contents, for screens that show them one below the other.
  const titleEnd = html.indexOf('</h1>') + '</h1>'.length
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(page.path === home ? words.site : `${page.title} · ${words.site}`)}</title>
<meta name="description" content="${escaped(firstSentence(text))}">
<link rel="icon" type="image/svg+xml" href="${ICON.path}">
<link rel="stylesheet" href="${escaped(assets.style)}">
${pages.includes(page) ? `<link rel="alternate" type="text/markdown" href="${escaped(markdownPath(page.path))}">` : '<meta name="robots" content="noindex">'}
${other === undefined ? '' : `<link rel="alternate" hreflang="${other.language}" href="${escaped(other.path)}">`}
<link rel="alternate" type="application/atom+xml" title="${words.changes}" href="${CHANGES_FEED_PATH}">
<script type="module" src="${escaped(assets.script)}"></script>
${html.includes('<div class="samples">') ? `<script type="module" src="${escaped(assets.samples)}"></script>` : ''}
</head>
<body>
<a class="skip" href="#content">${words.skip}</a>
<header class="top">
<a class="home" href="${home}">${words.site}</a>
<form class="search" role="search" data-index="${escaped(language === 'en' ? assets.index : assets.indexInPortuguese)}" data-program="${escaped(assets.search)}" data-library="${escaped(assets.minisearch)}" hidden>
<input type="search" placeholder="${words.search}" aria-label="${words.searchLabel}" autocomplete="off" spellcheck="false" role="combobox" aria-expanded="false" aria-controls="results" aria-autocomplete="list">
<kbd aria-hidden="true">/</kbd>
<ul id="results" role="listbox" aria-label="${words.results}" hidden></ul>
<p class="status" role="status"></p>
</form>
${languageLink(other, language)}
<a class="menu" href="#menu">${words.menu}</a>
</header>
<div class="frame">
<nav id="menu" aria-label="${words.pages}">
<a class="close" href="#content">${words.close}</a>
${navigation(page, listed)}
</nav>
<main id="content" tabindex="-1">
<article>
<div class="title">${html.slice(0, titleEnd)}</div>
${contents}
<div class="text">
${html.slice(titleEnd)}</div>
</article>
${neighbours(page, listed)}
${supportLink(contact, language)}
</main>
</div>
</body>
</html>
`
}

function languageLink(other: Page | undefined, language: Language): string {
  if (other === undefined) return ''
  const { label, short, hint } = FRAME_WORDS[language].other
  return `<a class="language" href="${escaped(other.path)}" hreflang="${other.language}" lang="${other.language}" title="${hint}"><span>${label}</span><span>${short}</span></a>`
}

function navigation(here: Page, pages: readonly Page[]): string {
  const chapters = Map.groupBy(
    pages.filter(({ chapter }) => chapter !== null),
    ({ chapter }) => chapter ?? '',
  )
  return [...chapters]
    .map(([chapter, those]) => {
      const links = those.map((page) => {
        const isHere = page.path === here.path || (here.chapter === null && isParent(page, here))
        return `<li><a href="${escaped(page.path)}"${foreign(page, here)}${isHere ? ' aria-current="page"' : ''}>${inline(page.title)}</a></li>`
      })
      return `<p>${escaped(chapterName(chapter, here.language))}</p>\n<ul>\n${links.join('\n')}\n</ul>`
    })
    .join('\n')
}

/** An English title among Portuguese ones is read out in English. */
function foreign(page: Page, here: Page): string {
  return page.language === here.language ? '' : ` lang="${page.language}"`
}

/** The page of an error belongs to the page of all errors. */
function isParent(page: Page, here: Page): boolean {
  return !/^\/docs(?:\/pt)?$/.test(page.path) && here.path.startsWith(`${page.path}/`)
}

/** @param deepest level of the headings that are listed, unless they are too many */
function tableOfContents(headings: readonly Heading[], deepest: 2 | 3, label: string): string {
  const within = (most: number) => headings.filter(({ level }) => level >= 2 && level <= most)
  if (within(2).length < 2) return ''
  const all = within(deepest)
  const listed = all.length > MOST_CONTENTS ? within(2) : all
  const items = listed.map(
    ({ level, id, text }) => `<li class="level-${level}"><a href="#${id}">${inline(text)}</a></li>`,
  )
  return `<nav class="toc" aria-label="${label}">\n<details open>\n<summary>${label}</summary>\n<ul>\n${items.join('\n')}\n</ul>\n</details>\n</nav>`
}

function neighbours(here: Page, pages: readonly Page[]): string {
  const listed = pages.filter(({ chapter }) => chapter !== null)
  const index = listed.indexOf(here)
  if (index === -1) return ''
  const link = (page: Page | undefined, label: string, direction: string) =>
    page === undefined
      ? ''
      : `<a class="${direction}" rel="${direction}" href="${escaped(page.path)}"><span>${label}</span> ${inline(page.title)}</a>`
  const words = FRAME_WORDS[here.language]
  const both = [
    link(listed[index - 1], words.before, 'prev'),
    link(listed[index + 1], words.next, 'next'),
  ].join('')
  return `<nav class="neighbours" aria-label="${words.around}"><div>${both}</div></nav>`
}

/** Titles contain code at most. */
function inline(text: string): string {
  return escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}
