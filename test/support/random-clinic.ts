/** Clinics with calendars by chance: what properties of free times are tried on. */
import { candidateStarts, formatInstant } from '@scheduling/availability'
import { demandOf, loadSchedules, selectServices } from '@scheduling/core'
import type { Client, Prisma } from '@scheduling/database'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import type { Reply, TestApi } from './api.ts'
import {
  blockedTime,
  createAppointmentRow,
  createClientRow,
  createProfessional,
  createService,
  dateOverride,
  EVERY_DAY,
  holiday,
  workingHours,
} from './clinic.ts'

const DAY_MS = 86_400_000

const Clock = fc
  .integer({ min: 0, max: 95 })
  .map(
    (quarter) =>
      `${`${Math.floor(quarter / 4)}`.padStart(2, '0')}:${['00', '15', '30', '45'][quarter % 4]}`,
  )
const Interval = fc.tuple(Clock, Clock)

/** The working hours of a day: so many pieces, opening and closing. */
export const Hours = (least: number, most: number) =>
  fc.array(Interval, { minLength: least, maxLength: most })

export const Minutes = (most: number) => fc.integer({ min: 0, max: most })

/** What the services of a clinic ask of its calendars. */
export const Asked = {
  duration: fc.integer({ min: 5, max: 150 }),
  before: Minutes(30),
  after: Minutes(30),
  interval: fc.integer({ min: 5, max: 90 }),
  notice: Minutes(900),
  hasTwoServices: fc.boolean(),
}

type ValueOf<Of> = Of extends fc.Arbitrary<infer Value> ? Value : never
type Pieces = readonly (readonly [opens: string, closes: string])[]

/** In minutes from now. */
type Span = { readonly at: number; readonly length: number }

/** A professional of the clinic. */
export type RandomWorker = {
  readonly weekly: Pieces
  /** The hours of one date; null: the weekly ones. */
  readonly override: Pieces | null
  readonly taken: readonly (Span & { readonly isSeat: boolean })[]
}

export type RandomClinic = {
  readonly [Name in keyof typeof Asked]: ValueOf<(typeof Asked)[Name]>
} & {
  readonly zone: string
  /** Epoch milliseconds. */
  readonly now: number
  /** The local date of the overrides. */
  readonly date: string
  /** How many days after today the list ends. */
  readonly days: number
  readonly workers: readonly RandomWorker[]
  /** Of the worker at a place, or of all. */
  readonly blocked: readonly (Span & { readonly of: number | null })[]
  readonly capacity: number
  /** Local dates. Default: none. */
  readonly holidays?: readonly string[]
  readonly organization?: Partial<Prisma.OrganizationUncheckedCreateInput>
}

export type Slot = { start: string; professional_id: number; remaining_capacity: number }

export type OpenRandomClinic = {
  /** With the key of the clinic. */
  call(method: string, path: string, body?: object): Promise<Reply>
  /** What the slots route lists for the services. */
  list(): Promise<Slot[]>
  /** The starts that the engine considers. */
  readonly grid: readonly { readonly professionalId: number; readonly start: string }[]
  readonly serviceIds: readonly number[]
  readonly professionalIds: readonly number[]
  readonly client: Client
}

/** Makes the rows of such a clinic, and moves the clock to its moment. */
export async function openRandomClinic(
  api: TestApi,
  clinic: RandomClinic,
): Promise<OpenRandomClinic> {
  const { zone, now } = clinic
  api.setNow(now)
  const { db } = api
  const { row, key } = await api.organization({
    timeZone: zone,
    minAdvanceMinutes: clinic.notice,
    ...clinic.organization,
  })
  const instant = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
  const professionals = []
  for (const { weekly, override } of clinic.workers) {
    const professional = await createProfessional(db, row)
    const intervals = [...new Map(weekly.map((hours) => [hours[0], hours])).values()]
    await workingHours(db, row, professional, { weekdays: EVERY_DAY, intervals })
    if (override !== null) await dateOverride(db, row, professional, clinic.date, override)
    professionals.push(professional)
  }
  for (const date of clinic.holidays ?? []) await holiday(db, row, date)
  const shape = {
    durationMinutes: clinic.duration,
    bufferBeforeMinutes: clinic.before,
    bufferAfterMinutes: clinic.after,
    slotIntervalMinutes: clinic.interval,
    maxCapacity: clinic.capacity,
    performedBy: professionals,
  }
  const service = await createService(db, row, shape)
  const second = await createService(db, row, { ...shape, durationMinutes: 15 })
  const client = await createClientRow(db, row, { phone: '11987654321' })
  const someone = await createClientRow(db, row, { phone: '11912345678' })
  for (const [index, professional] of professionals.entries()) {
    for (const { at, length, isSeat } of clinic.workers[index]?.taken ?? []) {
      const other = await createService(db, row, { durationMinutes: length })
      // Rows that would overlap are not possible; such a one is left out.
      await createAppointmentRow(db, row, {
        professional,
        client: someone,
        services: [isSeat ? service : other],
        start: instant(at),
      }).catch(() => undefined)
    }
  }
  for (const { at, length, of } of clinic.blocked) {
    const whose = of === null ? null : (professionals[of] ?? null)
    await blockedTime(db, row, whose, instant(at), instant(at + length))
  }
  const serviceIds = clinic.hasTwoServices ? [service.id, second.id] : [service.id]
  const professionalIds = professionals.map(({ id }) => id)
  const local = (days: number) => formatInstant(now + days * DAY_MS, zone).slice(0, 10)
  const window = { from: local(0), to: local(clinic.days) }
  const { services } = (await selectServices(db, row, serviceIds)).selection
  const demand = demandOf(services, row)
  const { calendar, schedules } = await loadSchedules(db, row, {
    professionalIds,
    demand,
    from: now - DAY_MS,
    until: now + (clinic.days + 3) * DAY_MS,
    now,
  })
  const call: OpenRandomClinic['call'] = (method, path, body) =>
    api.call(method, path, body === undefined ? { key } : { key, body })
  return {
    call,
    async list() {
      const query = `service_ids=${serviceIds}&from=${window.from}&to=${window.to}`
      const reply = await call('GET', `/v1/availability/slots?${query}`)
      expect(reply.status).toBe(200)
      return reply.body.data
    },
    grid: [...schedules].flatMap(([professionalId, schedule]) =>
      candidateStarts(calendar, demand, schedule, window).map((start) => ({
        professionalId,
        start: formatInstant(start, zone),
      })),
    ),
    serviceIds,
    professionalIds,
    client,
  }
}

/** One for each number, the same more than once; none of an empty list. */
export function pick<Value>(from: readonly Value[], picks: readonly number[]): Value[] {
  return picks.flatMap((number) => from.slice(number % from.length).slice(0, 1))
}
