/** `GET /v1/openapi.json`. */
import type { Service } from '@scheduling/core'
import type { AnyTRPCRouter } from '@trpc/server'
import { JSON_TYPE } from '../idempotency.ts'
import type { KeylessReply, KeylessRoutes } from '../keyless.ts'
import type { RouteTable } from '../route-table.ts'
import { OPENAPI_PATH } from './description-operation.ts'
import { openApiDocument, type OpenApiDocument } from './document.ts'

/** The document, made at the first call and kept. */
export function cachedDocument(
  router: AnyTRPCRouter,
  table: RouteTable,
  service: Pick<Service, 'publicBaseUrl'>,
): () => OpenApiDocument {
  let made: OpenApiDocument | null = null
  return () => (made ??= openApiDocument(router, table.routes, service.publicBaseUrl))
}

/** A blocked address is refused on every path of `/v1`, so here too. */
export function openApiRoutes(document: () => OpenApiDocument): KeylessRoutes {
  let made: KeylessReply | null = null
  return {
    refusesBlockedAddresses: true,
    at: (path) =>
      path === OPENAPI_PATH
        ? async () => (made ??= { contentType: JSON_TYPE, body: JSON.stringify(document()) })
        : null,
  }
}
