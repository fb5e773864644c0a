/** `GET /v1/openapi.json` as it stands, for tests of the document itself. */

/** Parsed JSON: each test names the parts that it expects, and fails where they are missing. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any

/** The keys of a path that are operations. */
export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

export async function readJson(url: string): Promise<Json> {
  return (await fetch(`${url}/v1/openapi.json`)).json()
}

export function operationOf(document: Json, route: { method: string; path: string }): Json {
  return document.paths[route.path]?.[route.method.toLowerCase()]
}

/** What a reference leads to; anything else as it is. */
export function resolved(document: Json, value: Json): Json {
  if (typeof value?.$ref !== 'string') return value
  return value.$ref
    .slice(2)
    .split('/')
    .reduce((at: Json, key: string) => at[key], document)
}

/** Those that are references, resolved. */
export function parametersOf(document: Json, operation: Json): Json[] {
  return (operation.parameters ?? []).map((parameter: Json) => resolved(document, parameter))
}
