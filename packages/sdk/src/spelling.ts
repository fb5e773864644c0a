/** The two spellings of a name: snake_case on the wire, camelCase in code. */

/** `first_name` → `firstName` */
export function codeName(name: string): string {
  return name.replaceAll(/_[a-z]/g, (found) => found.slice(1).toUpperCase())
}

/** `firstName` → `first_name` */
export function wireName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (found) => `_${found.toLowerCase()}`)
}
