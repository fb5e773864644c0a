/**
 * How long each text, list and map of an input can be. The bounds are read from the schema of the input, and
 * checked before anything else is done with it: strangers choose the input, and parsing it costs time.
 */
import { z } from 'zod'
import { LIMITS } from './limits.ts'
import { fieldPath } from './field-path.ts'
import type { FieldCode, FieldError } from './problems.ts'

export type Bounded = {
  /** The input without what is too long. The schema then finds the other faults in it. */
  readonly kept: unknown
  readonly faults: readonly FieldError[]
}

export type Bounds = {
  /** @param isStrict whether a field that the schema does not know is a fault too */
  readonly apply: (input: unknown, isStrict: boolean) => Bounded
  /** Texts, lists and maps whose schema names no maximum. A test fails if there are any. */
  readonly uncapped: readonly string[]
}

/** For a schema that names no maximum. */
const UNNAMED = { characters: 4096, entries: 200 }

type JsonSchema = {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, JsonSchema>>
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: JsonSchema | boolean
  readonly maxLength?: number
  readonly maxItems?: number
  readonly maxProperties?: number
}

const known = new WeakMap<z.ZodType, Bounds>()

/** Compiled at the first call for a schema. */
export function boundsOf(schema: z.ZodType): Bounds {
  let bounds = known.get(schema)
  if (bounds === undefined) {
    bounds = compile(schema)
    known.set(schema, bounds)
  }
  return bounds
}

function compile(schema: z.ZodType): Bounds {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const uncapped: string[] = []
  const walk = new Compiler(root, uncapped).walk(root, '')
  return {
    uncapped,
    apply(input, isStrict) {
      const list = new FaultList(isStrict)
      const kept = walk(input, list)
      return { kept, faults: list.faults }
    },
  }
}

/** Checks a value and returns it; undefined, or a copy without the parts that are too long, if it is too long. */
type Walk = (value: unknown, list: FaultList) => unknown

class FaultList {
  readonly faults: FieldError[] = []
  readonly path: PropertyKey[] = []
  readonly isStrict: boolean

  constructor(isStrict: boolean) {
    this.isStrict = isStrict
  }

  get isFull(): boolean {
    return this.faults.length >= LIMITS.faultsPerAnswer
  }

  add(code: FieldCode, message: string): void {
    if (!this.isFull) this.faults.push({ field: fieldPath(this.path), code, message })
  }

  /** What `walk` returns for a member. */
  inside(key: PropertyKey, value: unknown, walk: Walk): unknown {
    this.path.push(key)
    const kept = walk(value, this)
    this.path.pop()
    return kept
  }
}

class Compiler {
  readonly #root: JsonSchema
  readonly #uncapped: string[]

  constructor(root: JsonSchema, uncapped: string[]) {
    this.#root = root
    this.#uncapped = uncapped
  }

  walk(schema: JsonSchema, name: string): Walk {
    const { $ref, anyOf, oneOf, type } = schema
    if ($ref !== undefined) return this.walk(this.#resolved($ref), name)
    const options = anyOf ?? oneOf
    if (options !== undefined) return this.#either(options, name)
    if (schema.enum !== undefined || schema.const !== undefined) return asItIs
    if (type === 'string') return this.#text(schema, name)
    if (type === 'array') return this.#list(schema, name)
    if (type !== 'object') return asItIs
    return typeof schema.additionalProperties === 'object'
      ? this.#map(schema, schema.additionalProperties, name)
      : this.#record(schema.properties ?? {}, name)
  }

  #resolved(reference: string): JsonSchema {
    const schema = this.#root.$defs?.[reference.slice('#/$defs/'.length)]
    if (schema === undefined) throw new Error(`The input schema lacks ${reference}.`)
    return schema
  }

