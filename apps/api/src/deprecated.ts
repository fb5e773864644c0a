/** Tells a caller in the headers of an answer that what it used is going to end. */
import { deprecationHeaders, type Deprecation, type RestEndpoint } from '@scheduling/core'
import type { ServerResponse } from 'node:http'

type Sent = { readonly queryString: string; readonly body: object | null }

/** @param sent null before the request is read: its route alone counts */
export function deprecationsOf(rest: RestEndpoint['rest'], sent: Sent | null): Deprecation[] {
  const fields = Object.entries(rest.deprecatedFields ?? {})
  const used = sent === null || fields.length === 0 ? new Set() : namesIn(sent)
  return [
    ...(rest.deprecated === undefined ? [] : [rest.deprecated]),
    ...fields.filter(([name]) => used.has(name)).map(([, deprecation]) => deprecation),
  ]
}

/** Of parameters and fields. `metadata[key]=` is `metadata`. */
function namesIn({ queryString, body }: Sent): ReadonlySet<string> {
  const parameters = [...new URLSearchParams(queryString).keys()]
  return new Set([
    ...parameters.map((name) => name.split('[', 1)[0] ?? name),
    ...Object.keys(body ?? {}),
  ])
}

export function announceEnd(
  response: ServerResponse,
  all: readonly Deprecation[],
  publicBaseUrl: string,
): void {
  for (const [name, value] of Object.entries(deprecationHeaders(all, publicBaseUrl)))
    response.setHeader(name, value)
}
