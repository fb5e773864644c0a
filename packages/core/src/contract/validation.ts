import type { z } from 'zod'
import { fieldPath, isWithin } from './field-path.ts'
import { boundsOf, NOT_STORABLE } from './input-bounds.ts'
import { LIMITS } from './limits.ts'
import { FIELD_CODES, type FieldCode, type FieldError, invalidFields } from './problems.ts'

type Issue = z.core.$ZodIssue

const FIELD_CODE_SET: ReadonlySet<string> = new Set(FIELD_CODES)

function isFieldCode(value: unknown): value is FieldCode {
  return typeof value === 'string' && FIELD_CODE_SET.has(value)
}

/** Zod's codes as codes of the API, which are fewer and stable. */
function codeOf(issue: Issue, input: unknown): FieldCode {
  switch (issue.code) {
    case 'invalid_type':
      return valueAt(input, issue.path) === undefined ? 'required' : 'invalid_type'
    case 'too_small':
      if (issue.origin === 'array' || issue.origin === 'set')
        return issue.minimum === 1 ? 'required' : 'too_short'
      return issue.origin === 'string' ? 'too_short' : 'out_of_range'
    case 'too_big':
      if (issue.origin === 'string') return 'too_long'
      return issue.origin === 'array' || issue.origin === 'map' || issue.origin === 'set'
        ? 'too_many'
        : 'out_of_range'
    case 'invalid_value':
      return valueAt(input, issue.path) === undefined ? 'required' : 'invalid_value'
    case 'invalid_union':
      return valueAt(input, issue.path) === undefined ? 'required' : 'invalid_type'
    case 'invalid_format':
    case 'invalid_key':
      return 'invalid_format'
    case 'custom':
      return isFieldCode(issue.params?.['code']) ? issue.params['code'] : 'invalid_value'
    default:
      return 'invalid_value'
  }
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = Reflect.get(value, part)
  }
  return value
}

const PLAIN: Partial<Record<FieldCode, string>> = {
  required: 'This field is required.',
  invalid_type: 'This value has the wrong type.',
}

/**
 * Zod's issues in the words of the API. `input` is what was parsed: it tells "absent" from "wrong".
 * A field that fails two checks in the same way (10^30 is no safe integer, and above the maximum) is named once.
 */
export function fieldErrors(issues: readonly Issue[], input: unknown): FieldError[] {
  const errors = new Map<string, FieldError>()
  for (const issue of issues) {
    if (errors.size >= LIMITS.faultsPerAnswer) break
    const code = codeOf(issue, input)
    const field = fieldPath(issue.path)
    const expected =
      code === 'invalid_type' && 'expected' in issue
        ? ` Expected: ${plainType(issue.expected)}.`
        : ''
    const message = (PLAIN[code] ?? plainMessage(issue)) + expected
    // The last message is kept: our own bound comes after the bound of the type.
    errors.set(`${field} ${code}`, { field, code, message })
  }
  // A value with the wrong type gets no other fault.
  const mistyped = new Set(
    [...errors.values()].flatMap(({ field, code }) => (code === 'invalid_type' ? [field] : [])),
  )
  return [...errors.values()].filter(
    ({ field, code }) => code === 'invalid_type' || !mistyped.has(field),
  )
}

/** The JSON name of a schema's type. Every number of the API is an integer: money is text. */
function plainType(expected: string): string {
  if (expected === 'number' || expected === 'int') return 'integer'
  return expected === 'record' ? 'object' : expected
}

/** Our own message if the schema has one, else Zod's in plain words. */
function plainMessage(issue: Issue): string {
  const { message } = issue
  const isZods = /^(Too small|Too big|Invalid option|Invalid input): /.test(message)
  const bound = (count: number | bigint): string => {
    if (!('origin' in issue) || issue.origin !== 'string') return String(count)
    return `${count} ${Number(count) === 1 ? 'character' : 'characters'}`
  }
  if (isZods && issue.code === 'too_small') return `At least ${bound(issue.minimum)}.`
  if (isZods && issue.code === 'too_big') return `At most ${bound(issue.maximum)}.`
  if (isZods && issue.code === 'invalid_value') return `One of: ${issue.values.join(', ')}.`
  return message.endsWith('.') ? message : `${message}.`
}

export type Reading<Value> = { readonly value: Value } | { readonly faults: readonly FieldError[] }

/**
 * What a schema makes of an input, or all that is wrong with it. Nothing is done with a text, list or map
 * that is longer than it may be, nor with one that PostgreSQL can't keep.
 *
 * @param isStrict whether fields that the schema does not know are faults too
 */
export function readInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  isStrict = false,
): Reading<z.output<Schema>> {
  const { kept, faults } = boundsOf(schema).apply(input, isStrict)
  if (faults.length >= LIMITS.faultsPerAnswer) return { faults }
  const result = schema.safeParse(kept)
  if (result.success) return faults.length === 0 ? { value: result.data } : { faults }
  const found = fieldErrors(result.error.issues, kept)
  // For a text that cannot be stored, the schema may have a more precise fault.
  const named = faults.filter(
    ({ field, message }) =>
      message !== NOT_STORABLE || !found.some((closer) => closer.field === field),
  )
  const others = found.filter(({ field }) => !named.some((fault) => isWithin(field, fault.field)))
  return { faults: [...named, ...others] }
}

/** Parses, or refuses with `400 validation_error` that names every faulty field. */
export function parsed<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const reading = readInput(schema, input)
  if ('faults' in reading) throw invalidFields(reading.faults)
  return reading.value
}

/** For tRPC, which parses by itself: refuses what `readInput` would not let a schema see. */
export function refuseBeyondBounds(schema: z.ZodType, input: unknown): void {
  if (boundsOf(schema).apply(input, false).faults.length > 0) parsed(schema, input)
}