  #cap(named: number | undefined, name: string, otherwise: number): number {
    if (named === undefined) this.#uncapped.push(name)
    return named ?? otherwise
  }

  /** A schema counts characters, usually after trimming. So twice as many code units pass here. */
  #text({ maxLength }: JsonSchema, name: string): Walk {
    const most = this.#cap(maxLength, name, UNNAMED.characters)
    return (value, list) => {
      if (typeof value !== 'string') return value
      if (value.length > 2 * most) {
        list.add('too_long', `At most ${most} characters.`)
        return undefined
      }
      if (!isStorable(value)) list.add('invalid_value', NOT_STORABLE)
      return value
    }
  }

  #list({ items = {}, maxItems }: JsonSchema, name: string): Walk {
    const most = this.#cap(maxItems, name, UNNAMED.entries)
    const walk = this.walk(items, `${name}[]`)
    return (value, list) => {
      if (!Array.isArray(value)) return value
      if (value.length > most) {
        list.add('too_many', `At most ${most} entries.`)
        return undefined
      }
      const kept = value.map((element: unknown, index) => list.inside(index, element, walk))
      return kept.every((element, index) => element === value[index]) ? value : kept
    }
  }

  #map({ maxProperties }: JsonSchema, values: JsonSchema, name: string): Walk {
    const most = this.#cap(maxProperties, name, UNNAMED.entries)
    const walk = this.walk(values, `${name}.*`)
    return (value, list) => {
      if (!isObject(value)) return value
      const keys = Object.keys(value)
      if (keys.length > most) {
        list.add('too_many', `At most ${most} keys.`)
        return undefined
      }
      return copied(value, keys, list, (key, inner) => {
        // The schema has a closer rule for its keys.
        if (key.length > LIMITS.mapKeyCharacters) {
          list.add('too_long', `A key has at most ${LIMITS.mapKeyCharacters} characters.`)
          return undefined
        }
        if (!isStorable(key)) list.add('invalid_value', NOT_STORABLE)
        return walk(inner, list)
      })
    }
  }

  #record(properties: Readonly<Record<string, JsonSchema>>, name: string): Walk {
    const prefix = name === '' ? '' : `${name}.`
    const members = new Map(
      Object.entries(properties).map(([key, schema]) => [key, this.walk(schema, prefix + key)]),
    )
    const names = [...members.keys()]
    return (value, list) => {
      if (!isObject(value)) return value
      if (list.isStrict) tellUnknown(value, members, list)
      return copied(value, names, list, (key, inner) => members.get(key)?.(inner, list) ?? inner)
    }
  }

  /** Tries the forms that fit the type of the value. If each has faults, those of the first are list. */
  #either(options: readonly JsonSchema[], name: string): Walk {
    const walks = options
      .filter(({ type }) => type !== 'null')
      .map((option) => ({ kind: this.#kind(option), walk: this.walk(option, name) }))
    const [only, ...others] = walks
    if (only === undefined) return asItIs
    if (others.length === 0) return only.walk
    return (value, list) => {
      const fitting = walks.filter(({ kind }) => kind === kindOf(value))
      let first: { readonly kept: unknown; readonly faults: readonly FieldError[] } | null = null
      for (const { walk } of fitting) {
        const attempt = new FaultList(list.isStrict)
        attempt.path.push(...list.path)
        const kept = walk(value, attempt)
        if (attempt.faults.length === 0) return kept
        first ??= { kept, faults: attempt.faults }
      }
      if (first === null) return value
      for (const fault of first.faults) if (!list.isFull) list.faults.push(fault)
      return first.kept
    }
  }

  #kind(schema: JsonSchema): string | undefined {
    return schema.$ref === undefined ? schema.type : this.#kind(this.#resolved(schema.$ref))
  }
}

const asItIs: Walk = (value) => value

export const NOT_STORABLE =
  'The text contains a character that cannot be stored: NUL, or half of a surrogate pair.'

/** Whether PostgreSQL can keep it. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value itself, or a copy of these members when one of them was not kept as it is. */
function copied(
  value: Readonly<Record<string, unknown>>,
  keys: readonly string[],
  list: FaultList,
  kept: (key: string, inner: unknown) => unknown,
): Readonly<Record<string, unknown>> {
  const present = keys.filter((key) => Object.hasOwn(value, key))
  const pairs = present.map((key): [string, unknown] => [
    key,
    list.inside(key, value[key], (inner) => kept(key, inner)),
  ])
  return pairs.every(([key, inner]) => inner === value[key]) ? value : Object.fromEntries(pairs)
}

function tellUnknown(
  value: Readonly<Record<string, unknown>>,
  members: ReadonlyMap<string, unknown>,
  list: FaultList,
): void {
  for (const key of Object.keys(value)) {
    if (list.isFull) return
    if (members.has(key)) continue
    list.inside(key, null, () => list.add('unknown_field', UNKNOWN_FIELD))
  }
}

/** What `Prefer: handling=strict` refuses. */
export const UNKNOWN_FIELD =
  'This field does not exist here. It is refused because of `Prefer: handling=strict`.'
