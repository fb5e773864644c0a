/** `GET /v1/openapi.json`. */
import type { Service } from '@scheduling/core'
import type { AnyTRPCRouter } from '@trpc/server'
import { JSON_TYPE } from '../idempotency.ts'
import type { PublicReply, PublicRoutes } from '../public-routes.ts'
import type { RouteTable } from '../route-table.ts'
import { OPENAPI_PATH } from './description-operation.ts'
import { mondayOf } from './example-days.ts'
import { openApiDocument, type OpenApiDocument } from './document.ts'

/** The document, made once and kept until the week of its examples is over. */
export function cachedDocument(
  router: AnyTRPCRouter,
  table: RouteTable,
  service: Pick<Service, 'publicBaseUrl' | 'now'>,
): () => OpenApiDocument {
  let made: { readonly monday: number; readonly document: OpenApiDocument } | null = null
  return () => {
    const now = service.now()
    const monday = mondayOf(now)
    if (made?.monday !== monday) {
      made = {
        monday,
        document: openApiDocument(router, table.routes, service.publicBaseUrl, now),
      }
    }
    return made.document
  }
}

/** A blocked address is refused on every path of `/v1`, so here too. */
export function openApiRoutes(document: () => OpenApiDocument): PublicRoutes {
  const replies = new WeakMap<OpenApiDocument, PublicReply>()
  return {
    refusesBlockedAddresses: true,
    at: (path) => (path === OPENAPI_PATH ? async () => replyWith(document()) : null),
  }

  function replyWith(current: OpenApiDocument): PublicReply {
    const known = replies.get(current)
    if (known !== undefined) return known
    const made = { contentType: JSON_TYPE, body: JSON.stringify(current) }
    replies.set(current, made)
    return made
  }
}
