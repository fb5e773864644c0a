/** A clinic whose hours, services and team are changed from a dashboard while appointments are booked. */
import type { Professional } from '@scheduling/database'
import { expect } from 'vitest'
import type { TestApi } from './api.ts'
import { at, openClinic, type BookableClinic } from './booking.ts'
import { eventsOf } from './clinic.ts'
import { signIn, type Dashboard, type DashboardReply } from './dashboard.ts'

export type ChangingClinic = BookableClinic & {
  readonly owner: Dashboard
  /** Books on Monday; the id. Fails when it is refused. */
  bookAt(clock: string, body?: object): Promise<number>
  /** What the appointments are by now: `[id, status, professional_id, start]`, by id. */
  booked(): Promise<unknown[]>
  /** Types of events with their batch, from `since` events on. */
  told(since?: number): Promise<[type: string, batch: string | null][]>
  /** Actions of the audit, by a person. */
  noted(): Promise<{ action: string; recordId: string | null; changes: unknown }[]>
  /** Every row that a change could write. */
  everything(): Promise<string>
}

export async function openChangingClinic(
  api: TestApi,
  values: Parameters<typeof openClinic>[1] = {},
): Promise<ChangingClinic> {
  const clinic = await openClinic(api, values)
  const organizationId = clinic.organization.row.id
  const owner = await signIn(api, clinic.organization)
  // The owner works, so the two are not counted among those who are free.
  return {
    ...clinic,
    owner,
    async bookAt(clock, body = {}) {
      const reply = await clinic.book({ start: at(clock), ...body })
      if (reply.status !== 201) throw new Error(reply.text)
      return reply.body.id
    },
    async booked() {
      const rows = await api.db.appointment.findMany({
        where: { organizationId },
        orderBy: { id: 'asc' },
      })
      return rows.map((row) => [row.id, row.status, row.professionalId, row.startsAt.toISOString()])
    },
    async told(since = 0) {
      const events = await eventsOf(api.db, clinic.organization.row)
      return events.slice(since).map(({ type, payload }) => [type, payload.batch_id])
    },
    async noted() {
      const rows = await api.db.auditEntry.findMany({
        where: { organizationId, actorType: 'user' },
        orderBy: { id: 'asc' },
      })
      return rows.map(({ action, recordId, changes }) => ({ action, recordId, changes }))
    },
    async everything() {
      const where = { organizationId }
      const orderBy = { id: 'asc' } as const
      const rows = await Promise.all([
        api.db.appointment.findMany({ where, orderBy }),
        api.db.appointmentMove.findMany({ where, orderBy }),
        api.db.calendarHold.findMany({ where, orderBy }),
        api.db.workingHours.findMany({ where, orderBy }),
        api.db.dateOverride.findMany({ where, orderBy }),
        api.db.blockedTime.findMany({ where, orderBy }),
        api.db.holiday.findMany({ where, orderBy: { date: 'asc' } }),
        api.db.service.findMany({ where, orderBy }),
        api.db.professional.findMany({ where, orderBy }),
        api.db.professionalService.findMany({
          where,
          orderBy: [{ professionalId: 'asc' }, { serviceId: 'asc' }],
        }),
        api.db.deposit.findMany({ where, orderBy }),
        api.db.queueEntry.findMany({ where, orderBy }),
        api.db.userSession.count({ where: { user: where } }),
        api.db.event.count({ where }),
        api.db.auditEntry.count({ where }),
      ])
      return JSON.stringify(rows, (_, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      )
    },
  }
}

/** What an impact says, shortly: `[id, reason, action, moved_to]`. */
export function shown(reply: DashboardReply): unknown[] {
  return reply.body.impact.appointments.map((one: any) => [
    one.appointment.id,
    one.reason,
    one.action,
    one.moved_to?.id ?? null,
  ])
}

/** `field:code` of every entry of a refusal. */
export function faultsOf(reply: DashboardReply): string[] {
  return reply.problem.errors.map((error: any) => `${error.field}:${error.code}`)
}

export function secondOf({ professionals }: ChangingClinic): Professional {
  const [, second] = professionals
  if (second === undefined) throw new Error('This takes two professionals.')
  return second
}

export function expectOk(reply: DashboardReply): DashboardReply {
  expect([reply.status, reply.problem ?? null]).toEqual([200, null])
  return reply
}
