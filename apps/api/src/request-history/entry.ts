/** What of a request goes into the request log. */
import type { RequestEntry } from '@scheduling/core'
import { z } from 'zod'
import type { Called, IdentifiedRequest } from '../request-id.ts'

type Ended = {
  /** Epoch milliseconds. */
  readonly receivedAt: number
  readonly status: number
  readonly seconds: number
}

/** Null: it carries no known key, or is not one that is kept. */
export function entryOf(request: IdentifiedRequest, ended: Ended): RequestEntry | null {
  const { holder, called, answered } = request
  if (holder === null || called === null || answered === null) return null
  return {
    id: request.requestId,
    organizationId: holder.organization.id,
    keyId: holder.caller.id,
    receivedAt: ended.receivedAt,
    method: request.method ?? '',
    route: answered.route.replace(/^[A-Z]+ /, ''),
    pathIds: pathIdsOf(called),
    status: ended.status,
    code: answered.code,
    faults:
      answered.errors?.map(({ field, code }) => ({
        field: namedField(field, called.input),
        code,
      })) ?? NO_FAULTS,
    durationMs: Math.round(ended.seconds * 1000),
    isReplayed: answered.isReplayed === true,
    times: 1,
  }
}

const NO_FAULTS: RequestEntry['faults'] = []

const STRING_ID = /^[a-z]{3}_[0-9a-hjkmnp-tv-z]{26}$/
const LARGEST_ID = 2_147_483_647

/** Those that a record can have. What callers write in their place is not kept. */
export function pathIdsOf({
  pathNames,
  pathValues,
}: Pick<Called, 'pathNames' | 'pathValues'>): RequestEntry['pathIds'] {
  const ids: Record<string, string | number> = {}
  pathNames.forEach((name, index) => {
    const value = pathValues[index] ?? ''
    if (/^[1-9]\d{0,9}$/.test(value) && Number(value) <= LARGEST_ID) ids[name] = Number(value)
    else if (STRING_ID.test(value)) ids[name] = value
  })
  return ids
}

type JsonSchema = {
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
}

const schemas = new WeakMap<z.ZodType, JsonSchema>()

/** The field with `*` in place of what the schema does not name, such as a key of `metadata` or an unknown parameter. */
export function namedField(field: string, input: z.ZodType | null): string {
  if (OURS.has(field)) return field
  let schemasHere: readonly JsonSchema[] = input === null ? [] : [schemaOf(input)]
  const named: string[] = []
  for (const [part, name, index] of field.matchAll(/([^.[\]]+)|\[(\d+)\]/g)) {
    schemasHere = schemasHere.flatMap(optionsOf)
    const next: JsonSchema[] = schemasHere.flatMap((schema) => {
      const inner =
        index === undefined
          ? Object.hasOwn(schema.properties ?? {}, name ?? '')
            ? schema.properties?.[name ?? '']
            : undefined
          : schema.items
      return inner === undefined ? [] : [inner]
    })
    if (next.length === 0) return named.length === 0 ? '*' : `${named.join('')}.*`
    named.push(index === undefined && named.length > 0 ? `.${part}` : part)
    schemasHere = next
  }
  return named.length === 0 ? '*' : named.join('')
}

/** Fields that no schema has: the request itself. */
const OURS: ReadonlySet<string> = new Set(['body', 'Idempotency-Key', 'Prefer'])

function optionsOf(schema: JsonSchema): readonly JsonSchema[] {
  return schema.anyOf === undefined ? [schema] : schema.anyOf.flatMap(optionsOf)
}

function schemaOf(input: z.ZodType): JsonSchema {
  const known = schemas.get(input)
  if (known !== undefined) return known
  const options = { io: 'input', unrepresentable: 'any', reused: 'inline' } as const
  const made = z.toJSONSchema(input, { ...options, metadata: z.registry() }) as JsonSchema
  schemas.set(input, made)
  return made
}
