import type { Transaction } from '@scheduling/database'

const MINUTE_MS = 60_000

/** Time to be taken in one professional's calendar. */
export type Place = {
  readonly organizationId: number
  readonly professionalId: number
  /** Epoch milliseconds. */
  readonly start: number
  readonly durationMinutes: number
  readonly bufferBeforeMinutes: number
  readonly bufferAfterMinutes: number
  /** The single service whose session has seats; null for a basket. */
  readonly serviceId: number | null
  readonly capacity: number
  readonly isOverbook: boolean
}

/**
 * Takes the time, or a seat in a session that is there already, and answers the hold's id.
 *
 * The caller holds the professional's lock and has judged the start free (or overbooks it); the exclusion
 * constraint and the seat count refuse whatever slipped past. A session stretches to its longest seat:
 * duration or buffers of the service may have changed since it was opened.
 */
export async function takeTime(tx: Transaction, place: Place): Promise<number> {
  const busyFrom = place.start - place.bufferBeforeMinutes * MINUTE_MS
  const busyTo = place.start + (place.durationMinutes + place.bufferAfterMinutes) * MINUTE_MS
  if (place.capacity > 1 && place.serviceId !== null && !place.isOverbook) {
    const [joined] = await tx.$queryRaw<{ id: number }[]>`
      UPDATE calendar_hold SET taken = taken + 1, capacity = ${place.capacity},
        busy_from = least(busy_from, ${new Date(busyFrom)}), busy_to = greatest(busy_to, ${new Date(busyTo)})
      WHERE organization_id = ${place.organizationId} AND professional_id = ${place.professionalId}
        AND service_id = ${place.serviceId} AND starts_at = ${new Date(place.start)}
        AND NOT is_overbook AND taken < ${place.capacity}
      RETURNING id`
    if (joined !== undefined) return joined.id
  }
  const { id } = await tx.calendarHold.create({
    data: {
      organizationId: place.organizationId,
      professionalId: place.professionalId,
      serviceId: place.serviceId,
      startsAt: new Date(place.start),
      busyFrom: new Date(busyFrom),
      busyTo: new Date(busyTo),
      isOverbook: place.isOverbook,
      capacity: place.isOverbook ? 1 : place.capacity,
    },
    select: { id: true },
  })
  return id
}

/** Gives the time back, or one seat of a session. No appointment may refer to the hold for that seat any more. */
export async function releaseTime(tx: Transaction, holdId: number): Promise<void> {
  // Read under its lock: somebody may be taking the next seat at this very moment.
  const [hold] = await tx.$queryRaw<{ taken: number }[]>`
    SELECT taken FROM calendar_hold WHERE id = ${holdId} FOR UPDATE`
  if (hold === undefined) return
  if (hold.taken > 1) {
    await tx.$executeRaw`UPDATE calendar_hold SET taken = taken - 1 WHERE id = ${holdId}`
  } else {
    await tx.$executeRaw`DELETE FROM calendar_hold WHERE id = ${holdId}`
  }
}
