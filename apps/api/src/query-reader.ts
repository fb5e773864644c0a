/** Reads the query of a request, by the parameters that its route knows. */
import { LIMITS } from '@scheduling/core'

/**
 * One value of a parameter, as in `status=A&status=B`, in the order in which they came.
 * A name with brackets has a key, which is empty for `[]`: `status[]=A`, `metadata[crm_id]=7`.
 */
export type Written = { readonly key: string | null; readonly value: QueryValue }

/** Text. A name with more than one pair of brackets has a form that no parameter has. */
export type QueryValue = string | { readonly nested: true }

export type Query = {
  readonly written: ReadonlyMap<string, readonly Written[]>
  /** Names that the route does not know, each once. */
  readonly unknown: ReadonlySet<string>
}

/** More than any list may have, and enough for a map with several values per key. What is beyond is not read. */
export const VALUES_READ = 4 * LIMITS.parameterValues + 1

/** Walks the parameters once. The server limits the head of a request, and with it their number. */
export function readQuery(queryString: string, names: ReadonlySet<string>): Query {
  const written = new Map<string, Written[]>()
  const unknown = new Set<string>()
  for (const [parameter, text] of new URLSearchParams(queryString)) {
    const { name, key, isNested } = partsOf(parameter)
    if (!names.has(name)) {
      if (name !== '' && unknown.size < LIMITS.faultsPerAnswer) unknown.add(name)
      continue
    }
    const known = written.get(name)
    const one: Written = { key, value: isNested ? { nested: true } : text }
    if (known === undefined) written.set(name, [one])
    else if (known.length < VALUES_READ) known.push(one)
  }
  return { written, unknown }
}

/** `a` → a; `a[b]` → a and its key b; `a[b][c]` → the same, nested. Half a bracket is part of a name. */
function partsOf(parameter: string): { name: string; key: string | null; isNested: boolean } {
  const opens = parameter.indexOf('[')
  const closes = parameter.indexOf(']', opens)
  if (opens < 1 || closes === -1) return { name: parameter, key: null, isNested: false }
  return {
    name: parameter.slice(0, opens),
    key: parameter.slice(opens + 1, closes),
    isNested: closes < parameter.length - 1,
  }
}
