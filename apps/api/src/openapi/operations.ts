/** One route of the table as an operation of the document. */
import { deprecationText, LIMITS, type RestEndpoint } from '@scheduling/core'
import { z } from 'zod'
import type {
  oas31,
  ZodOpenApiOperationObject,
  ZodOpenApiRequestBodyObject,
  ZodOpenApiResponseObject,
} from 'zod-openapi'
import { hasNoBody, queryKeys, offeredFields } from '../input-reader.ts'
import { STRICT } from '../preferences.ts'
import type { Route } from '../route-table.ts'
import { answerSchema } from './answer-schemas.ts'
import { exampleCall, exampleIdempotencyKey } from './example-calls.ts'
import type { ExampleDays } from './example-days.ts'
import { headerRefs } from './headers.ts'
import { capitalized, operationId } from './operation-id.ts'
import type { problemResponses } from './problem-responses.ts'
import { STANDARD_OUTCOMES } from './outcomes.ts'
import { recordedAnswer } from './recorded-answers.ts'
import { curlSample, sampleCall } from './samples.ts'
import { sdkSamples } from './sdk-sample.ts'

export type Generated = Pick<oas31.OperationObject, 'parameters' | 'tags'>

export type Surroundings = {
  readonly problems: ReturnType<typeof problemResponses>
  readonly days: ExampleDays
  readonly publicBaseUrl: string
}

/**
 * @param generated what trpc-to-openapi made of the procedure: its parameters and tags are kept
 */
export function operationOf(
  route: Route,
  generated: Generated,
  { problems, days, publicBaseUrl }: Surroundings,
): ZodOpenApiOperationObject {
  const { endpoint } = route
  const { rest } = endpoint
  const id = operationId(route.procedure)
  const requestBody = requestBodyOf(route, `${capitalized(id)}Body`, days)
  const offered = new Set(offeredFields(endpoint))
  const call = exampleCall(route.procedure, days)
  const examples = { ...call.others, ...call.sends }
  const parameters = [
    ...(generated.parameters ?? [])
      .filter((parameter) => '$ref' in parameter || offered.has(parameter.name))
      .map((parameter) => described(parameter, endpoint))
      .map((parameter) => withExample(parameter, examples)),
    ...queryBesideBody(endpoint, examples),
    ...(rest.idempotent === true
      ? [idempotencyKey(exampleIdempotencyKey(route.procedure, days))]
      : []),
  ]
  return {
    operationId: id,
    ...(rest.deprecated === undefined ? {} : { deprecated: true }),
    tags: [...(generated.tags ?? [rest.tag])],
    summary: rest.summary,
    description: descriptionOf(endpoint),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody === null ? {} : { requestBody }),
    responses: {
      ...successResponses(route, days, publicBaseUrl),
      ...problems(endpoint.allProblems, rest.idempotent === true),
    },
    'x-codeSamples': [
      { lang: 'Shell', label: 'curl', source: curlSample(route, days, publicBaseUrl) },
      ...sdkSamples(route, days, publicBaseUrl),
    ],
  }
}

function descriptionOf(endpoint: RestEndpoint): string {
  const needs = [
    endpoint.scope === null ? 'Any key' : `Scope \`${endpoint.scope}\``,
    ...(endpoint.feature === undefined ? [] : [`feature \`${endpoint.feature}\``]),
  ]
  const { description, deprecated } = endpoint.rest
  return [
    ...(deprecated === undefined ? [] : [`**${deprecationText(deprecated)}**`]),
    ...(description === undefined ? [] : [description]),
    `${needs.join(', ')}.`,
  ].join('\n\n')
}

/** The generator unwraps optional schemas and loses their descriptions. It does not know `name[key]=`. */
function described(
  parameter: oas31.ParameterObject | oas31.ReferenceObject,
  endpoint: RestEndpoint,
): oas31.ParameterObject | oas31.ReferenceObject {
  if ('$ref' in parameter) return parameter
  const { description, param } = metaOf(endpoint.input.shape[parameter.name])
  const { description: inner, ...schema } = asSchema(parameter.schema)
  const words = description ?? inner
  const { schema: _schema, ...rest } = parameter
  return {
    ...rest,
    ...(words === undefined ? {} : { description: words }),
    ...endOf(parameter.name, words, endpoint),
    ...(schema.type === 'object' ? { style: 'deepObject', explode: true } : {}),
    ...param,
    in: parameter.in,
    ...(isListOfObjects(schema) ? { content: { 'application/json': { schema } } } : { schema }),
  }
}

/** What a parameter or a field of the body says of its end. */
function endOf(
  name: string,
  words: string | undefined,
  { rest }: RestEndpoint,
): { deprecated?: true; description?: string } {
  const deprecation = rest.deprecatedFields?.[name]
  if (deprecation === undefined) return {}
  const text = deprecationText(deprecation)
  return { deprecated: true, description: words === undefined ? text : `${words} ${text}` }
}

/** In a query it is JSON. */
function isListOfObjects({ type, items }: oas31.SchemaObject): boolean {
  return type === 'array' && items !== undefined && asSchema(items).type === 'object'
}

