/** The waiting line of a day: who can serve which entry, the order of entries, and which queue has room. */
import {
  column,
  query,
  sqlOf,
  type Organization,
  type Queryable,
  type QueueEntryStatus,
} from '@scheduling/database'
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

const STATUSES = ACTIVE_QUEUE_STATUSES.map((status) => `'${status}'`).join(', ')

/**
 * The line as one JSON value.
 *
 * @param of.organization SQL of its id
 * @param of.dates SQL of an array of local dates, whose entries are read
 * @param of.services SQL of an array of services whose performers are read in addition to those of the entries
 */
function lineText(of: {
  readonly organization: string
  readonly dates: string
  readonly services: string
}): string {
  return `
    WITH entry AS (
      SELECT e.*, s.duration_minutes FROM queue_entry e JOIN service s ON s.id = e.service_id
      WHERE e.organization_id = ${of.organization} AND e.date = ANY(${of.dates}) AND e.status IN (${STATUSES})
    ), performer AS (
      SELECT ps.service_id, ps.professional_id
      FROM professional_service ps JOIN professional p ON p.id = ps.professional_id
      WHERE ps.organization_id = ${of.organization} AND p.is_active
        AND ps.service_id IN (SELECT unnest(${of.services}) UNION SELECT service_id FROM entry)
    )
    SELECT json_build_object(
      'entries', (SELECT json_agg(json_build_array(id, date, status, professional_id, service_id, duration_minutes,
          floor(extract(epoch FROM started_at) * 1000)) ORDER BY arrived_at, id) FROM entry),
      'performers', (SELECT json_agg(json_build_array(service_id, professional_id) ORDER BY professional_id) FROM performer),
      'desks', (SELECT json_agg(json_build_array(professional_id, is_open, capacity, hours)) FROM queue_desk
        WHERE organization_id = ${of.organization} AND professional_id IN (SELECT professional_id FROM performer))
    ) AS line`
}

/** The line in which the waiting entries of a page of the table stand. */
export const LINE_OF_PAGE = lineText({
  organization: '(SELECT "organizationId" FROM page LIMIT 1)',
  dates: `ARRAY(SELECT DISTINCT date FROM page WHERE status = 'WAITING')`,
  services: `'{}'::int[]`,
})

const readLine = query({
  name: 'line',
  text: lineText({ organization: '$1', dates: '$2::date[]', services: '$3::int[]' }),
  row: { line: column.json<LineRow>() },
})

/** What `lineText` makes. */
export type LineRow = {
  readonly entries: readonly EntryRow[] | null
  readonly performers: readonly (readonly [serviceId: number, professionalId: number])[] | null
  readonly desks: readonly DeskRow[] | null
}

type EntryRow = [
  id: number,
  date: string,
  status: QueueEntryStatus,
  professionalId: number | null,
  serviceId: number,
  durationMinutes: number,
  startedAt: number | null,
]
type DeskRow = [professionalId: number, isOpen: boolean, capacity: number | null, hours: unknown]

/**
 * Takes one statement for any number of entries and days.
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
  const [row] = await readLine(sqlOf(db), [
    organization.id,
    [...new Set(asked.dates)],
    asked.serviceIds,
  ])
  return lineOf(row?.line ?? null, organization, now)
}

/**
 * @param row null: no client waits
 * @param now epoch milliseconds
 */
export function lineOf(
  row: LineRow | null,
  { timeZone }: Pick<Organization, 'timeZone'>,
  now: number,
): Line {
  const performers = new Map<number, number[]>()
  for (const [serviceId, professionalId] of row?.performers ?? []) {
    performers.set(serviceId, [...(performers.get(serviceId) ?? []), professionalId])
  }
  return {
    entries: (row?.entries ?? []).map(entryOf),
    performers,
    desks: new Map(
      (row?.desks ?? []).map(([professionalId, isOpen, capacity, hours]) => [
        professionalId,
        {
          isOpen: isOpen && isWithinHours(deskHoursOf(hours), now, timeZone),
          capacity,
        },
      ]),
    ),
  }
}

function entryOf(row: EntryRow): LineEntry {
  const [id, date, status, professionalId, serviceId, durationMinutes, startedAt] = row
  return { id, date, status, professionalId, serviceId, durationMinutes, startedAt }
}

/** Who serves this service now: its active performers whose queue is open. */
export function serving(line: Line, serviceId: number): number[] {
  return (line.performers.get(serviceId) ?? []).filter((id) => line.desks.get(id)?.isOpen === true)
}

/** The professionals who can call an entry. While no professional serves its service, all of its performers. */
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

/** The place of a client who would join now, with any professional who serves. Null: no queue would take one more. */
export function positionOfNewcomer(
  line: Line,
  service: Pick<LineEntry, 'serviceId' | 'durationMinutes' | 'date'>,
  now: number,
): QueuePosition | null {
  if (!takesOneMore(line, serving(line, service.serviceId))) return null
  const id = 0
  const newcomer = {
    ...service,
    id,
    status: 'WAITING',
    professionalId: null,
    startedAt: null,
  } as const
  const joined = { ...line, entries: [...line.entries, newcomer] }
  return positionsOf(joined, new Set([id]), now).get(id) ?? null
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
