// Made from the routes and schemas of the API by `pnpm generate`. Do not edit it.

/** Fields whose names inside are data: they are the same in code and on the wire. */
export const MAPS: ReadonlySet<string> = new Set([
  'body',
  'features',
  'from',
  'headers',
  'metadata',
  'path_ids',
  'query',
  'sample',
  'secrets',
  'to',
])
