/**
 * Writes the defaults of request fields in words. Generators read the keyword `default` as "always there" and make
 * the field required for callers, or write an object as the default of a reference, which does not compile.
 */
import type { oas31 } from 'zod-openapi'

type Json = { readonly [key: string]: unknown }

/** Parameters keep the keyword: they say themselves whether they are required. */
export function withoutRequestDefaults(document: oas31.OpenAPIObject): oas31.OpenAPIObject {
  const schemas = Object.entries(document.components?.schemas ?? {}).map(
    ([name, schema]) => [name, withoutDefaults(schema)] as const,
  )
  return {
    ...document,
    components: { ...document.components, schemas: Object.fromEntries(schemas) },
  }
}

/** The schema and all schemas in it, without the keyword. */
function withoutDefaults(schema: oas31.SchemaObject | oas31.ReferenceObject): oas31.SchemaObject {
  return walked(schema) as oas31.SchemaObject
}

function walked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(walked)
  if (!isObject(value)) return value
  const { default: preset, ...rest } = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, key === 'example' ? inner : walked(inner)]),
  )
  // A field may be called `default`: then its value is a schema.
  if (preset === undefined || isSchema(preset))
    return preset === undefined ? rest : { ...rest, default: preset }
  const words = defaultWords(preset)
  if (words === null) return rest
  const { description } = rest
  return {
    ...rest,
    description: typeof description === 'string' ? `${description} ${words}` : words,
  }
}

/** Null when the default is empty: there is nothing to say. */
function defaultWords(preset: unknown): string | null {
  const isEmpty = typeof preset === 'object' && preset !== null && Object.keys(preset).length === 0
  return isEmpty ? null : `Default: \`${String(preset)}\`.`
}

function isSchema(value: unknown): boolean {
  return isObject(value) && ('type' in value || '$ref' in value || 'anyOf' in value)
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null
}
