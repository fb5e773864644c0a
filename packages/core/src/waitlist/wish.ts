/** What a client waits for, and what it was offered. */
import { formatInstant, localTimeOf } from '@scheduling/availability'
import { z } from 'zod'
import { ServiceIds } from '../appointments/service-selection.ts'
import { Client, clientName } from '../clients/client.ts'
import { LIMITS } from '../contract/limits.ts'
import type { Context } from '../context.ts'
import { expandable, fault, Id, MiniReference } from '../ground/fields.ts'
import { DateInput, DateOnly, Instant } from '../ground/time-fields.ts'
import { LANGUAGES, languageOf } from '../ground/language.ts'
import { daysFrom } from '../availability/window.ts'
import { OFFER_OUTCOMES, OPEN_STATUSES, WishStatus, type OfferRow, type WishRow } from './rows.ts'

export const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6] as const
const DAY_MINUTES = 1440

const Minute = z.int().min(0).max(DAY_MINUTES)

/** What a client waits for. */
export const WISH_FIELDS = {
  service_ids: ServiceIds,
  professional_id: Id.nullable()
    .optional()
    .meta({ description: 'If null, any professional who performs the services.' }),
  from_date: DateInput.meta({ description: 'The first local day.' }),
  to_date: DateInput.meta({ description: 'The last local day. The wish ends with it.' }),
  weekdays: z
    .array(z.int().min(0).max(6))
    .min(1)
    .max(WEEKDAYS.length)
    .default([...WEEKDAYS])
    .meta({ description: 'Which of these days: 0 is Sunday. By default, every day.' }),
  from_minute: Minute.max(DAY_MINUTES - 1)
    .default(0)
    .meta({ description: 'Minutes after midnight: the earliest start.' }),
  to_minute: Minute.default(DAY_MINUTES).meta({
    description: 'Minutes after midnight. The appointment begins before it.',
  }),
}

export type WishInput = {
  readonly from_date: string
  readonly to_date: string
  readonly weekdays: readonly number[]
  readonly from_minute: number
  readonly to_minute: number
}

/** Refuses days and hours that contradict each other, together with the other faults of the input. */
export function refuseDays(input: WishInput, context: z.RefinementCtx): void {
  const refuse = (path: keyof WishInput, message: string) =>
    context.addIssue({ ...fault('out_of_range', message), path: [path] })
  const days = daysFrom(input.from_date, input.to_date)
  if (days < 1) refuse('to_date', '`to_date` is before `from_date`.')
  else if (days > LIMITS.wishDays) {
    refuse('to_date', `A wish can have at most ${LIMITS.wishDays} days, including both ends.`)
  } else if (days < WEEKDAYS.length && namesDays(input) && !hasDay(input)) {
    refuse('weekdays', 'None of these days is one of these weekdays.')
  }
  if (input.to_minute <= input.from_minute) {
    refuse('to_minute', '`to_minute` must be after `from_minute`.')
  }
}

/** Other fields may be wrong, and this one be something else than it should be. */
function namesDays({ weekdays }: { readonly weekdays: unknown }): boolean {
  return Array.isArray(weekdays) && weekdays.length > 0
}

function hasDay({ from_date: from, to_date: to, weekdays }: WishInput): boolean {
  // By their number: what follows the last day of the year 9999 does not sort after it.
  const first = weekdayOf(from)
  const days = Array.from(
    { length: daysFrom(from, to) },
    (_, day) => (first + day) % WEEKDAYS.length,
  )
  return days.some((day) => weekdays.includes(day))
}

/** Whether a start, in epoch milliseconds, is on a day and at an hour that was asked for. */
export function isWantedAt(wanted: WishInput, start: number, timeZone: string): boolean {
  const { date, minute } = localTimeOf(start, timeZone)
  return (
    date >= wanted.from_date &&
    date <= wanted.to_date &&
    wanted.weekdays.includes(weekdayOf(date)) &&
    minute >= wanted.from_minute &&
    minute < wanted.to_minute
  )
}

/** @param date `YYYY-MM-DD`. @returns 0 is Sunday */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay()
}

/** The offer that can be taken now: its time is held for the client. */
export function openOffer({ status, offer }: WishRow, now: number): OfferRow | null {
  const isOpen = status === 'OFFERED' && offer?.outcome === 'OPEN' && offer.heldUntil > now
  return isOpen ? offer : null
}

export function isEnded({ status }: Pick<WishRow, 'status'>): boolean {
  return !OPEN_STATUSES.some((open) => open === status)
}

/** As the team sees it. */
export const Wish = z
  .object({
    object: z.literal('waitlist_wish'),
    id: Id,
    status: WishStatus,
    client_id: Id,
    client: expandable(Client),
    service_ids: z.array(Id),
    services: z.array(MiniReference),
    professional_id: Id.nullable(),
    professional: MiniReference.nullable(),
    from_date: DateOnly,
    to_date: DateOnly,
    weekdays: z.array(z.int().min(0).max(6)),
    from_minute: Minute,
    to_minute: Minute,
    language: z.enum(LANGUAGES),
    source: z.string(),
    /** Its place: the client who waits longest is offered time first. */
    waits_since: Instant,
    /** Unanswered offers. */
    lapses: z.int().min(0),
    /** The last one; null: none yet. */
    offer: z
      .object({
        start: Instant,
        professional: MiniReference,
        held_until: Instant,
        outcome: z.enum(OFFER_OUTCOMES),
      })
      .nullable(),
    appointment_id: Id.nullable(),
    ended_at: Instant.nullable(),
    created_at: Instant,
    updated_at: Instant,
  })
  .meta({ id: 'WaitlistWish' })

export function toWish(
  row: WishRow,
  { organization }: Pick<Context, 'organization'>,
): z.input<typeof Wish> {
  const at = (instant: number) => formatInstant(instant, organization.timeZone)
  const { clientId, professionalId, professionalName, offer, endedAt } = row
  return {
    object: 'waitlist_wish',
    id: row.id,
    status: row.status,
    client_id: clientId,
    client: { id: clientId, name: clientName(row) },
    service_ids: row.services.map(({ id }) => id),
    services: row.services,
    professional_id: professionalId,
    professional:
      professionalId === null || professionalName === null
        ? null
        : { id: professionalId, name: professionalName },
    from_date: row.fromDate,
    to_date: row.toDate,
    weekdays: row.weekdays,
    from_minute: row.fromMinute,
    to_minute: row.toMinute,
    language: languageOf(row),
    source: row.source,
    waits_since: at(+row.waitsSince),
    lapses: row.lapses,
    offer:
      offer === null
        ? null
        : {
            start: at(offer.startsAt),
            professional: { id: offer.professionalId, name: offer.professionalName },
            held_until: at(offer.heldUntil),
            outcome: offer.outcome,
          },
    appointment_id: row.appointmentId,
    ended_at: endedAt === null ? null : at(+endedAt),
    created_at: at(+row.createdAt),
    updated_at: at(+row.updatedAt),
  }
}
