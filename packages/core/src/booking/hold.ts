import type { Transaction } from '@scheduling/database'

const MINUTE_MS = 60_000

/** Time in the calendar of one professional. */
export type HoldRequest = {
  readonly organizationId: number
  readonly professionalId: number
  /** Epoch milliseconds. */
  readonly start: number
  readonly durationMinutes: number
  readonly bufferBeforeMinutes: number
  readonly bufferAfterMinutes: number
  /** The single service whose session has seats; null for several services. */
  readonly serviceId: number | null
  readonly capacity: number
  readonly isOverbook: boolean
}

/**
 * Takes the time, or a seat in a session that already exists, and returns the id of the hold.
 *
 * The caller has locked the professional, and has judged the start free or overbooks it. The exclusion
 * constraint and the seat count refuse what such a check would miss. A session stretches to its longest seat,
 * since the duration or the buffers of the service may have changed after it was opened.
 */
export async function takeTime(tx: Transaction, request: HoldRequest): Promise<number> {
  const busyFrom = request.start - request.bufferBeforeMinutes * MINUTE_MS
  const busyTo = request.start + (request.durationMinutes + request.bufferAfterMinutes) * MINUTE_MS
  if (request.capacity > 1 && request.serviceId !== null && !request.isOverbook) {
    const [joined] = await tx.$queryRaw<{ id: number }[]>`
      UPDATE calendar_hold SET taken = taken + 1, capacity = ${request.capacity},
        busy_from = least(busy_from, ${new Date(busyFrom)}), busy_to = greatest(busy_to, ${new Date(busyTo)})
      WHERE organization_id = ${request.organizationId} AND professional_id = ${request.professionalId}
        AND service_id = ${request.serviceId} AND starts_at = ${new Date(request.start)}
        AND NOT is_overbook AND taken < ${request.capacity}
      RETURNING id`
    if (joined !== undefined) return joined.id
  }
  const { id } = await tx.calendarHold.create({
    data: {
      organizationId: request.organizationId,
      professionalId: request.professionalId,
      serviceId: request.serviceId,
      startsAt: new Date(request.start),
      busyFrom: new Date(busyFrom),
      busyTo: new Date(busyTo),
      isOverbook: request.isOverbook,
      capacity: request.isOverbook ? 1 : request.capacity,
    },
    select: { id: true },
  })
  return id
}

/** Frees the time, or one seat of a session. The appointment of that seat must no longer refer to the hold. */
export async function releaseTime(tx: Transaction, holdId: number): Promise<void> {
  // Read under a lock, since another booking may be taking the next seat.
  const [hold] = await tx.$queryRaw<{ taken: number }[]>`
    SELECT taken FROM calendar_hold WHERE id = ${holdId} FOR UPDATE`
  if (hold === undefined) return
  if (hold.taken > 1) {
    await tx.$executeRaw`UPDATE calendar_hold SET taken = taken - 1 WHERE id = ${holdId}`
  } else {
    await tx.$executeRaw`DELETE FROM calendar_hold WHERE id = ${holdId}`
  }
}
