/** What an appointment must fit into: who works when, who performs what, and what is offered. */
import { addDays, localDateOf, type Calendar, type Schedule } from '@scheduling/availability'
import {
  column,
  query,
  selected,
  sqlOf,
  type Organization,
  type Transaction,
} from '@scheduling/database'
import { CALENDARS, schedulesOf } from '../appointments/load-schedules.ts'
import type { Booked } from './booked.ts'

export type Offer = {
  readonly calendar: Calendar
  /** Busy is only what is blocked: appointments do not stand in each other's way here. */
  readonly schedules: ReadonlyMap<number, Schedule>
  readonly activeProfessionals: ReadonlySet<number>
  /** `<professional> <service>` */
  readonly performed: ReadonlySet<string>
  /** Services that can be booked, with their seats per start. */
  readonly seats: ReadonlyMap<number, number>
}

const { hours, overrides, holidays, blocked } = CALENDARS

const OFFER = {
  hours,
  overrides,
  holidays,
  blocked,
  active: column.by(
    `(SELECT coalesce(json_agg(id), '[]') FROM professional
      WHERE organization_id = $1::int AND id = ANY($2::int[]) AND is_active)`,
    column.json<number[]>(),
  ),
  performed: column.by(
    `(SELECT coalesce(json_agg(json_build_array(professional_id, service_id)), '[]') FROM professional_service
      WHERE organization_id = $1::int AND professional_id = ANY($2::int[]) AND service_id = ANY($7::int[]))`,
    column.json<[professionalId: number, serviceId: number][]>(),
  ),
  seats: column.by(
    `(SELECT coalesce(json_agg(json_build_array(id, max_capacity)), '[]') FROM service
      WHERE organization_id = $1::int AND id = ANY($7::int[]) AND is_active AND booking_mode = 'SCHEDULED')`,
    column.json<[serviceId: number, seats: number][]>(),
  ),
}

const offered = query({ name: 'offer', text: `SELECT ${selected(OFFER, '')}`, row: OFFER })

/** Reads what these appointments are judged by, as it is now in the transaction: one statement for any number. */
export async function readOffer(
  tx: Transaction,
  organization: Pick<Organization, 'id' | 'timeZone'>,
  booked: readonly Booked[],
): Promise<Offer> {
  const professionalIds = [...new Set(booked.map(({ professionalId }) => professionalId))]
  const serviceIds = [...new Set(booked.flatMap((one) => one.serviceIds))]
  const from = booked.reduce((least, one) => Math.min(least, one.busyFrom), Infinity)
  const until = booked.reduce((most, one) => Math.max(most, one.busyTo), -Infinity)
  // The hours of a date can reach into the next date, and the next date can cut them short.
  const firstDate = addDays(localDateOf(from, organization.timeZone), -2)
  const lastDate = addDays(localDateOf(until, organization.timeZone), 2)
  const values = [organization.id, professionalIds, firstDate, lastDate, from, until, serviceIds]
  const [read] = await offered(sqlOf(tx), values)
  if (read === undefined) throw new Error('The query of the offer returned no row.')
  const { active, performed, seats, ...calendars } = read
  return {
    ...schedulesOf(organization, { professionalIds, now: from }, { ...calendars, holds: [] }),
    activeProfessionals: new Set(active),
    performed: new Set(performed.map((pair) => pair.join(' '))),
    seats: new Map(seats),
  }
}
