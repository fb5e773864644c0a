/**
 * `/.well-known/mcp/server-card.json`: where the tools for agents are, for hosts that know the address of the service alone.
 * In the shape that the protocol drafts for it (SEP-2127): the tools themselves are listed by `/mcp`, for a key.
 */
import type { PublicReply } from '../public-routes.ts'
import { JSON_TYPE } from '../idempotency.ts'

export const SERVER_CARD_PATH = '/.well-known/mcp/server-card.json'

/** What `/mcp` speaks, the newest one first. */
const PROTOCOL_VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'] as const

export function serverCard(publicBaseUrl: string): PublicReply {
  const { hostname } = new URL(publicBaseUrl)
  const card = {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v2/server-card.schema.json',
    // The host backwards, as names of servers are written.
    name: `${hostname.replaceAll(/[[\]]/g, '').split(/[.:]+/).toReversed().join('.')}/scheduling`,
    title: 'Scheduling',
    version: '1.0.0',
    description:
      'The appointments of a clinic: find clients and free times, book, move and cancel.',
    websiteUrl: `${publicBaseUrl}/docs/agents`,
    remotes: [
      {
        type: 'streamable-http',
        url: `${publicBaseUrl}/mcp`,
        supportedProtocolVersions: PROTOCOL_VERSIONS,
        headers: [
          {
            name: 'Authorization',
            description: 'The key of an agent, which the account owner creates in the dashboard.',
            value: 'Bearer {key}',
            isRequired: true,
            isSecret: true,
            variables: { key: { description: 'svc_…', isRequired: true, isSecret: true } },
          },
        ],
      },
    ],
  }
  return { contentType: JSON_TYPE, body: JSON.stringify(card) }
}
