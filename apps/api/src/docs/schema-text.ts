/** Schemas in words: `integer 1..200, default 50`. */
import type { oas31 } from 'zod-openapi'

type Schema = oas31.SchemaObject | oas31.ReferenceObject

/** One line per field. */
export function fieldLines(schema: oas31.SchemaObject, isInput: boolean): string[] {
  const required = new Set(schema.required)
  return Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const mark = isInput && !required.has(name) ? ' (optional)' : ''
    const words =
      'description' in field && field.description !== undefined ? `. ${field.description}` : ''
    return `- \`${name}\`${mark}: ${typeText(field)}${words}`
  })
}

export function typeText(schema: Schema): string {
  if ('$ref' in schema && schema.$ref !== undefined) return `\`${refName(schema.$ref)}\``
  const plain = asSchema(schema)
  const options = plain.anyOf ?? plain.oneOf
  if (options !== undefined) return options.map(typeText).join(' or ')
  if (plain.const !== undefined) return JSON.stringify(plain.const)
  if (plain.enum !== undefined) return plain.enum.map((value) => JSON.stringify(value)).join(' or ')
  const types = [plain.type ?? 'any value'].flat()
  const words = types.map((type) => typeWords(type, plain)).join(' or ')
  return [words, ...constraints(plain)].join(', ')
}

export function refName(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}

function typeWords(type: string, schema: oas31.SchemaObject): string {
  if (type === 'array')
    return `list of ${schema.items === undefined ? 'values' : typeText(schema.items)}`
  if (type === 'object') return objectText(schema)
  if (type === 'string' && schema.format !== undefined) return schema.format
  return type
}

function objectText(schema: oas31.SchemaObject): string {
  const { properties, additionalProperties } = schema
  if (properties !== undefined && Object.keys(properties).length > 0) {
    const fields = Object.entries(properties).map(([name, field]) => `${name}: ${typeText(field)}`)
    return `{${fields.join('; ')}}`
  }
  return typeof additionalProperties === 'object'
    ? `map of string to ${typeText(additionalProperties)}`
    : 'object'
}

function constraints(schema: oas31.SchemaObject): string[] {
  const span = (least: number | undefined, most: number | undefined, unit: string) => {
    if (most === undefined)
      return least === undefined || least === 0 ? [] : [`at least ${least}${unit}`]
    return [least === undefined ? `at most ${most}${unit}` : `${least}..${most}${unit}`]
  }
  return [
    ...span(schema.minimum, schema.maximum === 2_147_483_647 ? undefined : schema.maximum, ''),
    ...span(schema.minLength, schema.maxLength, ' characters'),
    ...span(schema.minItems, schema.maxItems, ' entries'),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ]
}

/** What is no reference is a schema. */
function asSchema(schema: Schema): oas31.SchemaObject {
  return schema as oas31.SchemaObject
}
