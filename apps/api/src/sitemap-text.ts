/** Sitemaps, as https://www.sitemaps.org describes them. */
import { escaped } from './docs/escaped.ts'
import type { PublicReply } from './public-routes.ts'

export type Place = {
  readonly address: string
  /** Epoch milliseconds; left out: not told. */
  readonly changedAt?: number
}

/** A list of pages. */
export function sitemap(places: readonly Place[]): PublicReply {
  return xml('urlset', 'url', places)
}

/** A list of lists. */
export function sitemapIndex(places: readonly Place[]): PublicReply {
  return xml('sitemapindex', 'sitemap', places)
}

function xml(list: string, one: string, places: readonly Place[]): PublicReply {
  const entries = places.map(({ address, changedAt }) => {
    const changed =
      changedAt === undefined ? '' : `<lastmod>${new Date(changedAt).toISOString()}</lastmod>`
    return `<${one}><loc>${escaped(address)}</loc>${changed}</${one}>`
  })
  return {
    contentType: 'application/xml; charset=utf-8',
    body: `<?xml version="1.0" encoding="UTF-8"?>
<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</${list}>
`,
  }
}
