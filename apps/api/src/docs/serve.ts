/** `/docs`: guides, reference, errors, limits and events; as pages, as Markdown and as one text. */
import type { Accepts, PublicReply } from '../public-routes.ts'
import type { OpenApiDocument } from '../openapi/document.ts'
import { asset, fileAsset, minisearchProgram, type Asset } from './assets.ts'
import { API_CATALOG_PATH, apiCatalog } from './api-catalog.ts'
import { CHANGES_FEED_PATH, changesFeed } from './changes-feed.ts'
import type { Contact } from './contact.ts'
import { DOWNLOADS, downloadReply } from './downloads.ts'
import { pagesIn, type Language } from './language.ts'
import { layout, type AssetPaths } from './layout.ts'
import { apiText, llmsIndex, llmsText, markdownPath } from './llms-text.ts'
import { SERVER_CARD_PATH, serverCard } from './server-card.ts'
import { searchIndex } from './search-index.ts'
import { sitePages, type Page } from './site-map.ts'
import { DOCS_SITEMAP_PATH } from '../search-engines.ts'
import { sitemap } from '../sitemap-text.ts'
import { notFoundPage } from './not-found-page.ts'
import { packages } from './packages.ts'
import type { Sources } from './sources.ts'

/** Pages load nothing from other origins, and may not. No page has inline scripts or styles. */
const POLICY = [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
].join('; ')

const TEXT = 'text/plain; charset=utf-8'

type Assets = Readonly<Record<keyof AssetPaths, Asset>>

/** Pages of which the HTML or the text is kept. Most are asked for seldom, and made in milliseconds. */
const MOST_KEPT = 48

/** A page that is kept is made once, as long as the document stays the same one. */
type Made = {
  readonly document: OpenApiDocument
  readonly replies: Map<string, Promise<PublicReply>>
}

/**
 * @returns what stands at a path of the docs, as Markdown where that is asked for; a page with the status 404, or null for a program,
 *   when nothing does
 */
export function docsPages(
  sources: Sources,
): (path: string, accepts: Accepts) => Promise<PublicReply | null> {
  const { contact } = sources
  const released = packages(sources.publicBaseUrl)
  const pages = sitePages(sources, released)
  const writers = writersOf(pages, sources)
  let loaded: Promise<Assets> | null = null
  let made: Made | null = null
  // The text of the pages does not depend on the week, so one search index serves all weeks.
  const assets = () => (loaded ??= loadAssets(pages))
  return async (asked, accepts) => {
    // People type the slash. It is harmless: no page has a link relative to its own address.
    const path = asked.startsWith('/docs') && asked.endsWith('/') ? asked.slice(0, -1) : asked
    const wantsMarkdown = accepts('text/html', 'text/markdown') === 'text/markdown'
    const written = (wantsMarkdown ? answer(markdownPath(path)) : null) ?? answer(path)
    if (written !== null) return written
    const file = released.at(path)
    if (file !== null) return file
    const found = Object.values(await assets()).find((one) => one.path === path)
    if (found !== undefined) return found.reply
    const isPerson = accepts('application/problem+json', 'text/html') === 'text/html'
    return isPerson
      ? { ...htmlReply(notFoundPage, { pages, contact, assets: await assets() }), status: 404 }
      : null
  }

  /** Null when there is no page at this path. */
  function answer(path: string): Promise<PublicReply> | null {
    const document = sources.document()
    if (made?.document !== document) made = { document, replies: new Map() }
    const write = writers.get(path)
    if (write === undefined) return null
    const { replies } = made
    const reply = replies.get(path) ?? assets().then(write)
    // The one that was asked for last stands last, and the first one goes.
    replies.delete(path)
    replies.set(path, reply)
    if (replies.size > MOST_KEPT) {
      const [oldest = ''] = replies.keys()
      replies.delete(oldest)
    }
    return reply
  }
}

type Writer = (assets: Assets) => PublicReply

function writersOf(pages: readonly Page[], sources: Sources): ReadonlyMap<string, Writer> {
  const { contact } = sources
  const index: Writer = () => ({
    contentType: TEXT,
    body: llmsIndex(sources.document(), pages, sources.publicBaseUrl),
  })
  return new Map<string, Writer>([
    ...pages.flatMap((page): [string, Writer][] => [
      [page.path, (assets) => htmlReply(page, { pages, contact, assets })],
      [
        markdownPath(page.path),
        () => ({
          contentType: 'text/markdown; charset=utf-8',
          body: page.text(),
          headers: { Vary: 'Accept' },
        }),
      ],
    ]),
    [
      DOCS_SITEMAP_PATH,
      () => sitemap(pages.map(({ path }) => ({ address: `${sources.publicBaseUrl}${path}` }))),
    ],
    [CHANGES_FEED_PATH, () => changesFeed(sources.publicBaseUrl)],
    [API_CATALOG_PATH, () => apiCatalog(sources.publicBaseUrl)],
    [SERVER_CARD_PATH, () => serverCard(sources.publicBaseUrl)],
    ['/llms.txt', index],
    ['/docs/llms.txt', index],
    ...DOWNLOADS.map((download): [string, Writer] => [
      download.path,
      () => downloadReply(download, sources),
    ]),
    ['/docs/llms-api.txt', () => ({ contentType: TEXT, body: apiText(sources.document(), pages) })],
    [
      '/docs/llms-full.txt',
      () => ({ contentType: TEXT, body: llmsText(sources.document(), pages) }),
    ],
  ])
}

function htmlReply(
  page: Page,
  { pages, contact, assets }: { pages: readonly Page[]; contact: Contact; assets: Assets },
): PublicReply {
  return htmlOf(layout(page, { pages, contact, assets: pathsOf(assets) }))
}

function pathsOf({
  style,
  script,
  samples,
  search,
  index,
  indexInPortuguese,
  minisearch,
}: Assets): AssetPaths {
  return {
    style: style.path,
    script: script.path,
    samples: samples.path,
    search: search.path,
    index: index.path,
    indexInPortuguese: indexInPortuguese.path,
    minisearch: minisearch.path,
  }
}

function htmlOf(body: string): PublicReply {
  return {
    contentType: 'text/html; charset=utf-8',
    body,
    headers: {
      'Content-Security-Policy': POLICY,
      'Referrer-Policy': 'no-referrer',
      Vary: 'Accept',
    },
  }
}

async function loadAssets(pages: readonly Page[]): Promise<Assets> {
  const [style, script, samples, search, minisearch] = await Promise.all([
    fileAsset('style.css', new URL('style.css', import.meta.url)),
    fileAsset('site.js', new URL('site.js', import.meta.url)),
    fileAsset('samples.js', new URL('samples.js', import.meta.url)),
    fileAsset('search.js', new URL('search.js', import.meta.url)),
    fileAsset('minisearch.js', minisearchProgram()),
  ])
  const indexOf = (language: Language) =>
    asset('search.json', JSON.stringify(searchIndex(pagesIn(language, pages))))
  const [index, indexInPortuguese] = [indexOf('en'), indexOf('pt-BR')]
  return { style, script, samples, search, index, indexInPortuguese, minisearch }
}
