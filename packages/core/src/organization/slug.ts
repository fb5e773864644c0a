import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { fault } from '../ground/fields.ts'

/** First path segments that the service uses, or may use later: no public page can stand there. */
export const RESERVED_SEGMENTS: ReadonlySet<string> = new Set([
  'a',
  'api',
  'app',
  'assets',
  'calendar',
  'd',
  'docs',
  'download',
  'embed',
  'f',
  'healthz',
  'import',
  'mcp',
  'metrics',
  'payments',
  'readyz',
  'sandbox',
  'static',
  'trpc',
  'u',
  'v1',
  'w',
  'webhooks',
])

/** What the address of an organization's public page begins with. Unique over all organizations. */
export const Slug = z
  .string()
  .max(LIMITS.valueCharacters)
  .superRefine((slug, context) => {
    const { slugMinCharacters: least, slugCharacters: most } = LIMITS
    const isShaped =
      slug.length >= least &&
      slug.length <= most &&
      /^[a-z0-9-]+$/.test(slug) &&
      !slug.startsWith('-') &&
      !slug.endsWith('-') &&
      !slug.includes('--')
    if (!isShaped) {
      const message = `Expected ${least} to ${most} of a–z, 0–9 and single hyphens, as in clinica-aurora.`
      context.addIssue(fault('invalid_format', message))
    } else if (RESERVED_SEGMENTS.has(slug)) {
      context.addIssue(fault('invalid_value', 'The service uses this word in its own addresses.'))
    }
  })
