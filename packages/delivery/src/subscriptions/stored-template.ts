import type { WebhookTemplate } from '@scheduling/webhooks'
import { z } from 'zod'

/** A template as stored: in the words of the API, snake_case. */
export const StoredTemplate = z.object({
  method: z.enum(['POST', 'PUT', 'PATCH']).default('POST'),
  content_type: z
    .enum(['application/json', 'application/x-www-form-urlencoded', 'text/plain'])
    .default('application/json'),
  body: z.union([z.string(), z.record(z.string(), z.string())]),
  headers: z.record(z.string(), z.string()).default({}),
  query: z.record(z.string(), z.string()).default({}),
})

export type StoredTemplate = z.output<typeof StoredTemplate>

export function toTemplate(stored: StoredTemplate): WebhookTemplate {
  return {
    method: stored.method,
    contentType: stored.content_type,
    body: stored.body,
    headers: stored.headers,
    query: stored.query,
  }
}
