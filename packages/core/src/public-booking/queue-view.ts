/** A place in the queue as its client sees it. */
import { formatInstant } from '@scheduling/availability'
import { z } from 'zod'
import { findDeposit } from '../deposits/load.ts'
import { Instant } from '../ground/time-fields.ts'
import { isPast, queueEntryRecord } from '../queue/load.ts'
import { canCome, comingSince } from '../queue/on-my-way.ts'
import { QueueEntryStatus, type QueueEntryRow } from '../queue/queue-entry.ts'
import { transitionOf } from '../queue/transitions.ts'
import { DepositView, toDepositView } from './deposit-view.ts'
import { toVisitedOrganization, VisitedOrganization } from './offer.ts'
import type { Visited } from './visit.ts'

export const QueueView = z.object({
  status: QueueEntryStatus,
  /** 1 is next. These three are null unless the client waits. */
  position: z.int().min(1).nullable(),
  ahead_count: z.int().min(0).nullable(),
  estimated_wait_minutes: z.int().min(0).nullable(),
  service: z.string(),
  professional: z.string().nullable(),
  /** Where the client was called to. Null unless the status is `CALLED`. */
  place: z.string().nullable(),
  /** Until when a called client can answer. */
  call_expires_at: Instant.nullable(),
  arrived_at: Instant,
  /** The client said so, and the desk knows. */
  on_my_way: z.boolean(),
  can_tell_on_my_way: z.boolean(),
  can_leave: z.boolean(),
  can_confirm_presence: z.boolean(),
  deposit: DepositView.nullable(),
  organization: VisitedOrganization,
})

export async function queueView(
  visited: Visited,
  row: QueueEntryRow,
): Promise<z.input<typeof QueueView>> {
  const { organization, db } = visited
  const { timeZone } = organization
  const record = await queueEntryRecord(db, visited, row)
  const [latest] = row.deposits
  const deposit = latest === undefined ? null : await findDeposit(db, organization.id, latest.id)
  const onMyWay = comingSince(row) !== null
  const state = { status: row.status, isPast: isPast(row, visited) }
  return {
    status: row.status,
    position: record.position,
    ahead_count: record.ahead_count,
    estimated_wait_minutes: record.estimated_wait_minutes,
    service: row.service.name,
    professional: row.professional?.name ?? null,
    place: row.status === 'CALLED' ? row.place : null,
    call_expires_at:
      row.callExpiresAt === null ? null : formatInstant(+row.callExpiresAt, timeZone),
    arrived_at: formatInstant(+row.arrivedAt, timeZone),
    on_my_way: onMyWay,
    can_tell_on_my_way: canCome(row, state.isPast) && !onMyWay,
    can_leave: transitionOf(state, 'cancel') !== null,
    can_confirm_presence: transitionOf(state, 'start') !== null,
    deposit: deposit === null ? null : toDepositView(deposit, visited),
    organization: toVisitedOrganization(visited),
  }
}
