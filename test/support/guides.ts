import { globSync } from 'node:fs'

export const DOCS = new URL('../../docs/', import.meta.url)

/** Files of the docs folder that are for those who build or run the service; all others are guides. */
const NOT_FOR_CALLERS =
  /^(decisions\/|internals\/|(architecture|backups|chaos|deploy|event-causes|glossary|observability|operations|outcomes|performance|poolers|procedures|running|scale|scale-tables|settings|upgrades)\.md$)/

/** Pages for callers, such as `webhooks/verify.md`. */
export const GUIDES = globSync('**/*.md', { cwd: DOCS }).filter(
  (file) => !NOT_FOR_CALLERS.test(file),
)
