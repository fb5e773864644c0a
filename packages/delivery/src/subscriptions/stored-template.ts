import {
  TEMPLATE_CONTENT_TYPES,
  TEMPLATE_METHODS,
  type WebhookTemplate,
} from '@scheduling/webhooks'
import { z } from 'zod'

/** Reads a template as it is stored: in the names of the API, snake_case. */
export const StoredTemplate = z.object({
  method: z.enum(TEMPLATE_METHODS).default('POST'),
  content_type: z.enum(TEMPLATE_CONTENT_TYPES).default('application/json'),
  body: z.union([z.string(), z.record(z.string(), z.string())]),
  headers: z.record(z.string(), z.string()).default({}),
  query: z.record(z.string(), z.string()).default({}),
}) satisfies z.ZodType<WebhookTemplate>
