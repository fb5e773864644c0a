/** What is known of the parts of a value: those of a map by name, of a list what each of its elements has. */
export type Shape = {
  /** Null: it is no map. */
  readonly fields: ReadonlyMap<string, Shape> | null
  /** Null: it is no list. */
  readonly element: Shape | null
  /** It may hold anything under any name. */
  readonly isOpen: boolean
}

/** A text, a number, a boolean, or what is always null. */
export const PLAIN: Shape = { fields: null, element: null, isOpen: false }
export const OPEN: Shape = { fields: null, element: null, isOpen: true }

export function mapOf(entries: Iterable<readonly [string, Shape]>): Shape {
  return { fields: new Map(entries), element: null, isOpen: false }
}

export function listOf(element: Shape): Shape {
  return { fields: null, element, isOpen: false }
}

/** A value that may be any of these: it has the parts of all. */
export function eitherOf(anyOf: readonly Shape[]): Shape {
  const shapes = Array.from(new Set(anyOf))
  const [first, ...others] = shapes
  if (first !== undefined && others.length === 0) return first
  if (shapes.some(({ isOpen }) => isOpen)) return OPEN
  const byName = new Map<string, Shape[]>()
  for (const [name, shape] of shapes.flatMap(({ fields }) => Array.from(fields ?? []))) {
    const same = byName.get(name)
    if (same === undefined) byName.set(name, [shape])
    else same.push(shape)
  }
  const elements = shapes.flatMap(({ element }) => element ?? [])
  return {
    fields: shapes.every(({ fields }) => fields === null)
      ? null
      : new Map(Array.from(byName, ([name, same]) => [name, eitherOf(same)])),
    element: elements.length === 0 ? null : eitherOf(elements),
    isOpen: false,
  }
}

/** Keys that customers choose, with what they like. */
const FREE_FIELDS: ReadonlySet<string> = new Set(['metadata'])

/** The shape of a sample that has every field. What is null in it has no parts. */
export function shapeOfSample(sample: unknown): Shape {
  if (Array.isArray(sample)) return listOf(eitherOf(sample.map(shapeOfSample)))
  if (typeof sample !== 'object' || sample === null) return PLAIN
  return mapOf(
    Object.entries(sample).map(([name, part]) => [
      name,
      FREE_FIELDS.has(name) ? OPEN : shapeOfSample(part),
    ]),
  )
}
