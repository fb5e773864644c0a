/** Which shape `data.object` of an event has, by the kind of its record. */
import {
  AppointmentBase,
  BlockedTime,
  Client,
  DepositBase,
  Id,
  Instant,
  MiniReference,
  Professional,
  QueueEntryBase,
  ServiceRecord,
} from '@scheduling/core'
import type { RecordKind } from '@scheduling/events'
import { z } from 'zod'

const openList = (first: string) => z.string().meta({ description: `${first}. More may be added.` })

export const RECORDS: Readonly<Record<RecordKind, z.ZodType>> = {
  appointment: AppointmentBase,
  client: Client,
  queue_entry: QueueEntryBase,
  deposit: DepositBase,
  service: ServiceRecord,
  professional: Professional,
  blocked_time: BlockedTime,
  message: z
    .object({
      object: z.literal('message'),
      id: z.string(),
      direction: z.enum(['INBOUND', 'OUTBOUND']),
      channel: openList('`MESSAGING` or `EMAIL`'),
      kind: openList(
        '`TEXT`, `MEDIA`, `CONFIRMATION`, `REMINDER`, `QUEUE_CALL`, `NO_SHOW` or `OTHER`',
      ),
      phone: z.string().nullable(),
      email: z.string().nullable(),
      text: z.string().nullable().meta({ description: 'Null for messages made from a template.' }),
      client_id: Id.nullable(),
      client: MiniReference.nullable(),
      appointment_id: Id.nullable(),
      queue_entry_id: Id.nullable(),
      error_code: z.string().nullable(),
      created_at: Instant,
    })
    .meta({ id: 'Message' }),
  messaging_connection: z
    .object({
      object: z.literal('messaging_connection'),
      channel: z.string(),
      status: openList('`CONNECTED`, `DISCONNECTED` or `PENDING`'),
      phone: z.string().nullable(),
      updated_at: Instant,
    })
    .meta({ id: 'MessagingConnection' }),
  webhook_status: z
    .object({
      object: z.literal('webhook_status'),
      webhook_id: z.string(),
      name: z.string(),
      failing_since: Instant.nullable().meta({
        description: 'The first failed attempt since the last success.',
      }),
      disabled_reason: openList(
        '`ENDPOINT_GONE`, `PLATFORM_REFUSED` or `FAILING_7_DAYS`',
      ).nullable(),
      disabled_at: Instant.nullable(),
    })
    .meta({ id: 'WebhookStatus' }),
  ping: z
    .object({
      object: z.literal('ping'),
      webhook_id: z.string(),
      webhook_name: z.string(),
      message: z.literal('Test delivery'),
    })
    .meta({ id: 'Ping' }),
}
