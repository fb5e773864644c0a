/** Which shape `data.object` of an event has, by the kind of its record. */
import {
  AppointmentBase,
  Client,
  DepositBase,
  Professional,
  QueueEntryBase,
  ServiceRecord,
  type RecordKind,
} from '@scheduling/core'
import { z } from 'zod'

/** A record whose fields the document does not list yet. */
function anyRecord(kind: RecordKind): z.ZodType {
  return z.looseObject({ object: z.literal(kind) })
}

export const RECORDS: Readonly<Record<RecordKind, z.ZodType>> = {
  appointment: AppointmentBase,
  client: Client,
  queue_entry: QueueEntryBase,
  deposit: DepositBase,
  service: ServiceRecord,
  professional: Professional,
  blocked_time: anyRecord('blocked_time'),
  message: anyRecord('message'),
  messaging_connection: anyRecord('messaging_connection'),
  ping: z
    .object({
      object: z.literal('ping'),
      webhook_id: z.string(),
      webhook_name: z.string(),
      message: z.literal('Test delivery'),
    })
    .meta({ id: 'Ping' }),
}
