/** Names of fields as code has them, by a JSON schema: what is a map there keeps its keys, which are data. */

/** Of a JSON schema, what tells whether the keys of an object are names or data. */
export type NamedShape = {
  readonly $ref?: string
  readonly anyOf?: readonly NamedShape[]
  readonly oneOf?: readonly NamedShape[]
  readonly items?: NamedShape
  readonly properties?: Readonly<Record<string, NamedShape>>
  readonly const?: unknown
}

/** `first_name` → `firstName` */
export function codeName(name: string): string {
  return name.replaceAll(/_[a-z]/g, (found) => found.slice(1).toUpperCase())
}

/**
 * Renames the fields of a value of the wire. Values stay as they are, and so do keys that the schema does not name.
 *
 * @param root the document that the references of the schema point into
 */
export function withCodeNames(value: unknown, schema: NamedShape, root: object): unknown {
  const shape = shapeOf(value, schema, root)
  if (Array.isArray(value)) {
    const { items = {} } = shape
    return value.map((one) => withCodeNames(one, items, root))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const field = ownField(shape, key)
      return field === undefined ? [key, inner] : [codeName(key), withCodeNames(inner, field, root)]
    }),
  )
}

function ownField({ properties = {} }: NamedShape, key: string): NamedShape | undefined {
  return Object.hasOwn(properties, key) ? properties[key] : undefined
}

/** The shape behind references, and of those of a union the one that the value is of. */
function shapeOf(value: unknown, schema: NamedShape, root: object): NamedShape {
  const { $ref, anyOf, oneOf } = schema
  if ($ref !== undefined) return shapeOf(value, pointedAt($ref, root), root)
  const options = (anyOf ?? oneOf)?.map((option) => shapeOf(value, option, root))
  return options?.find((option) => isOf(value, option, root)) ?? schema
}

/** Members of a union of records differ by constants, such as the `type` of an event. */
function isOf(value: unknown, shape: NamedShape, root: object): boolean {
  if (Array.isArray(value)) return shape.items !== undefined
  if (typeof value !== 'object' || value === null) return false
  return (
    shape.properties !== undefined &&
    Object.entries(shape.properties).every(([name, inner]) => {
      const { const: only } = shapeOf(undefined, inner, root)
      return only === undefined || only === Reflect.get(value, name)
    })
  )
}

function pointedAt(reference: string, root: object): NamedShape {
  const found = reference
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (at, step) => (typeof at === 'object' && at !== null ? Reflect.get(at, step) : undefined),
      root,
    )
  if (typeof found !== 'object' || found === null) {
    throw new Error(`Nothing stands behind ${reference}.`)
  }
  return found
}
