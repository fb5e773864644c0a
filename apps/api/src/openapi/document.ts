/** The OpenAPI document, made from the table that the server runs on. */
import type { AnyTRPCRouter } from '@trpc/server'
import { generateOpenApiDocument } from 'trpc-to-openapi'
import { createDocument, type oas31, type ZodOpenApiPathsObject } from 'zod-openapi'
import type { Route } from '../route-table.ts'
import { DELIVERED_EVENT } from './event-schemas.ts'
import { exampleDays } from './example-days.ts'
import { HEADERS } from './headers.ts'
import { INTRODUCTION } from './introduction.ts'
import { descriptionOperation } from './description-operation.ts'
import { OPENAPI_PATH } from './path.ts'
import { operationOf, PREFER, type Generated } from './operations.ts'
import { problemExamples, problemResponses, ProblemShape } from './problem-responses.ts'
import { TAGS } from './tags.ts'
import { tidyDocument, tidySchema, withoutUnused } from './tidy.ts'
import { withoutRequestDefaults } from './request-defaults.ts'
import { DELIVERY_HEADERS, webhookCallbacks, webhookOperations } from './webhook-operations.ts'

export type OpenApiDocument = oas31.OpenAPIObject

const TITLE = 'Scheduling API'
const VERSION = '1.0.0'
const SECURITY_SCHEMES = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key of the organization: `Authorization: Bearer <API key>`.',
  },
} as const

/**
 * @param publicBaseUrl where the API is seen from outside, without a trailing slash
 * @param now epoch milliseconds: the examples are about its week
 */
export function openApiDocument(
  router: AnyTRPCRouter,
  routes: readonly Route[],
  publicBaseUrl: string,
  now: number,
): OpenApiDocument {
  const generated = generateOpenApiDocument(router, {
    title: TITLE,
    version: VERSION,
    baseUrl: publicBaseUrl,
    securitySchemes: SECURITY_SCHEMES,
  })
  const problems = problemResponses()
  const surroundings = { problems, publicBaseUrl, days: exampleDays(now) }
  const paths: ZodOpenApiPathsObject = { [OPENAPI_PATH]: { get: descriptionOperation(problems) } }
  for (const route of routes) {
    const method = lowered(route.method)
    const operation: Generated = generated.paths?.[route.path]?.[method] ?? {}
    paths[route.path] = {
      parameters: [{ $ref: '#/components/parameters/Prefer' }],
      ...paths[route.path],
      [method]: operationOf(route, operation, surroundings),
    }
  }
  const creation = paths['/v1/webhooks']?.post
  if (creation !== undefined) creation.callbacks = webhookCallbacks()
  const document = createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: TITLE,
        version: VERSION,
        description: INTRODUCTION,
        license: { name: 'All rights reserved', identifier: 'LicenseRef-UNLICENSED' },
      },
      servers: [{ url: publicBaseUrl }],
      security: [{ apiKey: [] }],
      tags: tagsOf(routes),
      paths,
      webhooks: webhookOperations(surroundings.days),
      components: {
        securitySchemes: SECURITY_SCHEMES,
        schemas: { WebhookEvent: DELIVERED_EVENT, Problem: ProblemShape },
        headers: HEADERS,
        parameters: { Prefer: PREFER, ...DELIVERY_HEADERS },
        examples: problemExamples(publicBaseUrl),
      },
    },
    { override: tidySchema },
  )
  return withoutUnused(withoutRequestDefaults(tidyDocument(document)))
}

function lowered(method: Route['method']): Lowercase<Route['method']> {
  return method.toLowerCase() as Lowercase<Route['method']>
}

function tagsOf(routes: readonly Route[]): oas31.TagObject[] {
  const used = new Set(routes.map((route) => route.endpoint.rest.tag))
  const known = Object.entries(TAGS).map(([name, description]) => ({ name, description }))
  return [
    ...known,
    ...[...used].filter((name) => TAGS[name] === undefined).map((name) => ({ name })),
  ]
}
