/** `GET /v1/openapi.json`: needs no key. */
import { Problem, PROBLEMS, type Service } from '@scheduling/core'
import type { AnyTRPCRouter } from '@trpc/server'
import type { NextFunction, Request, Response } from 'express'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { clientAddress } from '../client-address.ts'
import { JSON_TYPE } from '../idempotency.ts'
import { PROBLEM_TYPE, problemBody } from '../problem-json.ts'
import type { RateLimits } from '../rate-limits/rate-limits.ts'
import { writeLimitHeaders, type RestRequest } from '../rest.ts'
import type { RouteTable } from '../route-table.ts'
import { OPENAPI_PATH } from './description-operation.ts'
import { openApiDocument, type OpenApiDocument } from './document.ts'

type Options = {
  readonly service: Pick<Service, 'publicBaseUrl'>
  readonly router: AnyTRPCRouter
  readonly table: RouteTable
  readonly limits: RateLimits
  readonly trustedProxies: number
}

/** Made at the first call, once. */
export function cachedDocument(
  options: Pick<Options, 'router' | 'table' | 'service'>,
): () => OpenApiDocument {
  let made: OpenApiDocument | null = null
  return () =>
    (made ??= openApiDocument(options.router, options.table.routes, options.service.publicBaseUrl))
}

/** Answers requests for the document, and passes every other one on. */
export function openApiDoor(options: Options & { readonly document: () => OpenApiDocument }) {
  let json: string | null = null
  return (request: Request, response: Response, next: NextFunction): void => {
    if (request.path !== OPENAPI_PATH) {
      next()
      return
    }
    const send = async (): Promise<void> => {
      await limitHeaders(options, request, response)
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        throw new Problem('method_not_allowed', 'This path has: GET.')
      }
      json ??= JSON.stringify(options.document())
      write(request, response, 200, JSON_TYPE, json)
    }
    send().catch((error: unknown) => {
      if (!(error instanceof Problem)) {
        next(error)
        return
      }
      if (error.code === 'method_not_allowed') response.setHeader('Allow', 'GET')
      if (error.retryAfterSeconds !== null) {
        response.setHeader('Retry-After', error.retryAfterSeconds)
      }
      const requestId = requestIdOf(request)
      const body = problemBody(error, requestId, options.service.publicBaseUrl)
      write(request, response, PROBLEMS[error.code].status, PROBLEM_TYPE, body)
    })
  }
}

/** A blocked address is refused on every path of `/v1`. */
async function limitHeaders(
  options: Options,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const verdict = await options.limits.lookAtAddress(clientAddress(request, options.trustedProxies))
  writeLimitHeaders(response, verdict)
  if (!verdict.allowed) {
    throw new Problem('rate_limited', 'This address sent too many invalid keys.', {
      retryAfterSeconds: verdict.retryAfterSeconds ?? 1,
    })
  }
}

function write(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  contentType: string,
  body: string,
): void {
  response.statusCode = status
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('Content-Type', contentType)
  response.setHeader('Content-Length', Buffer.byteLength(body))
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** The first middleware of the app gave it one. */
function requestIdOf(request: IncomingMessage): string {
  return (request as RestRequest).requestId
}
