/** A request as the API shows it afterwards. */
import { formatInstant } from '@scheduling/availability'
import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { Instant } from '../ground/time-fields.ts'
import { Delivery } from '../webhooks/delivery.ts'
import type { RequestRow } from './rows.ts'

const fields = {
  object: z.literal('request'),
  id: z.string().meta({ description: 'As in the header `X-Request-Id` of the answer.' }),
  received_at: Instant,
  api_key_id: z.string(),
  api_key: z.object({ id: z.string(), name: z.string() }).nullable().meta({
    description: 'Null if the key was deleted.',
  }),
  method: z.string(),
  route: z.string().meta({
    description:
      'The path as the reference has it, such as `/v1/clients/{client_id}`; for agents with the tool, such as `/mcp book_appointment`.',
  }),
  path_ids: z
    .record(z.string(), z.union([z.int(), z.string()]).nullable())
    .meta({ description: 'The ids of the path. Null for a client who was erased.' }),
  status: z.int(),
  code: z.string().nullable().meta({ description: 'The `code` of the refusal.' }),
  faults: z
    .array(z.object({ field: z.string(), code: z.string() }))
    .meta({ description: 'As in `errors`. A name that you chose yourself is shown as `*`.' }),
  duration_ms: z.int().min(0),
  replayed: z.boolean().meta({
    description: 'Whether the answer of an earlier request with this `Idempotency-Key` was sent.',
  }),
  times: z.int().min(1).meta({
    description:
      'How many requests this record stands for. Above 1 only for `429`: one record for each key and second.',
  }),
}

export const RequestRecord = z.object(fields).meta({ id: 'Request' })

export const RequestDetails = z
  .object({
    ...fields,
    events: z
      .array(
        z.object({
          id: z.string(),
          type: z.string(),
          created_at: Instant,
          deliveries: z.array(Delivery).nullable().meta({
            description:
              'The attempts to deliver it, newest first. Null for a key without the scope `webhooks:manage`.',
          }),
        }),
      )
      .meta({ description: `What it caused, at most ${LIMITS.requestEvents} events.` }),
    events_truncated: z.boolean().meta({ description: 'Whether it caused more events.' }),
  })
  .meta({ id: 'RequestDetails' })

export function toRequest(row: RequestRow, timeZone: string): z.input<typeof RequestRecord> {
  const { keyId, keyName } = row
  return {
    object: 'request',
    id: row.id,
    received_at: formatInstant(row.receivedAt.getTime(), timeZone),
    api_key_id: keyId,
    api_key: keyName === null ? null : { id: keyId, name: keyName },
    method: row.method,
    route: row.route,
    path_ids: { ...row.pathIds },
    status: row.status,
    code: row.code,
    faults: row.faults,
    duration_ms: row.durationMs,
    replayed: row.isReplayed,
    times: row.times,
  }
}
