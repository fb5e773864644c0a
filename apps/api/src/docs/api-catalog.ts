/** `/.well-known/api-catalog` (RFC 9727): where the API and its descriptions are, for programs that know the host alone. */
import type { PublicReply } from '../public-routes.ts'

export const API_CATALOG_PATH = '/.well-known/api-catalog'

export function apiCatalog(publicBaseUrl: string): PublicReply {
  const at = (path: string, type: string) => [{ href: `${publicBaseUrl}${path}`, type }]
  const api = {
    anchor: `${publicBaseUrl}/v1`,
    'service-desc': at('/v1/openapi.json', 'application/vnd.oai.openapi+json;version=3.1'),
    'service-doc': at('/docs', 'text/html'),
    'service-meta': at('/llms.txt', 'text/plain'),
  }
  return {
    contentType: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    body: JSON.stringify({ linkset: [api] }),
  }
}