/** A parameter can lack an example: a `cursor` is valid only when the previous page returned it. */
function withExample(
  parameter: oas31.ParameterObject | oas31.ReferenceObject,
  examples: Readonly<Record<string, unknown>>,
): oas31.ParameterObject | oas31.ReferenceObject {
  if ('$ref' in parameter || examples[parameter.name] === undefined) return parameter
  const example = examples[parameter.name]
  const json = parameter.content?.['application/json']
  if (json === undefined) return { ...parameter, example }
  return { ...parameter, content: { 'application/json': { ...json, example } } }
}

/** A parameter's schema is inline or a reference; a reference has no description to move. */
function asSchema(schema: oas31.ParameterObject['schema']): oas31.SchemaObject {
  return (schema ?? {}) as oas31.SchemaObject
}

function metaOf(schema: unknown): z.GlobalMeta {
  return schema instanceof z.ZodType ? (schema.meta() ?? {}) : {}
}

/** Query parameters of a route with a body, such as `expand`. The generator would put them in the body. */
function queryBesideBody(
  endpoint: RestEndpoint,
  examples: Readonly<Record<string, unknown>>,
): z.ZodType[] {
  if (hasNoBody(endpoint)) return []
  const offered = new Set(offeredFields(endpoint))
  return queryKeys(endpoint).flatMap((name) => {
    if (!offered.has(name)) return []
    const schema = endpoint.input.shape[name]
    if (!(schema instanceof z.ZodType)) return []
    const param = {
      ...schema.meta()?.param,
      ...endOf(name, schema.description, endpoint),
      name,
      in: 'query' as const,
      example: examples[name],
    }
    return [schema.meta({ param })]
  })
}

function requestBodyOf(
  route: Route,
  name: string,
  days: ExampleDays,
): ZodOpenApiRequestBodyObject | null {
  const { endpoint } = route
  if (endpoint.rest.body === 'none') return null
  const fields = Object.fromEntries(
    Object.entries(endpoint.input.shape)
      .filter(([key, schema]) => route.bodyNames.has(key) && !isRefused(schema))
      .map(([key, schema]) => [key, withEnd(key, schema, endpoint)]),
  )
  // A body without fields is read only to tell two requests with the same key apart.
  if (Object.keys(fields).length === 0) return null
  return {
    required: endpoint.rest.body === 'required',
    content: {
      'application/json': {
        schema: z.object(fields).meta({ id: name }),
        example: sampleCall(route, days).body ?? {},
      },
    },
  }
}

function withEnd(name: string, schema: z.core.$ZodType, endpoint: RestEndpoint) {
  if (endpoint.rest.deprecatedFields?.[name] === undefined || !(schema instanceof z.ZodType))
    return schema
  // Its own meta stays: it may name a component of the document.
  return schema.meta({ ...schema.meta(), ...endOf(name, schema.description, endpoint) })
}

/** A field of the record that this route refuses: the document does not offer it. */
function isRefused(schema: unknown): boolean {
  return metaOf(schema)['readOnly'] === true
}

function successResponses(
  { endpoint, procedure }: Route,
  days: ExampleDays,
  publicBaseUrl: string,
): Record<`${number}`, ZodOpenApiResponseObject> {
  const statuses = [...new Set(Object.values(endpoint.success))].sort((a, b) => a - b)
  const recorded = recordedAnswer(procedure, days, publicBaseUrl)
  const headers = headerRefs([
    'Preference-Applied',
    ...(endsSomewhere(endpoint) ? (['Deprecation', 'Sunset', 'Link'] as const) : []),
    ...(endpoint.rest.idempotent === true ? (['Idempotent-Replayed'] as const) : []),
  ])
  return Object.fromEntries(
    statuses.map((status) => [
      `${status}`,
      {
        description: Object.entries(endpoint.success)
          .filter(([, its]) => its === status)
          .map(([outcome]) => STANDARD_OUTCOMES[outcome] ?? `${capitalized(outcome)}.`)
          .join(' '),
        headers,
        ...(status === 204
          ? {}
          : {
              content: {
                'application/json': {
                  schema: answerSchema(endpoint.output),
                  ...(status === recorded.status ? { example: recorded.body } : {}),
                },
              },
            }),
      },
    ]),
  )
}

function endsSomewhere({ rest }: RestEndpoint): boolean {
  return rest.deprecated !== undefined || rest.deprecatedFields !== undefined
}

function idempotencyKey(example: string): oas31.ParameterObject {
  return {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: `Use a new value for each operation. If you send the same key with the same body again within ${LIMITS.idempotencyHours} hours, you get the first response again. The same key with another body is refused.`,
    schema: { type: 'string', minLength: 1, maxLength: LIMITS.idempotencyKeyCharacters },
    example,
  }
}

/** A parameter of every route. The document lists it once for each path. */
export const PREFER: oas31.ParameterObject = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description: `With \`${STRICT}\`, an unknown parameter or body field is refused (\`400\`, \`unknown_field\`). Otherwise it is ignored.`,
  schema: { type: 'string' },
  example: STRICT,
}
