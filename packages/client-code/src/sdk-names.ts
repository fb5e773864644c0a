/** Names of fields in all that is sent and answered, and which of them hold maps. */
import { answerSchema, DELIVERED_EVENT, type Route } from '@scheduling/api'
import { z } from 'zod'
import { codeName, wireName } from '@scheduling/sdk/spelling'

/**
 * Fields whose names inside are data, and are not to be renamed.
 *
 * @throws when a name means a map in one place and a record in another: names alone could not tell them apart
 */
export function mapNames(routes: readonly Route[]): string[] {
  const { maps, records } = walked(routes)
  const both = [...maps].filter((name) => records.has(name))
  if (both.length > 0) throw new Error(`Maps in one place, and records in another: ${both.join()}.`)
  return [...maps].sort()
}

/**
 * Every name of a field on the wire.
 *
 * @throws when a name would not come back from code as it was
 */
export function fieldNames(routes: readonly Route[]): ReadonlySet<string> {
  const { names } = walked(routes)
  const lost = [...names].filter((name) => wireName(codeName(name)) !== name)
  if (lost.length > 0) throw new Error(`Names that camelCase does not keep: ${lost.join()}.`)
  return names
}

type Walked = {
  readonly names: Set<string>
  readonly maps: Set<string>
  readonly records: Set<string>
}

function walked(routes: readonly Route[]): Walked {
  const found: Walked = { names: new Set(), maps: new Set(), records: new Set() }
  const seen = new Set<z.core.$ZodType>()
  const walk = (schema: z.core.$ZodType, field: string): void => {
    if (isRefused(schema)) return
    const { def } = (schema as z.core.$ZodTypes)._zod
    const isMap = def.type === 'record' || def.type === 'unknown' || def.type === 'any'
    if (isMap) found.maps.add(field)
    if (isRenamedWithin(schema)) found.records.add(field)
    if (seen.has(schema)) return
    if (def.type === 'object') {
      seen.add(schema)
      for (const [name, inner] of Object.entries(def.shape)) {
        found.names.add(name)
        walk(inner, name)
      }
    }
    if (!isMap) for (const inner of within(def)) walk(inner, field)
  }
  for (const { endpoint } of routes) {
    walk(endpoint.input, '')
    walk(answerSchema(endpoint.output), '')
  }
  walk(DELIVERED_EVENT, '')
  return found
}

/** A field of the record that a route refuses may be anything. */
function isRefused(schema: z.core.$ZodType): boolean {
  return z.globalRegistry.get(schema)?.['readOnly'] === true
}

/** Whether there are names that code spells differently. `from` and `to` of a change are the same in both. */
function isRenamedWithin(
  schema: z.core.$ZodType,
  around: readonly z.core.$ZodType[] = [],
): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (around.includes(schema)) return false
  const parts =
    def.type === 'object' ? Object.entries(def.shape) : within(def).map((one) => ['', one] as const)
  return parts.some(
    ([name, inner]) => codeName(name) !== name || isRenamedWithin(inner, [...around, schema]),
  )
}

function within(def: z.core.$ZodTypes['_zod']['def']): readonly z.core.$ZodType[] {
  switch (def.type) {
    case 'array':
      return [def.element]
    case 'union':
      return def.options
    case 'nullable':
    case 'optional':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return [def.innerType]
    case 'pipe':
      return [def.in, def.out]
    case 'intersection':
      return [def.left, def.right]
    default:
      return []
  }
}
