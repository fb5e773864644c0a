/** Of a key that the caller chose, as much as names it. */
const SHOWN_CHARACTERS = 128

/** `['client', 'phone']` → `client.phone`, `['service_ids', 1]` → `service_ids[1]`; an empty key is its map. */
export function fieldPath(path: readonly PropertyKey[]): string {
  let text = ''
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`
    else if (part !== '') text += text === '' ? shown(part) : `.${shown(part)}`
  }
  return text === '' ? 'body' : text
}

function shown(key: string | symbol): string {
  const text = String(key)
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text
}

/** Whether a field is this one, or stands in it. */
export function isWithin(field: string, outer: string): boolean {
  return field.startsWith(outer) && ['', '.', '['].includes(field.charAt(outer.length))
}
