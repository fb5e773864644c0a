/** The frame of every page. */
import { ICON } from '@scheduling/pages'
import { escaped } from './escaped.ts'
import { firstSentence } from './first-sentence.ts'
import { markdownPath } from './llms-text.ts'
import { render, type Heading } from './markdown.ts'
import type { Page } from './site-map.ts'

export type AssetPaths = {
  readonly style: string
  readonly script: string
  /** The program that searches. */
  readonly search: string
  readonly index: string
  readonly minisearch: string
}

const TITLE = 'Scheduling API'
const MOST_CONTENTS = 24

/** @param pages in the order of the navigation */
export function layout(page: Page, pages: readonly Page[], assets: AssetPaths): string {
  const text = page.text()
  const { html, headings } = render(text)
  const contents = tableOfContents(headings, page.chapter === 'Reference' ? 2 : 3)
  // The title comes before the contents, for screens that show them one below the other.
  const titleEnd = html.indexOf('</h1>') + '</h1>'.length
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(page.path === '/docs' ? TITLE : `${page.title} · ${TITLE}`)}</title>
<meta name="description" content="${escaped(firstSentence(text))}">
<link rel="icon" type="image/svg+xml" href="${ICON.path}">
<link rel="stylesheet" href="${escaped(assets.style)}">
${pages.includes(page) ? `<link rel="alternate" type="text/markdown" href="${escaped(markdownPath(page.path))}">` : '<meta name="robots" content="noindex">'}
<script type="module" src="${escaped(assets.script)}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<a class="home" href="/docs">${TITLE}</a>
<form class="search" role="search" data-index="${escaped(assets.index)}" data-program="${escaped(assets.search)}" data-library="${escaped(assets.minisearch)}" hidden>
<input type="search" placeholder="Search" aria-label="Search the docs" autocomplete="off" spellcheck="false" role="combobox" aria-expanded="false" aria-controls="results" aria-autocomplete="list">
<kbd aria-hidden="true">/</kbd>
<ul id="results" role="listbox" aria-label="Search results" hidden></ul>
<p class="status" role="status"></p>
</form>
<a class="menu" href="#menu">Menu</a>
</header>
<div class="frame">
<nav id="menu" aria-label="Pages">
<a class="close" href="#content">Close the menu</a>
${navigation(page, pages)}
</nav>
<main id="content" tabindex="-1">
<article>
<div class="title">${html.slice(0, titleEnd)}</div>
${contents}
<div class="text">
${html.slice(titleEnd)}</div>
</article>
${neighbours(page, pages)}
</main>
</div>
</body>
</html>
`
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
        return `<li><a href="${escaped(page.path)}"${isHere ? ' aria-current="page"' : ''}>${inline(page.title)}</a></li>`
      })
      return `<p>${escaped(chapter)}</p>\n<ul>\n${links.join('\n')}\n</ul>`
    })
    .join('\n')
}

/** The page of an error belongs to the page of all errors. */
function isParent(page: Page, here: Page): boolean {
  return page.path !== '/docs' && here.path.startsWith(`${page.path}/`)
}

/** @param deepest level of the headings that are listed, unless they are too many */
function tableOfContents(headings: readonly Heading[], deepest: 2 | 3): string {
  const within = (most: number) => headings.filter(({ level }) => level >= 2 && level <= most)
  if (within(2).length < 2) return ''
  const all = within(deepest)
  const listed = all.length > MOST_CONTENTS ? within(2) : all
  const items = listed.map(
    ({ level, id, text }) => `<li class="level-${level}"><a href="#${id}">${inline(text)}</a></li>`,
  )
  return `<nav class="toc" aria-label="On this page">\n<details open>\n<summary>On this page</summary>\n<ul>\n${items.join('\n')}\n</ul>\n</details>\n</nav>`
}

function neighbours(here: Page, pages: readonly Page[]): string {
  const listed = pages.filter(({ chapter }) => chapter !== null)
  const index = listed.indexOf(here)
  if (index === -1) return ''
  const link = (page: Page | undefined, label: string, direction: string) =>
    page === undefined
      ? ''
      : `<a class="${direction}" rel="${direction}" href="${escaped(page.path)}"><span>${label}</span> ${inline(page.title)}</a>`
  const both = [
    link(listed[index - 1], 'Before', 'prev'),
    link(listed[index + 1], 'Next', 'next'),
  ].join('')
  return `<nav class="neighbours" aria-label="Before and next"><div>${both}</div></nav>`
}

/** Titles contain code at most. */
function inline(text: string): string {
  return escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}
