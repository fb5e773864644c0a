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
