/** The waiting line of a day: who can serve whom, who is ahead of whom, and which queue has room. */
import { type Organization, type Queryable, type QueueEntryStatus } from '@scheduling/database'
import { LIMITS } from '../contract/limits.ts'
import { deskHoursOf, isWithinHours } from './opening-hours.ts'
import type { QueuePosition } from './queue-entry.ts'
import { ACTIVE_QUEUE_STATUSES } from './transitions.ts'

const MINUTE_MS = 60_000

export type LineEntry = {
  readonly id: number
  readonly date: string
  readonly status: QueueEntryStatus
  /** Null: any professional. */
  readonly professionalId: number | null
  readonly serviceId: number
  readonly durationMinutes: number
  /** Epoch milliseconds. */
  readonly startedAt: number | null
}

export type Desk = {
  /** Whether it is switched on and within its hours. */
  readonly isOpen: boolean
  /** Null: no limit. */
  readonly capacity: number | null
}

export type Line = {
  /** Active entries in the order of arrival. */
  readonly entries: readonly LineEntry[]
  /** The active professionals of each service, ordered by id. */
  readonly performers: ReadonlyMap<number, readonly number[]>
  readonly desks: ReadonlyMap<number, Desk>
}

/**
 * Takes three statements for any number of entries and days.
 *
 * @param asked the local dates whose entries are read, and the services whose performers are read in addition
 *   to those of the entries
 * @param now epoch milliseconds
 */
export async function loadLine(
  db: Queryable,
  organization: Pick<Organization, 'id' | 'timeZone'>,
  asked: { readonly dates: readonly string[]; readonly serviceIds: readonly number[] },
  now: number,
): Promise<Line> {
  const rows = await db.$queryRaw<(Omit<LineEntry, 'startedAt'> & { startedAt: Date | null })[]>`
    SELECT e.id, e.date::text AS date, e.status::text AS status, e.professional_id AS "professionalId",
      e.service_id AS "serviceId", s.duration_minutes AS "durationMinutes", e.started_at AS "startedAt"
    FROM queue_entry e JOIN service s ON s.id = e.service_id
    WHERE e.organization_id = ${organization.id}
      AND e.date = ANY(${[...new Set(asked.dates)]}::text[]::date[])
      AND e.status = ANY(${[...ACTIVE_QUEUE_STATUSES]}::text[]::queue_entry_status[])
    ORDER BY e.arrived_at, e.id`
  const entries = rows.map((row) => ({ ...row, startedAt: row.startedAt?.getTime() ?? null }))
  const services = new Set([...asked.serviceIds, ...entries.map(({ serviceId }) => serviceId)])
  const performing = await db.professionalService.findMany({
    where: {
      organizationId: organization.id,
      serviceId: { in: [...services] },
      professional: { isActive: true },
    },
    select: { serviceId: true, professionalId: true },
    orderBy: { professionalId: 'asc' },
  })
  const performers = new Map<number, number[]>()
  for (const { serviceId, professionalId } of performing) {
    performers.set(serviceId, [...(performers.get(serviceId) ?? []), professionalId])
  }
  const desks = await db.queueDesk.findMany({
    where: {
      organizationId: organization.id,
      professionalId: { in: [...new Set([...performers.values()].flat())] },
    },
  })
  return {
    entries,
    performers,
    desks: new Map(
      desks.map((desk) => [
        desk.professionalId,
        {
          isOpen: desk.isOpen && isWithinHours(deskHoursOf(desk.hours), now, organization.timeZone),
          capacity: desk.capacity,
        },
      ]),
    ),
  }
}

/** Who serves this service now: its active performers whose queue is open. */
export function serving(line: Line, serviceId: number): number[] {
  return (line.performers.get(serviceId) ?? []).filter((id) => line.desks.get(id)?.isOpen === true)
}

/** The professionals who can call an entry. While nobody serves its service, all of its performers. */
function serversOf(line: Line, entry: LineEntry): readonly number[] {
  if (entry.professionalId !== null) return [entry.professionalId]
  const now = serving(line, entry.serviceId)
  return now.length > 0 ? now : (line.performers.get(entry.serviceId) ?? [])
}

/**
 * The positions of waiting entries. An entry is ahead if it arrived earlier and one of the same professionals
 * can call it. The estimate is the duration of the services ahead, and the rest of those in progress, divided
 * by the number of professionals who serve now. The rest of a service whose client was just called is all of
 * it.
 *
 * @param ids entries of the line; those that do not wait have no position
 * @param now epoch milliseconds
 */
export function positionsOf(
  line: Line,
  ids: ReadonlySet<number>,
  now: number,
): Map<number, QueuePosition> {
  const positions = new Map<number, QueuePosition>()
  const queue = line.entries.map((entry, rank) => ({
    entry,
    rank,
    servers: serversOf(line, entry),
  }))
  for (const { entry, rank, servers } of queue) {
    if (entry.status !== 'WAITING' || !ids.has(entry.id)) continue
    const mine = new Set(servers)
    const shared = queue.filter(
      (other) =>
        other.entry.date === entry.date &&
        other.servers.some((professional) => mine.has(professional)),
    )
    const waiting = shared.filter((other) => other.rank < rank && other.entry.status === 'WAITING')
    const minutes =
      sum(waiting.map((other) => other.entry.durationMinutes)) +
      sum(shared.map((other) => remainingMinutes(other.entry, now)))
    const served = servers.filter((professional) => line.desks.get(professional)?.isOpen === true)
    positions.set(entry.id, {
      ahead: waiting.length,
      estimatedMinutes: roundedUp(minutes / Math.max(1, served.length)),
    })
  }
  return positions
}

/** The rest of a service that is in progress, or about to begin. */
function remainingMinutes(entry: LineEntry, now: number): number {
  if (entry.status === 'CALLED') return entry.durationMinutes
  if (entry.status !== 'IN_SERVICE') return 0
  return Math.max(0, entry.durationMinutes - (now - (entry.startedAt ?? now)) / MINUTE_MS)
}

function roundedUp(minutes: number): number {
  const { queueEstimateMinutes: step } = LIMITS
  return Math.ceil(minutes / step) * step
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/**
 * Whether the queues can take one more entry: all entries and the newcomer must have a place in an open queue
 * at the same time. An entry for any professional makes room for one that has no choice.
 *
 * @param newcomer the professionals whose queues would do; closed queues do not count
 */
export function takesOneMore(line: Line, newcomer: readonly number[]): boolean {
  const occupants = new Map<number, (readonly number[])[]>()
  // Augmenting paths (Kuhn): if all queues are full, an entry in one of them may be able to move to another.
  const takePlace = (choices: readonly number[], asked: Set<number>): boolean =>
    choices.some((id) => {
      const desk = line.desks.get(id)
      if (desk === undefined || !desk.isOpen || asked.has(id)) return false
      asked.add(id)
      const there = occupants.get(id) ?? []
      occupants.set(id, there)
      if (there.length < (desk.capacity ?? Number.POSITIVE_INFINITY)) {
        there.push(choices)
        return true
      }
      const mover = there.findIndex((other) => takePlace(other, asked))
      if (mover < 0) return false
      there[mover] = choices
      return true
    })
  for (const entry of line.entries) {
    const { professionalId, serviceId } = entry
    takePlace(professionalId === null ? serving(line, serviceId) : [professionalId], new Set())
  }
  return takePlace(newcomer, new Set())
}
