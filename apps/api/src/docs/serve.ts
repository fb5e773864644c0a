/** `/docs`: the reference, the error guide, limits, events and guides; as pages and as one text. */
import { PROBLEM_CODES, Problem } from '@scheduling/core'
import type { KeylessReply, KeylessRoutes } from '../keyless.ts'
import type { OpenApiDocument } from '../openapi/document.ts'
import type { Route } from '../route-table.ts'
import { asset, scalarBundle, type Asset } from './assets.ts'
import { errorIndex, errorPage, errorPath } from './error-pages.ts'
import { eventsPage } from './events-page.ts'
import { GUIDES, GUIDES_PATH, guideIndex, guideText } from './guides.ts'
import { layout } from './layout.ts'
import { limitsPage } from './limits-page.ts'
import { llmsText } from './llms-text.ts'
import { toHtml } from './markdown.ts'

type Sources = {
  readonly document: () => OpenApiDocument
  readonly routes: readonly Route[]
  readonly publicBaseUrl: string
}

type Page = { readonly title: string; readonly text: () => string }

type Assets = { readonly style: Asset; readonly reference: Asset; readonly scalar: Asset }

/** Nothing is fetched from elsewhere, and nothing may be. */
const POLICY = [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
]
/** The reference's program writes styles into the page; scripts come from files of ours only. */
const REFERENCE_POLICY = [
  ...POLICY,
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
].join('; ')
const PAGE_POLICY = [...POLICY, "style-src 'self'", 'img-src data:'].join('; ')

export function docsRoutes(sources: Sources): KeylessRoutes {
  const pages = pagesOf(sources)
  const made = new Map<string, Promise<KeylessReply>>()
  let assets: Promise<Assets> | null = null
  let reference: KeylessReply | null = null
  const ready = () => (assets ??= loadAssets())
  const text = () =>
    llmsText(
      sources.document(),
      [...pages.values()].map((page) => page.text()),
    )

  return {
    refusesBlockedAddresses: false,
    at(asked) {
      if (asked !== '/docs' && !asked.startsWith('/docs/')) return null
      // People type it; pages name no address relative to their own.
      const path = asked.replace(/\/$/, '')
      return async (request) => {
        if (path === '/docs') return (reference ??= referencePage(await ready()))
        const found = Object.values(await ready()).find((one) => one.path === path)
        if (found !== undefined) return found.reply(request)
        const known = made.get(path)
        if (known !== undefined) return known
        const page = pages.get(path)
        if (page === undefined && path !== '/docs/llms-full.txt') {
          throw new Problem('not_found', 'The docs have no such page.')
        }
        const reply =
          page === undefined
            ? { contentType: 'text/plain; charset=utf-8', body: text() }
            : htmlReply(path, page, await ready())
        made.set(path, Promise.resolve(reply))
        return reply
      }
    },
  }
}

function pagesOf({ routes, publicBaseUrl }: Sources): ReadonlyMap<string, Page> {
  return new Map<string, Page>([
    ['/docs/errors', { title: 'Errors', text: errorIndex }],
    ...PROBLEM_CODES.map((code): [string, Page] => [
      errorPath(code),
      { title: code, text: () => errorPage(code, routes, publicBaseUrl) },
    ]),
    ['/docs/limits', { title: 'Limits', text: () => limitsPage(publicBaseUrl) }],
    ['/docs/events', { title: 'Events', text: eventsPage }],
    [GUIDES_PATH, { title: 'Guides', text: guideIndex }],
    ...GUIDES.map((guide): [string, Page] => [
      guide.path,
      { title: guide.title, text: () => guideText(guide) },
    ]),
  ])
}

function htmlReply(path: string, page: Page, assets: Assets): KeylessReply {
  return {
    contentType: 'text/html; charset=utf-8',
    body: layout({
      path,
      title: page.title,
      stylePath: assets.style.path,
      body: `<main class="page">\n${toHtml(page.text())}</main>`,
    }),
    headers: { 'Content-Security-Policy': PAGE_POLICY, 'Referrer-Policy': 'no-referrer' },
  }
}

function referencePage(assets: Assets): KeylessReply {
  return {
    contentType: 'text/html; charset=utf-8',
    body: layout({
      path: '/docs',
      title: 'Reference',
      stylePath: assets.style.path,
      body: `<div id="reference"></div>
<script src="${assets.scalar.path}"></script>
<script src="${assets.reference.path}"></script>`,
    }),
    headers: { 'Content-Security-Policy': REFERENCE_POLICY, 'Referrer-Policy': 'no-referrer' },
  }
}

async function loadAssets(): Promise<Assets> {
  const [style, reference, scalar] = await Promise.all([
    asset('style.css', new URL('style.css', import.meta.url)),
    asset('reference.js', new URL('reference.js', import.meta.url)),
    asset('scalar.js', scalarBundle()),
  ])
  return { style, reference, scalar }
}
