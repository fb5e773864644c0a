/** The OpenAPI document as it is served, and as the docs read it. */
import type { Service } from '@scheduling/core'
import type { AnyTRPCRouter } from '@trpc/server'
import { JSON_TYPE } from '../idempotency.ts'
import type { PublicReply } from '../public-routes.ts'
import type { RouteTable } from '../route-table.ts'
import { mondayOf } from './example-days.ts'
import { openApiDocument, type OpenApiDocument } from './document.ts'

type Made = {
  readonly router: AnyTRPCRouter
  readonly publicBaseUrl: string
  readonly monday: number
  readonly document: OpenApiDocument
}

/** The last one of the process: a second app of the same address takes it too. */
let latest: Made | null = null

/** The document, made once and kept until the week of its examples is over. */
export function cachedDocument(
  router: AnyTRPCRouter,
  table: RouteTable,
  service: Pick<Service, 'publicBaseUrl' | 'now'>,
): () => OpenApiDocument {
  let own: Made | null = null
  return () => {
    const now = service.now()
    const monday = mondayOf(now)
    const { publicBaseUrl } = service
    if (own?.monday === monday) return own.document
    const isOurs =
      latest?.router === router &&
      latest.publicBaseUrl === publicBaseUrl &&
      latest.monday === monday
    if (latest === null || !isOurs) {
      const document = openApiDocument(router, table.routes, publicBaseUrl, now)
      latest = { router, publicBaseUrl, monday, document }
    }
    own = latest
    return own.document
  }
}

const replies = new WeakMap<OpenApiDocument, PublicReply>()

/** Written once, as long as the document stays the same one. */
export function replyWith(document: OpenApiDocument): PublicReply {
  const known = replies.get(document)
  if (known !== undefined) return known
  const made = { contentType: JSON_TYPE, body: JSON.stringify(document) }
  replies.set(document, made)
  return made
}
