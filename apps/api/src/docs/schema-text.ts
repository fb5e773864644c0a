/** Schemas in words: `integer, 1..200, default 50`. */
import type { oas31 } from 'zod-openapi'

type Schema = oas31.SchemaObject | oas31.ReferenceObject

export type Field = {
  readonly name: string
  readonly isOptional: boolean
  readonly type: string
  readonly words: string
}

/** @param isInput whether callers send it. In an answer, every field is present */
export function fieldsOf(schema: oas31.SchemaObject, isInput: boolean): Field[] {
  const required = new Set(schema.required)
  return Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    isOptional: isInput && !required.has(name),
    type: typeText(field, isInput),
    words: 'description' in field ? (field.description ?? '') : '',
  }))
}

/** The tables of fields have two columns, so that they fit on a phone. */
export const FIELD_HEADINGS = ['Name', 'What'] as const

export function fieldRow({ name, isOptional, type, words }: Field): string[] {
  const kind = isOptional ? `${type}; optional` : type
  return [`\`${name}\``, [`*${kind}.*`, ...(words === '' ? [] : [words])].join(' ')]
}

/** A record with a section of its own is linked. */
export function typeText(schema: Schema, isInput = false): string {
  if ('$ref' in schema && schema.$ref !== undefined) return recordLink(refName(schema.$ref))
  const plain = asSchema(schema)
  const options = plain.anyOf ?? plain.oneOf
  if (options !== undefined) return options.map((option) => typeText(option, isInput)).join(' or ')
  if (plain.const !== undefined) return literal(plain.const)
  if (plain.enum !== undefined) return plain.enum.map(literal).join(' or ')
  const types = [plain.type ?? 'any value'].flat()
  const words = types.map((type) => typeWords(type, plain, isInput)).join(' or ')
  return [words, ...constraints(plain)].join(', ')
}

export const RECORDS_PATH = '/docs/reference/records'

function recordLink(name: string): string {
  return `[${name}](${RECORDS_PATH}#${name.toLowerCase()})`
}

export function refName(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}

function literal(value: unknown): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``
}

function typeWords(type: string, schema: oas31.SchemaObject, isInput: boolean): string {
  if (type === 'array') {
    const items = schema.items === undefined ? 'values' : typeText(schema.items, isInput)
    return `list of ${items.replace(/^(integer|string|boolean)(?!s)/, '$1s')}`
  }
  if (type === 'object') return objectText(schema, isInput)
  if (type === 'string' && schema.format !== undefined) return schema.format
  return type
}

function objectText(schema: oas31.SchemaObject, isInput: boolean): string {
  const { properties, additionalProperties } = schema
  if (properties !== undefined && Object.keys(properties).length > 0) {
    const fields = fieldsOf(schema, isInput).map(
      ({ name, type, isOptional }) => `\`${name}\`${isOptional ? ' (optional)' : ''}: ${type}`,
    )
    return `object (${fields.join('; ')})`
  }
  return typeof additionalProperties === 'object'
    ? `map of string to ${typeText(additionalProperties, isInput)}`
    : 'object'
}

function constraints(schema: oas31.SchemaObject): string[] {
  const span = (least: number | undefined, most: number | undefined, unit: string) => {
    if (most === undefined)
      return least === undefined || least === 0 ? [] : [`at least ${least}${unit}`]
    return [
      least === undefined || least === 0 ? `at most ${most}${unit}` : `${least} to ${most}${unit}`,
    ]
  }
  return [
    // Everybody expects this of an id.
    ...(schema.maximum === 2_147_483_647 ? [] : span(schema.minimum, schema.maximum, '')),
    ...span(schema.minLength, schema.maxLength, ' characters'),
    ...span(schema.minItems, schema.maxItems, ' entries'),
    ...(schema.uniqueItems === true ? ['each once'] : []),
    ...(schema.default === undefined ? [] : [`default ${literal(schema.default)}`]),
  ]
}

/** Whatever is not a reference is a schema. */
function asSchema(schema: Schema): oas31.SchemaObject {
  return schema as oas31.SchemaObject
}
