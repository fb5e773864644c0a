/** Series of appointments, as a dashboard asks for them. */
import type { DashboardReply } from './dashboard.ts'
import { at } from './booking.ts'
import { EVERY_DAY } from './clinic.ts'
import type { SignedIn } from './team-changes.ts'

/** Open every day from 08:00 to 20:00. */
export const LONG_DAYS = { weekdays: EVERY_DAY, intervals: [['08:00', '20:00']] } as const

/** Monday 09:00 with the first professional, for the client of the clinic, unless said otherwise. */
export function createSeries(
  clinic: SignedIn,
  recurrence: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<DashboardReply> {
  return clinic.owner.mutate('appointments.createSeries', {
    service_ids: [clinic.service.id],
    start: at('09:00'),
    professional_id: clinic.professional.id,
    ...('client' in more ? {} : { client_id: clinic.client.id }),
    recurrence,
    ...more,
  })
}

export function startsOf({ body }: DashboardReply): string[] {
  return body.appointments.map(({ start }: { start: string }) => start)
}

/** `2026-11-23T09:00 slot_unavailable` for each date that was not booked. */
export function refusedOf({ body }: DashboardReply): string[] {
  return body.refused.map(
    ({ local_start, code }: { local_start: string; code: string }) => `${local_start} ${code}`,
  )
}

/** `2026-11-23T09:00:00-03:00 action_not_allowed` for each appointment that stayed as it was. */
export function keptOf({ body }: DashboardReply): string[] {
  return body.kept.map(({ start, code }: { start: string; code: string }) => `${start} ${code}`)
}
