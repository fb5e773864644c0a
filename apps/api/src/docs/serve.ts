/** `/docs`: guides, reference, errors, limits and events; as pages, as Markdown and as one text. */
import type { PublicReply, PublicRoutes } from '../public-routes.ts'
import type { OpenApiDocument } from '../openapi/document.ts'
import { asset, fileAsset, minisearchProgram, type Asset } from './assets.ts'
import { DOWNLOADS, downloadReply } from './downloads.ts'
import { layout } from './layout.ts'
import { llmsIndex, llmsText, markdownPath } from './llms-text.ts'
import { searchIndex } from './search-index.ts'
import { sitePages, type Page } from './site-map.ts'
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
  'img-src data:',
].join('; ')

const TEXT = 'text/plain; charset=utf-8'

type Assets = Readonly<Record<'style' | 'script' | 'search' | 'minisearch', Asset>>

/** Each page is made once, as long as the document stays the same one. */
type Made = {
  readonly document: OpenApiDocument
  readonly replies: Map<string, Promise<PublicReply>>
}

export function docsRoutes(sources: Sources): PublicRoutes {
  const pages = sitePages(sources)
  const writers = writersOf(pages, sources)
  let loaded: Promise<Assets> | null = null
  let made: Made | null = null
  // The text of the pages does not depend on the week, so one search index serves all weeks.
  const assets = () => (loaded ??= loadAssets(pages))
  return {
    refusesBlockedAddresses: false,
    at(asked) {
      const isOurs = asked === '/llms.txt' || asked === '/docs' || asked.startsWith('/docs/')
      if (!isOurs) return null
      // People type the slash. It is harmless: no page has a link relative to its own address.
      const path = asked.startsWith('/docs') && asked.endsWith('/') ? asked.slice(0, -1) : asked
      return async () => {
        const written = answer(path)
        if (written !== null) return written
        const found = Object.values(await assets()).find((one) => one.path === path)
        return found?.reply ?? null
      }
    },
  }

  /** Null when there is no page at this path. */
  function answer(path: string): Promise<PublicReply> | null {
    const document = sources.document()
    if (made?.document !== document) made = { document, replies: new Map() }
    const known = made.replies.get(path)
    if (known !== undefined) return known
    const write = writers.get(path)
    if (write === undefined) return null
    const reply = assets().then(write)
    made.replies.set(path, reply)
    return reply
  }
}

type Writer = (assets: Assets) => PublicReply

function writersOf(pages: readonly Page[], sources: Sources): ReadonlyMap<string, Writer> {
  const index: Writer = () => ({
    contentType: TEXT,
    body: llmsIndex(sources.document(), pages, sources.publicBaseUrl),
  })
  return new Map<string, Writer>([
    ...pages.flatMap((page): [string, Writer][] => [
      [page.path, (assets) => htmlReply(page, pages, assets)],
      [
        markdownPath(page.path),
        () => ({ contentType: 'text/markdown; charset=utf-8', body: page.text() }),
      ],
    ]),
    ['/llms.txt', index],
    ['/docs/llms.txt', index],
    ...DOWNLOADS.map((download): [string, Writer] => [
      download.path,
      () => downloadReply(download, sources),
    ]),
    [
      '/docs/llms-full.txt',
      () => ({ contentType: TEXT, body: llmsText(sources.document(), pages) }),
    ],
  ])
}

function htmlReply(page: Page, pages: readonly Page[], assets: Assets): PublicReply {
  const { style, script, search, minisearch } = assets
  const paths = {
    style: style.path,
    script: script.path,
    search: search.path,
    minisearch: minisearch.path,
  }
  return {
    contentType: 'text/html; charset=utf-8',
    body: layout(page, pages, paths),
    headers: { 'Content-Security-Policy': POLICY, 'Referrer-Policy': 'no-referrer' },
  }
}

async function loadAssets(pages: readonly Page[]): Promise<Assets> {
  const [style, script, minisearch] = await Promise.all([
    fileAsset('style.css', new URL('style.css', import.meta.url)),
    fileAsset('site.js', new URL('site.js', import.meta.url)),
    fileAsset('minisearch.js', minisearchProgram()),
  ])
  const search = asset('search.json', JSON.stringify(searchIndex(pages)))
  return { style, script, search, minisearch }
}
