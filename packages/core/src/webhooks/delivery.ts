import type { AttemptRow } from '@scheduling/delivery'
import { ATTEMPT_ERROR_CODES } from '@scheduling/webhooks'
import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { Instant } from '../ground/time-fields.ts'
import { instantsIn } from '../ground/instants-in.ts'

export const DELIVERY_STATUSES = ['PENDING', 'SUCCEEDED', 'FAILED', 'DISCARDED'] as const
export const DELIVERY_TRIGGERS = ['EVENT', 'RETRY', 'REDELIVERY', 'TEST'] as const

/** One attempt at one event; every attempt has an id of its own. */
export const Delivery = z
  .object({
    object: z.literal('delivery'),
    id: z.string().meta({
      description: 'New for every attempt. The same as the header `X-Service-Delivery-Id`.',
      example: 'dlv_01k9xq3v5m8t2r7w4y6z0a1bcd',
    }),
    webhook_id: z.string(),
    event_id: z.string(),
    event_type: z.string(),
    trigger: z.enum(DELIVERY_TRIGGERS),
    attempt: z.int().min(1),
    max_attempts: z.int().min(1),
    status: z.enum(DELIVERY_STATUSES),
    response_status: z.int().nullable(),
    response_body: z
      .string()
      .nullable()
      .meta({
        description: `The first ${LIMITS.deliveryResponseCharacters} characters of the response. Your secrets are shown as \`***\`.`,
      }),
    duration_ms: z.int().nullable(),
    error_code: z
      .enum(ATTEMPT_ERROR_CODES)
      .nullable()
      .meta({ description: 'Why the attempt failed. More codes may be added.' }),
    error_message: z.string().nullable(),
    next_attempt_at: Instant.nullable().meta({
      description: 'The time of the next attempt, for a failed attempt that will be retried.',
    }),
    attempted_at: Instant.nullable(),
    created_at: Instant,
  })
  .meta({ id: 'Delivery' })

export function toDelivery(row: AttemptRow, timeZone: string): z.input<typeof Delivery> {
  const instant = instantsIn(timeZone)
  return {
    object: 'delivery',
    id: row.id,
    webhook_id: row.webhook_id,
    event_id: row.event_id,
    event_type: row.event_type,
    trigger: oneOf(DELIVERY_TRIGGERS, row.trigger),
    attempt: row.attempt,
    max_attempts: row.max_attempts,
    status: oneOf(DELIVERY_STATUSES, row.status),
    response_status: row.response_status,
    response_body: row.response_body,
    duration_ms: row.duration_ms,
    error_code: row.error_code === null ? null : oneOf(ATTEMPT_ERROR_CODES, row.error_code),
    error_message: row.error_message,
    next_attempt_at: instant(row.next_attempt_at),
    attempted_at: instant(row.attempted_at),
    created_at: instant(row.created_at),
  }
}

/** @throws when a column holds a word that this version does not know */
function oneOf<const Word extends string>(words: readonly Word[], stored: string): Word {
  const word = words.find((known) => known === stored)
  if (word === undefined) throw new Error(`"${stored}" is unknown here.`)
  return word
}
