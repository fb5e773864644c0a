/** A calendar of a professional elsewhere: while it is busy, the professional cannot be booked. */
import { findRow, tables, type Queryable, type StoredRow } from '@scheduling/database'
import { formatInstant } from '@scheduling/availability'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { bytes } from '../ground/bytes.ts'
import type { Cryptography } from '../ground/crypto.ts'
import { Id, MiniReference } from '../ground/fields.ts'
import { Instant } from '../ground/time-fields.ts'

export const BusyCalendar = z.object({
  object: z.literal('busy_calendar'),
  professional_id: Id,
  professional: MiniReference,
  /** `pending`: it was connected, and not read yet. `failing`: what was read last counts on. */
  status: z.enum(['disconnected', 'pending', 'ok', 'failing']),
  /** Of its address, which is not shown: it opens the calendar. */
  host: z.string().nullable(),
  connected_at: Instant.nullable(),
  /** When it was last asked for. */
  tried_at: Instant.nullable(),
  /** When it was last read, or had not changed. */
  read_at: Instant.nullable(),
  failing_since: Instant.nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** Of those that were read last. */
  busy_times: z.int().min(0),
  /** Entries that were passed over, since their times cannot be read. */
  unreadable_entries: z.int().min(0),
})

export type BusyCalendarState = StoredRow<typeof tables.busyCalendar>

export function findBusyCalendar(
  db: Queryable,
  organizationId: number,
  professionalId: number,
): Promise<BusyCalendarState | null> {
  return findRow(db, tables.busyCalendar, { organizationId, professionalId })
}

/** @param state null: none is connected */
export function toBusyCalendar(
  { crypto, organization }: Pick<Context, 'crypto' | 'organization'>,
  professional: { readonly id: number; readonly name: string },
  state: BusyCalendarState | null,
): z.output<typeof BusyCalendar> {
  const whose = { organizationId: organization.id, professionalId: professional.id }
  const at = (instant: Date | null | undefined) =>
    instant == null ? null : formatInstant(instant.getTime(), organization.timeZone)
  const { errorCode = null, errorMessage = null } = state ?? {}
  return {
    object: 'busy_calendar',
    professional_id: professional.id,
    professional: { id: professional.id, name: professional.name },
    status: statusOf(state),
    host: state === null ? null : new URL(openUrl(crypto, whose, state.urlSealed)).host,
    connected_at: at(state?.connectedAt),
    tried_at: at(state?.triedAt),
    read_at: at(state?.readAt),
    failing_since: at(state?.failingSince),
    error:
      errorCode === null || errorMessage === null
        ? null
        : { code: errorCode, message: errorMessage },
    busy_times: state?.busyTimes ?? 0,
    unreadable_entries: state?.unreadable ?? 0,
  }
}

function statusOf(state: BusyCalendarState | null): z.output<typeof BusyCalendar>['status'] {
  if (state === null) return 'disconnected'
  if (state.failingSince !== null) return 'failing'
  return state.readAt === null ? 'pending' : 'ok'
}

type Whose = { readonly organizationId: number; readonly professionalId: number }

/** What was sealed for one professional opens for no other. */
const contextOf = ({ organizationId, professionalId }: Whose) =>
  `busy-calendar:${organizationId}:${professionalId}`

export function sealUrl(
  crypto: Pick<Cryptography, 'seal'>,
  whose: Whose,
  href: string,
): Uint8Array<ArrayBuffer> {
  return bytes(crypto.seal(href, contextOf(whose)))
}

export function openUrl(
  crypto: Pick<Cryptography, 'open'>,
  whose: Whose,
  sealed: Uint8Array,
): string {
  return crypto.open(sealed, contextOf(whose)).toString('utf8')
}

/** When a professional is busy by that calendar. It has no id and no name: nothing else of it is kept. */
export const BusyTime = z.object({
  object: z.literal('busy_time'),
  professional_id: Id,
  professional: MiniReference,
  start: Instant,
  end: Instant,
})
