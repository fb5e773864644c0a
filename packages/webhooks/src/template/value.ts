import { TemplateFault, isForbiddenKey, type Position } from './template.ts'

/** What a template can hold: JSON, its maps without prototype. Never a function. */
export type Value = string | number | boolean | null | Value[] | ValueMap
export type ValueMap = { [key: string]: Value }

const MOST_DEPTH = 32
const MOST_PARTS = 20_000

/**
 * A copy of JSON that carries nothing of the original: maps without prototype, own enumerable
 * string keys only, the three keys that JavaScript treats specially left out. Anything that is no
 * JSON (functions, symbols, undefined) becomes null.
 */
export function copyJson(source: unknown): Value {
  let parts = 0
  const copy = (value: unknown, depth: number): Value => {
    parts += 1
    if (parts > MOST_PARTS || depth > MOST_DEPTH) {
      throw new TemplateFault('template_error', 'the event is too large for templates', null)
    }
    if (typeof value === 'string' || typeof value === 'boolean') return value
    if (typeof value === 'number') return Number.isFinite(value) ? value : null
    if (Array.isArray(value)) return value.map((part: unknown) => copy(part, depth + 1))
    if (typeof value !== 'object' || value === null) return null
    const map = emptyMap()
    for (const [key, part] of Object.entries(value)) {
      if (!isForbiddenKey(key)) map[key] = copy(part, depth + 1)
    }
    return map
  }
  return copy(source, 0)
}

export function emptyMap(): ValueMap {
  const map: ValueMap = Object.create(null)
  return map
}

export function isMap(value: Value): value is ValueMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * What stands under `key`: own keys of maps, whole places of lists counted from 0. Everything else,
 * and everything missing, is null. The three forbidden names fail even when they are computed.
 */
export function lookUp(target: Value, key: Value, at: Position): Value {
  if (typeof key === 'string') {
    if (isForbiddenKey(key)) {
      throw new TemplateFault('template_error', 'this key is not allowed', at)
    }
    return isMap(target) && Object.hasOwn(target, key) ? (target[key] ?? null) : null
  }
  if (typeof key === 'number' && Array.isArray(target)) {
    return Number.isInteger(key) && key >= 0 && key < target.length ? (target[key] ?? null) : null
  }
  return null
}

/** Null, false, 0, the empty text, list and map are false, as in Jinja. */
export function isTrue(value: Value): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (isMap(value)) return Object.keys(value).length > 0
  return Boolean(value)
}

/** A value as text: null writes nothing; a list or a map has no text. */
export function toText(value: Value, at: Position): string {
  if (value === null) return ''
  if (typeof value === 'object') {
    const kind = Array.isArray(value) ? 'list' : 'map'
    const message = `a ${kind} cannot be written as text; use \`json\` or \`join\`, or name a part of it`
    throw new TemplateFault('template_error', message, at)
  }
  return String(value)
}
