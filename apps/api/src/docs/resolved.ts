import type { oas31 } from 'zod-openapi'
import type { OpenApiDocument } from '../openapi/document.ts'
import { refName } from './schema-text.ts'

/** The schema and example of a parameter. What is JSON in a query has them under its content. */
export function shownOf(
  parameter: oas31.ParameterObject,
): Pick<oas31.ParameterObject, 'schema' | 'example'> {
  return parameter.content?.['application/json'] ?? parameter
}

/** The target of a reference to `components`; anything else as it is. */
export function resolved<Value extends object>(
  document: OpenApiDocument,
  value: Value | oas31.ReferenceObject,
): Exclude<Value, oas31.ReferenceObject> {
  const reference: unknown = Reflect.get(value, '$ref')
  if (typeof reference !== 'string') return value as Exclude<Value, oas31.ReferenceObject>
  const section: unknown = Reflect.get(document.components ?? {}, reference.split('/')[2] ?? '')
  const found: unknown =
    typeof section === 'object' && section !== null
      ? Reflect.get(section, refName(reference))
      : undefined
  if (found === undefined) throw new Error(`Nothing stands behind ${reference}.`)
  return found as Exclude<Value, oas31.ReferenceObject>
}
