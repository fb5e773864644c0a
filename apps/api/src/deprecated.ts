/** Announces in the headers of an answer that the route, or a field that was sent, is going to end. */
import { deprecationHeaders, type RestEndpoint } from '@scheduling/core'
import type { ServerResponse } from 'node:http'

type Sent = { readonly queryString: string; readonly body: object | null }

/** @param sent null before the request is read: its route alone counts */
export function announceEnd(
  response: ServerResponse,
  { deprecated, deprecatedFields }: RestEndpoint['rest'],
  sent: Sent | null,
  publicBaseUrl: string,
): void {
  if (deprecated === undefined && deprecatedFields === undefined) return
  const used = sent === null ? new Set() : namesIn(sent)
  const all = [
    ...(deprecated === undefined ? [] : [deprecated]),
    ...Object.entries(deprecatedFields ?? {})
      .filter(([name]) => used.has(name))
      .map(([, deprecation]) => deprecation),
  ]
  for (const [name, value] of Object.entries(deprecationHeaders(all, publicBaseUrl)))
    response.setHeader(name, value)
}

/** Of parameters and fields. `metadata[key]=` is `metadata`. */
function namesIn({ queryString, body }: Sent): ReadonlySet<string> {
  const parameters = [...new URLSearchParams(queryString).keys()]
  return new Set([
    ...parameters.map((name) => name.split('[', 1)[0] ?? name),
    ...Object.keys(body ?? {}),
  ])
}
