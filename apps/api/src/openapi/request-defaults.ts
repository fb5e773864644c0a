/**
 * Defaults of request fields in words. As a keyword, generators take `default` for "always there" and make the
 * field required of whoever sends it, or write an object as the default of a reference, which does not compile.
 */
import type { oas31 } from 'zod-openapi'

type Json = { readonly [key: string]: unknown }

/** Parameters keep theirs: they say themselves whether they are required. */
export function withoutRequestDefaults(document: oas31.OpenAPIObject): oas31.OpenAPIObject {
  const schemas = Object.entries(document.components?.schemas ?? {}).map(
    ([name, schema]) => [name, withoutDefaults(schema)] as const,
  )
  return {
    ...document,
    components: { ...document.components, schemas: Object.fromEntries(schemas) },
  }
}

/** The same schema, its fields and theirs, without the keyword. */
function withoutDefaults(schema: oas31.SchemaObject | oas31.ReferenceObject): oas31.SchemaObject {
  return walked(schema) as oas31.SchemaObject
}

function walked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(walked)
  if (!isObject(value)) return value
  const { default: preset, ...rest } = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, key === 'example' ? inner : walked(inner)]),
  )
  // A field may be called so: then it is a schema.
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

/** Null where nothing is the default: nobody needs to be told. */
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
