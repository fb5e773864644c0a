/** The index of the search: one entry for each section, made with the pages. */
import { slug } from './markdown.ts'
import { SEARCH_WORDS } from './search-words.ts'
import type { Page } from './site-map.ts'

export type SearchEntry = {
  readonly id: number
  /** Its path, with an anchor unless it is the beginning of the page. */
  readonly url: string
  readonly page: string
  readonly heading: string
  readonly text: string
  /** What readers also call it. */
  readonly words: string
}

/** Words of a section beyond this are not indexed, to keep the index small. */
const SECTION_CHARACTERS = 900

export function searchIndex(pages: readonly Page[]): readonly SearchEntry[] {
  return pages.flatMap(entriesOf).map((entry, id) => ({ id, ...entry }))
}

function entriesOf(page: Page): Omit<SearchEntry, 'id'>[] {
  // A line of code is not a heading.
  const prose = page.text().replaceAll(/^```.*?^```$/gms, '')
  // The page of an error is short, and its sections are called the same on each.
  const sections = isOfError(page) ? [prose] : prose.split(/^(?=#{1,2} )/m)
  return sections.flatMap((section) => {
    const [, marks = '', heading = ''] = /^(#{1,2}) (.+)$/m.exec(section) ?? []
    if (heading === '') return []
    const url = marks === '#' ? page.path : `${page.path}#${slug(heading)}`
    return [
      {
        url,
        page: plain(page.title),
        heading: plain(heading),
        text: plain(section.slice(section.indexOf('\n') + 1)).slice(0, SECTION_CHARACTERS),
        words: SEARCH_WORDS[url] ?? '',
      },
    ]
  })
}

function isOfError({ path }: Page): boolean {
  return /^\/docs\/(?:pt\/)?errors\//.test(path)
}

/** Without the marks of Markdown. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/\]\([^)]*\)/g, '')
    .replaceAll(/[`*[\]|#>]/g, ' ')
    .replaceAll(/-{3,}/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
