/** One route of the table as an operation of the document. */
import type { Endpoint } from '@scheduling/core'
import { LIMITS } from '@scheduling/core'
import { z } from 'zod'
import type {
  oas31,
  ZodOpenApiOperationObject,
  ZodOpenApiRequestBodyObject,
  ZodOpenApiResponseObject,
} from 'zod-openapi'
import { hasNoBody, queryKeys, offeredFields } from '../input-reader.ts'
import type { Route } from '../route-table.ts'
import { headerRefs } from './headers.ts'
import { capitalized, operationId } from './operation-id.ts'
import type { problemResponses } from './problem-responses.ts'
import { STANDARD_OUTCOMES } from './outcomes.ts'

export type Generated = Pick<oas31.OperationObject, 'parameters' | 'security' | 'tags'>

/**
 * @param generated what trpc-to-openapi made of the procedure: its parameters, security and tags are kept
 */
export function operationOf(
  route: Route,
  generated: Generated,
  problems: ReturnType<typeof problemResponses>,
): ZodOpenApiOperationObject {
  const { endpoint } = route
  const id = operationId(route.procedure)
  const requestBody = requestBodyOf(endpoint, `${capitalized(id)}Body`)
  const offered = new Set(offeredFields(endpoint))
  const parameters = [
    ...(generated.parameters ?? [])
      .filter((parameter) => '$ref' in parameter || offered.has(parameter.name))
      .map((parameter) => described(parameter, endpoint)),
    ...queryBesideBody(endpoint),
    ...(endpoint.idempotent === true ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ]
  return {
    operationId: id,
    tags: [...(generated.tags ?? [endpoint.tag])],
    summary: endpoint.summary,
    description: descriptionOf(endpoint),
    ...(generated.security === undefined ? {} : { security: generated.security }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody === null ? {} : { requestBody }),
    responses: {
      ...successResponses(endpoint),
      ...problems(endpoint.allProblems, endpoint.idempotent === true),
    },
  }
}

function descriptionOf(endpoint: Endpoint): string {
  const needs = [
    endpoint.scope === null ? 'Any key' : `Scope \`${endpoint.scope}\``,
    ...(endpoint.feature === undefined ? [] : [`feature \`${endpoint.feature}\``]),
  ]
  return [
    ...(endpoint.description === undefined ? [] : [endpoint.description]),
    `${needs.join(', ')}.`,
  ].join('\n\n')
}

/** The generator unwraps what is optional, and what was said of it is lost; it knows no `name[key]=`. */
function described(
  parameter: oas31.ParameterObject | oas31.ReferenceObject,
  endpoint: Endpoint,
): oas31.ParameterObject | oas31.ReferenceObject {
  if ('$ref' in parameter) return parameter
  const { description, param } = metaOf(endpoint.input.shape[parameter.name])
  const { description: inner, ...schema } = asSchema(parameter.schema)
  const words = description ?? inner
  return {
    ...parameter,
    ...(words === undefined ? {} : { description: words }),
    ...(schema.type === 'object' ? { style: 'deepObject', explode: true } : {}),
    ...param,
    in: parameter.in,
    schema,
  }
}

/** A parameter's schema is inline or a reference; a reference has no description to move. */
function asSchema(schema: oas31.ParameterObject['schema']): oas31.SchemaObject {
  return (schema ?? {}) as oas31.SchemaObject
}

function metaOf(schema: unknown): z.GlobalMeta {
  return schema instanceof z.ZodType ? (schema.meta() ?? {}) : {}
}

/** `expand` and the like on a route with a body: the generator would look for them in the body. */
function queryBesideBody(endpoint: Endpoint): z.ZodType[] {
  if (hasNoBody(endpoint)) return []
  const offered = new Set(offeredFields(endpoint))
  return queryKeys(endpoint).flatMap((name) => {
    if (!offered.has(name)) return []
    const schema = endpoint.input.shape[name]
    if (!(schema instanceof z.ZodType)) return []
    return [schema.meta({ param: { ...schema.meta()?.param, name, in: 'query' } })]
  })
}

function requestBodyOf(endpoint: Endpoint, name: string): ZodOpenApiRequestBodyObject | null {
  if (endpoint.body === 'none') return null
  const elsewhere = new Set([
    ...queryKeys(endpoint),
    ...[...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => key),
  ])
  const fields = Object.fromEntries(
    Object.entries(endpoint.input.shape).filter(([key]) => !elsewhere.has(key)),
  )
  // A body without fields is read only to tell two requests with one key apart.
  if (Object.keys(fields).length === 0) return null
  const body = z.object(fields).meta({ id: name })
  return {
    required: endpoint.body === 'required',
    content: {
      'application/json': { schema: endpoint.body === 'optional' ? body.nullable() : body },
    },
  }
}

function successResponses(endpoint: Endpoint): Record<`${number}`, ZodOpenApiResponseObject> {
  const statuses = [...new Set(Object.values(endpoint.success))].sort((a, b) => a - b)
  const headers = headerRefs(endpoint.idempotent === true ? ['Idempotent-Replayed'] : [])
  return Object.fromEntries(
    statuses.map((status) => [
      `${status}`,
      {
        description: Object.entries(endpoint.success)
          .filter(([, its]) => its === status)
          .map(([outcome]) => STANDARD_OUTCOMES[outcome] ?? `${capitalized(outcome)}.`)
          .join(' '),
        headers,
        ...(status === 204 ? {} : { content: { 'application/json': { schema: endpoint.output } } }),
      },
    ]),
  )
}

export const IDEMPOTENCY_KEY: oas31.ParameterObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: `One value per operation. The same key with the same body within ${LIMITS.idempotencyHours} hours answers the same again; with another body it is refused.`,
  schema: { type: 'string', minLength: 1, maxLength: LIMITS.idempotencyKeyCharacters },
  example: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
}
