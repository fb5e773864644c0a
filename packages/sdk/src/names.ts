/** Names of fields: snake_case on the wire, camelCase in code. Values stay as they are. */
import { MAPS } from './api-maps.ts'
import { codeName, wireName } from './spelling.ts'

/** An answer, an event or a part of one, with the names of code. */
export function fromWire(value: unknown): unknown {
  return renamed(value, codeName)
}

/** An input or a part of one, with the names of the wire. */
export function toWire(value: unknown): unknown {
  return renamed(value, wireName)
}

/** In a map, such as `metadata`, the names are data of the caller. */
function renamed(value: unknown, nameOf: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((element) => renamed(element, nameOf))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      nameOf(name),
      MAPS.has(wireName(name)) ? inner : renamed(inner, nameOf),
    ]),
  )
}
