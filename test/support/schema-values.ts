/** Values made by chance from a schema of the OpenAPI document: mostly good, often at the boundary, now and then hostile. */
import type { ApiDocument, Schema, Values } from './document.ts'
import { HOSTILE } from './hostile-values.ts'

export type Random = () => number

export type Maker = {
  readonly document: ApiDocument
  /** Ids and the like that exist, by the names of their fields. */
  readonly values: Values
  readonly random: Random
}

export function pick<const Value>(random: Random, from: readonly Value[]): Value {
  const picked = from[Math.floor(random() * from.length)]
  if (picked === undefined && from.length === 0) throw new Error('Nothing to pick from.')
  return picked as Value
}

/** Mostly what the schema allows. */
export function mutated(maker: Maker, schema: Schema, depth: number): unknown {
  return maker.random() < 0.8 && depth < 6
    ? valid(maker, schema, depth)
    : pick(maker.random, HOSTILE)
}

/** A value that the schema allows, often at its edge. */
export function valid(maker: Maker, schema: Schema, depth: number): unknown {
  const { random, document } = maker
  const resolved = document.resolve(schema)
  const options = resolved.anyOf ?? resolved.oneOf
  if (options !== undefined) return valid(maker, pick(random, options), depth + 1)
  if (resolved.const !== undefined) return resolved.const
  if (resolved.enum !== undefined) return pick(random, resolved.enum)
  const type =
    typeof resolved.type === 'string' ? resolved.type : pick(random, resolved.type ?? ['string'])
  if (type === 'null') return null
  if (type === 'boolean') return random() < 0.5
  if (type === 'integer' || type === 'number') {
    const { minimum = 0, maximum = 2_147_483_647 } = resolved
    return pick(random, [minimum, minimum + 1, maximum, Math.min(maximum, 30)])
  }
  if (type === 'array') {
    const { minItems = 0, maxItems = 3 } = resolved
    const length = pick(random, [
      minItems,
      Math.min(maxItems, minItems + 1),
      Math.min(maxItems, 60),
    ])
    return Array.from({ length: depth > 3 ? 0 : length }, () =>
      mutated(maker, resolved.items ?? {}, depth + 1),
    )
  }
  if (type === 'object') return objectOf(maker, resolved, depth)
  if (resolved.example !== undefined && random() < 0.7) return resolved.example
  if (resolved.format === 'date') return pick(random, ['2026-11-23', '2026-02-28', '1900-01-01'])
  if (resolved.format === 'date-time') {
    return pick(random, ['2026-11-23T09:00:00-03:00', '2026-11-24T10:15:00Z'])
  }
  const { minLength = 0, maxLength = 40 } = resolved
  const length = pick(random, [Math.max(1, minLength), minLength, maxLength])
  return pick(random, ['a', 'é', '\u{1f600}', ' a']).repeat(length).slice(0, Math.max(1, length))
}

function objectOf(maker: Maker, schema: Schema, depth: number): unknown {
  const { random, values } = maker
  const members: Record<string, unknown> = Object.create(null)
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const isRequired = schema.required?.includes(name) === true
    if (random() > (isRequired ? 0.95 : 0.4)) continue
    members[name] =
      name in values && random() < 0.8 ? values[name] : mutated(maker, property, depth + 1)
  }
  if (typeof schema.additionalProperties === 'object') {
    const count = pick(random, [0, 1, 3, 51])
    for (let index = 0; index < count; index += 1) {
      const name = pick(random, [
        'crm_id',
        'a',
        `k${index}`,
        '',
        'x y',
        'é',
        'x'.repeat(41),
        'toString',
      ])
      members[name] = mutated(maker, schema.additionalProperties, depth + 1)
    }
  }
  if (random() < 0.1) members[pick(random, ['unknown', 'status', 'id', 'toJSON', '$ne'])] = 1
  return members
}
