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
    if (!isShaped(slug)) {
      const { slugMinCharacters: least, slugCharacters: most } = LIMITS
      const message = `Expected ${least} to ${most} of a–z, 0–9 and single hyphens, as in clinica-aurora.`
      context.addIssue(fault('invalid_format', message))
    } else if (RESERVED_SEGMENTS.has(slug)) {
      context.addIssue(fault('invalid_value', 'The service uses this word in its own addresses.'))
    }
  })

/** Whether an organization can have it. No other text needs a look-up. */
export function isSlug(text: string): boolean {
  return isShaped(text) && !RESERVED_SEGMENTS.has(text)
}

function isShaped(text: string): boolean {
  return (
    text.length >= LIMITS.slugMinCharacters &&
    text.length <= LIMITS.slugCharacters &&
    /^[a-z0-9-]+$/.test(text) &&
    !text.startsWith('-') &&
    !text.endsWith('-') &&
    !text.includes('--')
  )
}
