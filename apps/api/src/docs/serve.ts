/** `/docs`: guides, reference, errors, limits and events; as pages, as Markdown and as one text. */
import type { KeylessReply, KeylessRoutes } from '../keyless.ts'
import type { OpenApiDocument } from '../openapi/document.ts'
import { asset, fileAsset, minisearchProgram, type Asset } from './assets.ts'
import { layout } from './layout.ts'
import { llmsIndex, llmsText, markdownPath } from './llms-text.ts'
import { searchIndex } from './search-index.ts'
import { sitePages, type Page, type Sources } from './site-map.ts'

/** Nothing is fetched from elsewhere, and nothing may be; no script or style stands in a page. */
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
  readonly replies: Map<string, Promise<KeylessReply>>
}

export function docsRoutes(sources: Sources): KeylessRoutes {
  const pages = sitePages(sources)
  const writers = writersOf(pages, sources)
  let loaded: Promise<Assets> | null = null
  let made: Made | null = null
  // No page's prose knows what week it is, so the search index is good for all of them.
  const assets = () => (loaded ??= loadAssets(pages))
  return {
    refusesBlockedAddresses: false,
    at(asked) {
      const isOurs = asked === '/llms.txt' || asked === '/docs' || asked.startsWith('/docs/')
      if (!isOurs) return null
      // People type it; pages name no address relative to their own.
      const path = asked.startsWith('/docs') && asked.endsWith('/') ? asked.slice(0, -1) : asked
      return async () => {
        const written = answer(path)
        if (written !== null) return written
        const found = Object.values(await assets()).find((one) => one.path === path)
        return found?.reply ?? null
      }
    },
  }

  /** Null where nothing is written for this path. */
  function answer(path: string): Promise<KeylessReply> | null {
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

type Writer = (assets: Assets) => KeylessReply

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
    [
      '/docs/llms-full.txt',
      () => ({ contentType: TEXT, body: llmsText(sources.document(), pages) }),
    ],
  ])
}

function htmlReply(page: Page, pages: readonly Page[], assets: Assets): KeylessReply {
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
