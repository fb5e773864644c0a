/** Where the OpenAPI document and the docs are. What makes them is loaded when they are first asked for. */
import type { Service } from '@scheduling/core'
import type { AnyTRPCRouter } from '@trpc/server'
import { OPENAPI_PATH } from './openapi/path.ts'
import { API_CATALOG_PATH } from './docs/api-catalog.ts'
import { NO_CONTACT, type Contact } from './docs/contact.ts'
import { SERVER_CARD_PATH } from './docs/server-card.ts'
import type { PublicRoutes } from './public-routes.ts'
import { DOCS_SITEMAP_PATH } from './search-engines.ts'
import type { RouteTable } from './route-table.ts'

export function documentRoutes(
  router: AnyTRPCRouter,
  table: RouteTable,
  service: Pick<Service, 'publicBaseUrl' | 'now'> & { readonly contact?: Contact | undefined },
): readonly PublicRoutes[] {
  const loadDocument = once(async () => {
    const { cachedDocument } = await import('./openapi/serve.ts')
    return cachedDocument(router, table, service)
  })
  const loadDocs = once(async () => {
    const [{ docsPages }, document] = await Promise.all([import('./docs/serve.ts'), loadDocument()])
    const { publicBaseUrl, now, contact = NO_CONTACT } = service
    return docsPages({ document, routes: table.routes, publicBaseUrl, now, contact })
  })
  return [
    {
      // A blocked address is refused on every path of `/v1`, so here too.
      refusesBlockedAddresses: true,
      isForPages: true,
      at: (path) => (path === OPENAPI_PATH ? answerDocument : null),
    },
    {
      refusesBlockedAddresses: false,
      isForPages: true,
      at: (path, accepts) => {
        // People find a page there; a program that reads Markdown finds the docs.
        const isForProgram =
          path === '/' && accepts('text/html', 'text/markdown') === 'text/markdown'
        const asked = isForProgram ? '/docs' : path
        return isOfDocs(asked) ? async () => (await loadDocs())(asked, accepts) : null
      },
    },
  ]

  async function answerDocument() {
    const [{ replyWith }, document] = await Promise.all([
      import('./openapi/serve.ts'),
      loadDocument(),
    ])
    return replyWith(document())
  }
}

const SINGLE: ReadonlySet<string> = new Set([
  '/llms.txt',
  '/docs',
  API_CATALOG_PATH,
  SERVER_CARD_PATH,
  DOCS_SITEMAP_PATH,
])

function isOfDocs(path: string): boolean {
  return SINGLE.has(path) || path.startsWith('/docs/')
}

/** All that ask meanwhile get the same promise. */
function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | null = null
  return () => (made ??= make())
}
