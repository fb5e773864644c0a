import type { ZodOpenApiOperationObject } from 'zod-openapi'
import { headerRefs } from './headers.ts'
import type { problemResponses } from './problem-responses.ts'

/** The one route of `/v1` that is not a procedure: this document. */
export function descriptionOperation(
  problems: ReturnType<typeof problemResponses>,
): ZodOpenApiOperationObject {
  return {
    operationId: 'getOpenApiDocument',
    tags: ['Account'],
    summary: 'This document',
    description: 'The OpenAPI description of the API. No key is needed.',
    security: [],
    responses: {
      '200': {
        description: 'Done.',
        headers: headerRefs(),
        content: { 'application/json': { schema: { type: 'object' } } },
      },
      ...problems(['rate_limited'], false),
    },
  }
}
