/** `/robots.txt` and the sitemaps: what search engines may read, and where it is. */
import { countListed, listListed, type Service } from '@scheduling/core'
import type { PublicReply, PublicRoutes } from './public-routes.ts'
import { sitemap, sitemapIndex } from './sitemap-text.ts'

export const DOCS_SITEMAP_PATH = '/sitemap-docs.xml'
const PART = /^\/sitemap-pages-([1-9]\d{0,4})\.xml$/

/** How long a list is kept: a stranger who asks often costs no more than one who asks once. */
const KEPT_MS = 600_000

type Kept<Value> = { readonly until: number; readonly value: Promise<Value> }

/** Pages behind the links of clients may be read: they say themselves that they must not be shown. */
const robots = (base: string): string => `User-agent: *
Disallow: /v1/
Disallow: /trpc/
Disallow: /app/

Sitemap: ${base}/sitemap.xml
`

/** @param monotonic milliseconds that only go forward */
export function searchEngineRoutes(
  { db, publicBaseUrl }: Pick<Service, 'db' | 'publicBaseUrl'>,
  monotonic: () => number = () => performance.now(),
): PublicRoutes {
  const rules = { contentType: 'text/plain; charset=utf-8', body: robots(publicBaseUrl) }
  const counts = new Map<'parts', Kept<number>>()
  const lists = new Map<number, Kept<PublicReply>>()
  return {
    refusesBlockedAddresses: false,
    at(path) {
      if (path === '/robots.txt') return () => Promise.resolve(rules)
      if (path === '/sitemap.xml') return index
      const [, part] = PART.exec(path) ?? []
      return part === undefined ? null : () => pagesOf(Number(part))
    },
  }

  async function index(): Promise<PublicReply> {
    const parts = Array.from(
      { length: await countParts() },
      (_, at) => `/sitemap-pages-${at + 1}.xml`,
    )
    return sitemapIndex(
      [DOCS_SITEMAP_PATH, ...parts].map((path) => ({ address: `${publicBaseUrl}${path}` })),
    )
  }

  async function pagesOf(part: number): Promise<PublicReply | null> {
    if (part > (await countParts())) return null
    return kept(lists, part, async () => {
      const pages = await listListed(db, part)
      return sitemap(
        pages.map(({ slug, updatedAt }) => ({
          address: `${publicBaseUrl}/${slug}`,
          changedAt: updatedAt,
        })),
      )
    })
  }

  function countParts(): Promise<number> {
    return kept(counts, 'parts', () => countListed(db))
  }

  function kept<Key, Value>(
    values: Map<Key, Kept<Value>>,
    key: Key,
    make: () => Promise<Value>,
  ): Promise<Value> {
    const before = values.get(key)
    if (before !== undefined && monotonic() < before.until) return before.value
    const value = make()
    values.set(key, { until: monotonic() + KEPT_MS, value })
    // What failed is tried again with the next request.
    value.catch(() => values.delete(key))
    return value
  }
}
