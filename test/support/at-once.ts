/** Many requests at one time, and what they may not leave behind. */
import { expect } from 'vitest'
import type { Reply, TestApi } from './api.ts'
import { anotherClient, type BookableClinic } from './booking.ts'

export function times<Made>(
  count: number,
  make: (index: number) => Promise<Made>,
): Promise<Made[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => make(index)))
}

/** Ids of so many other clients of a clinic. */
export async function clientsOf(
  api: TestApi,
  clinic: BookableClinic,
  count: number,
): Promise<number[]> {
  return (await times(count, () => anotherClient(api, clinic))).map(({ id }) => id)
}

/** How many answers of each kind, such as `{ '201': 1, '409 slot_unavailable': 49 }`. */
export function tally(replies: readonly Reply[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, body } of replies) {
    const kind = status < 300 ? `${status}` : `${status} ${body.code}`
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}

/** What no race may leave behind: overlaps, holds without their appointments or offers, wrong counts of seats. */
export async function expectSoundCalendar(
  api: Pick<TestApi, 'db'>,
  clinic: BookableClinic,
): Promise<void> {
  const organizationId = clinic.organization.row.id
  const holds = await api.db.calendarHold.findMany({
    where: { organizationId },
    include: { appointments: true, offer: { include: { wish: true } }, timeHold: true },
    orderBy: [{ professionalId: 'asc' }, { busyFrom: 'asc' }],
  })
  for (const [index, hold] of holds.entries()) {
    if (hold.offer !== null) {
      expect(hold.appointments).toEqual([])
      expect(hold.offer).toMatchObject({
        outcome: 'OPEN',
        startsAt: hold.startsAt,
        heldUntil: hold.heldUntil,
      })
      expect(hold.offer.wish.status).toBe('OFFERED')
    } else if (hold.timeHold !== null) {
      expect(hold.appointments).toEqual([])
      expect(hold.timeHold).toMatchObject({
        status: 'HELD',
        startsAt: hold.startsAt,
        expiresAt: hold.heldUntil,
      })
    } else expect(hold.appointments).toHaveLength(hold.taken)
    expect(hold.taken).toBeLessThanOrEqual(hold.capacity)
    for (const appointment of hold.appointments) {
      expect(appointment.professionalId).toBe(hold.professionalId)
      expect(appointment.startsAt).toEqual(hold.startsAt)
    }
    const before = holds[index - 1]
    // Seats of one session that are held stand beside it.
    if (before?.startsAt.getTime() === hold.startsAt.getTime() && hold.capacity > 1) continue
    if (before?.professionalId === hold.professionalId && !before.isOverbook && !hold.isOverbook) {
      expect(before.busyTo.getTime()).toBeLessThanOrEqual(hold.busyFrom.getTime())
    }
  }
  const blocking = await api.db.appointment.count({
    where: { organizationId, status: { in: ['PENDING', 'CONFIRMED', 'COMPLETED'] } },
  })
  const booked = holds.filter(({ heldUntil }) => heldUntil === null)
  expect(booked.reduce((sum, hold) => sum + hold.taken, 0)).toBe(blocking)
}
