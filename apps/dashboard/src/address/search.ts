/**
 * Filters in the address. A value that is not valid is left out, and so is one that says nothing: an address that
 * a user typed or an old link never breaks a page.
 */
import { isDate } from '@scheduling/availability'

type Read<T> = (value: unknown) => T | undefined

/** A text of at most `most` characters. */
export function text(most = 200): Read<string> {
  return (value) =>
    (typeof value === 'string' || typeof value === 'number') && value !== ''
      ? String(value).slice(0, most)
      : undefined
}

export function oneOf<const T extends string>(...values: readonly T[]): Read<T> {
  return (value) => values.find((one) => one === value)
}

/** Several of these, in one list. */
export function someOf<const T extends string>(...values: readonly T[]): Read<readonly T[]> {
  return (value) => {
    const asked: readonly unknown[] = Array.isArray(value) ? value : [value]
    const found = values.filter((one) => asked.includes(one))
    return found.length === 0 ? undefined : found
  }
}

/** The id of a record. */
export function id(): Read<number> {
  return (value) =>
    Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined
}

/** `YYYY-MM-DD` of an existing date. */
export function date(): Read<string> {
  return (value) => (typeof value === 'string' && isDate(value) ? value : undefined)
}

/** Something that is there or not: `1`. */
export function mark(): Read<1> {
  return (value) => (Number(value) === 1 ? 1 : undefined)
}

type Found<Shape> = {
  [Name in keyof Shape]?: Shape[Name] extends Read<infer T> ? T | undefined : never
}

/** `searchOf({ status: oneOf('PAID', 'PENDING'), client_id: id() })` for `validateSearch` of a route. */
export function searchOf<const Shape extends Readonly<Record<string, Read<unknown>>>>(
  shape: Shape,
): (search: Record<string, unknown>) => Found<Shape> {
  return (search) =>
    // A name without a value has to be there too: the router keeps what stands in the address where it is left out.
    Object.fromEntries(
      Object.entries(shape).map(([name, read]) => [name, read(search[name])]),
    ) as Found<Shape>
}
