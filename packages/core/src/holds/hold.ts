/** A hold: time that a caller keeps for minutes, before it books it. */
import { z } from 'zod'
import { Currency, Id, MiniReference, Money } from '../ground/fields.ts'
import { Instant } from '../ground/time-fields.ts'
import { instantsIn } from '../ground/instants-in.ts'
import { money } from '../ground/money.ts'
import type { HoldRow } from './rows.ts'

export const HoldStatus = z
  .enum(['HELD', 'BOOKED', 'RELEASED', 'EXPIRED'])
  .meta({ id: 'HoldStatus' })
export type HoldStatus = z.output<typeof HoldStatus>

export const Hold = z
  .object({
    object: z.literal('hold'),
    id: Id,
    status: HoldStatus.meta({
      description:
        '`HELD`: the time is kept. `BOOKED`: it became an appointment. `RELEASED`: the caller or the team gave it up. `EXPIRED`: it was not booked in time.',
    }),
    start: Instant,
    end: Instant.meta({ description: 'The end of the last service, without buffers.' }),
    duration_minutes: z.int().min(1),
    service_ids: z
      .array(Id)
      .meta({ description: 'The services, in the order in which they are performed.' }),
    services: z.array(MiniReference),
    professional_id: Id.meta({ description: 'Chosen when the hold is made.' }),
    professional: MiniReference,
    price: Money.nullable().meta({
      description:
        'What the appointment will cost: fixed when the hold is made. Null if no service has a price.',
    }),
    currency: Currency,
    expires_at: Instant.meta({
      description: 'Before this instant the hold can be booked, whatever else changes.',
    }),
    appointment_id: Id.nullable().meta({
      description: 'The appointment that it became. Null unless `BOOKED`.',
    }),
    created_at: Instant,
  })
  .meta({ id: 'Hold' })

export type HoldRecord = z.input<typeof Hold>

/** @param now epoch milliseconds, by the clock of the organization: a hold expires without a change of its row */
export function statusOf({ status, expiresAt }: HoldRow, now: number): HoldStatus {
  return status === 'HELD' && expiresAt.getTime() <= now ? 'EXPIRED' : status
}

export function toHold(row: HoldRow, timeZone: string, now: number): HoldRecord {
  const instant = instantsIn(timeZone)
  return {
    object: 'hold',
    id: row.id,
    status: statusOf(row, now),
    start: instant(row.startsAt),
    end: instant(row.endsAt),
    duration_minutes: minutesOf(row),
    service_ids: [...row.serviceIds],
    services: row.services,
    professional_id: row.professionalId,
    professional: { id: row.professionalId, name: row.professionalName },
    price: money(row.price),
    currency: 'BRL',
    expires_at: instant(row.expiresAt),
    appointment_id: row.appointmentId,
    created_at: instant(row.createdAt),
  }
}

/** Without buffers. */
export function minutesOf({ startsAt, endsAt }: Pick<HoldRow, 'startsAt' | 'endsAt'>): number {
  return (endsAt.getTime() - startsAt.getTime()) / 60_000
}
