/** The connection of an organization to the messaging app. */
import { formatInstant } from '@scheduling/availability'
import type { MessagingConnection as ConnectionRow, Organization } from '@scheduling/database'
import { z } from 'zod'
import type { Service } from '../context.ts'
import { Instant } from '../ground/time-fields.ts'
import { hasFeature } from '../contract/features.ts'
import { NO_FILTERS, recordEvent, type NewEvent } from '../events/new-event.ts'

export const MessagingConnection = z.object({
  object: z.literal('messaging_connection'),
  channel: z.enum(['own', 'central']).nullable(),
  status: z.enum(['CONNECTED', 'DISCONNECTED', 'PENDING']).nullable(),
  phone: z.string().nullable(),
  /** By which the platform names the number. */
  phone_number_id: z.string().nullable(),
  /** The address to enter at the platform, for its notices. */
  hook_url: z.string().nullable(),
  /** The service's number, which an organization without its own can use. Null: there is none. */
  central_phone: z.string().nullable(),
  updated_at: Instant.nullable(),
})

export const HOOK_PATH = '/messaging/whatsapp'

/** Whether messages go out by it now. The plan says it of an own number alone. */
export function isUsable(
  row: Pick<ConnectionRow, 'channel' | 'status'> | null,
  organization: Parameters<typeof hasFeature>[0],
): boolean {
  if (row?.status !== 'CONNECTED') return false
  return row.channel === 'central' || hasFeature(organization, 'messaging_own_number')
}

/** As events tell it. */
export function toConnectionRecord(
  row: ConnectionRow,
  { timeZone }: Pick<Organization, 'timeZone'>,
): NewEvent['object'] {
  return {
    object: 'messaging_connection',
    channel: row.channel,
    status: row.status,
    phone: row.phone,
    updated_at: formatInstant(row.updatedAt.getTime(), timeZone),
  }
}

export function connectionUpdated(
  before: ConnectionRow | null,
  after: ConnectionRow,
  organization: Pick<Organization, 'timeZone'>,
): NewEvent {
  return recordEvent('messaging.connection.updated', {
    before:
      before === null ? { status: null, phone: null } : toConnectionRecord(before, organization),
    after: toConnectionRecord(after, organization),
    filters: NO_FILTERS,
  })
}

/** @param account null: there is none, or it was disconnected */
export function toConnection(
  {
    publicBaseUrl,
    centralNumber,
    organization,
  }: Pick<Service, 'publicBaseUrl' | 'centralNumber'> & {
    readonly organization: Pick<Organization, 'timeZone'>
  },
  row: ConnectionRow | null,
  account: { readonly phoneNumberId: string; readonly hookId: string } | null,
): z.output<typeof MessagingConnection> {
  const status = (['CONNECTED', 'DISCONNECTED', 'PENDING'] as const).find(
    (known) => known === row?.status,
  )
  return {
    object: 'messaging_connection',
    channel: row === null ? null : row.channel === 'own' ? 'own' : 'central',
    status: status ?? null,
    phone: row?.phone ?? null,
    phone_number_id: account?.phoneNumberId ?? null,
    hook_url: account === null ? null : `${publicBaseUrl}${HOOK_PATH}/${account.hookId}`,
    central_phone: centralNumber?.phone ?? null,
    updated_at: row === null ? null : formatInstant(row.updatedAt.getTime(), organization.timeZone),
  }
}
