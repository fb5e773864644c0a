/** Finds who waits for time that is free. */
import { addDays, freeSlots, localTimeOf, type Slot } from '@scheduling/availability'
import { column, query, sqlOf, type Database, type Organization } from '@scheduling/database'
import { setImmediate as breathe } from 'node:timers/promises'
import { bookablePart, daysFrom, instantsAround, todayOf } from '../availability/window.ts'
import { loadSchedules } from '../appointments/load-schedules.ts'
import {
  selectServices,
  type BookableDemand,
  type ServiceSelection,
} from '../appointments/service-selection.ts'
import { LIMITS } from '../contract/limits.ts'
import { bookable } from './bookable.ts'
import { demandOffered } from './offerable.ts'
import { instantIn } from '../ground/sql-instant.ts'
import { NOT_TOLD } from './load.ts'
import type { OfferOutcome } from './rows.ts'
import { isWantedAt } from './wish.ts'

const DAY_MS = 86_400_000

/** `[start, outcome]` of an offer before; the start in epoch milliseconds. */
type Refused = readonly [number, OfferOutcome]

/** As `write_messages` finds the way to a client. The others would be tried, and undone, each time that time frees. */
const CAN_BE_TOLD = `EXISTS (SELECT FROM client c JOIN organization o ON o.id = c.organization_id
    WHERE c.organization_id = w.organization_id AND c.id = w.client_id AND (c.email IS NOT NULL OR (c.phone IS NOT NULL
      AND EXISTS (SELECT FROM messaging_connection m
        JOIN messaging_contact k ON k.organization_id = m.organization_id AND k.channel = 'whatsapp'
          AND k.address = c.phone_key AND k.opted_in_at IS NOT NULL
        WHERE m.organization_id = o.id AND m.status = 'CONNECTED' AND (m.channel <> 'own'
          OR ('messaging_own_number' = ANY(o.plan_features) AND 'messaging_own_number' <> ALL(o.switched_off)))))))`

/** After an offer whose message could not be sent: until about the next sweep the time is offered to others. */
const PAUSE_MINUTES = 10

const waiting = query({
  name: 'wishes that wait',
  text: `
    SELECT w.id, w.professional_id AS "professionalId", w.from_date AS "fromDate", w.to_date AS "toDate", w.weekdays,
      w.from_minute AS "fromMinute", w.to_minute AS "toMinute",
      (SELECT json_agg(ws.service_id ORDER BY ws.position) FROM waitlist_wish_service ws WHERE ws.wish_id = w.id) AS "serviceIds",
      (SELECT coalesce(json_agg(json_build_array((extract(epoch FROM o.starts_at) * 1000)::float8, o.outcome)), '[]')
        FROM waitlist_offer o WHERE o.wish_id = w.id) AS refused
    FROM waitlist_wish AS w WHERE w.organization_id = $1::int AND w.status = 'WAITING' AND w.to_date >= $2::text::date
      AND ${CAN_BE_TOLD}
      AND NOT EXISTS (SELECT FROM waitlist_offer o WHERE o.wish_id = w.id AND o.outcome = 'WITHDRAWN'
        AND o.held_until <= ${instantIn('$3')} AND o.held_until > ${instantIn('$3')} - interval '${PAUSE_MINUTES} minutes' AND ${NOT_TOLD})
    ORDER BY w.waits_since, w.id LIMIT ${LIMITS.wishesPerOrganization}`,
  row: {
    id: column.int,
    professionalId: column.by('w.professional_id', column.nullable(column.int)),
    fromDate: column.by('w.from_date', column.date),
    toDate: column.by('w.to_date', column.date),
    weekdays: column.ints,
    fromMinute: column.by('w.from_minute', column.int),
    toMinute: column.by('w.to_minute', column.int),
    serviceIds: column.by('', column.json<number[]>()),
    refused: column.by('', column.json<Refused[]>()),
  },
})

type Waiting = Awaited<ReturnType<typeof waiting>>[number]

/** A start for a wish. Epoch milliseconds. */
export type Fit = {
  readonly wishId: number
  readonly start: number
  readonly professionalId: number
}

type Look = {
  readonly db: Database
  readonly organization: Organization
  /** Of the organization, epoch milliseconds. */
  readonly now: number
}

/**
 * The first wish whose client can be told, by how long it waits, for which a start is free, and its earliest such start. All wishes are looked at
 * with calendars that were read at one moment, so that no client is overtaken through time that became free meanwhile.
 *
 * @param passedOver wishes that are left out
 * @returns null: no wish fits what is free
 */
export async function findFit(look: Look, passedOver: ReadonlySet<number>): Promise<Fit | null> {
  const { db, organization, now } = look
  const today = todayOf(now, organization.timeZone)
  const wishes = (await waiting(sqlOf(db), [organization.id, today, now])).filter(
    ({ id }) => !passedOver.has(id),
  )
  if (wishes.length === 0) return null
  const selections = await selectionsOf(look, wishes)
  const slotsFor = await calendarsFor(look, wishes, selections)
  for (const wish of wishes) {
    const selection = selections.get(keyOf(wish))
    if (selection === undefined) continue
    for (const slot of slotsFor(wish, selection)) {
      if (!isWanted(wish, slot, organization.timeZone)) continue
      return { wishId: wish.id, start: slot.start, professionalId: slot.professionalId }
    }
    // Yields to other work of this process between two wishes.
    await breathe()
  }
  return null
}

/** What many wishes have in common. */
function keyOf({ serviceIds, professionalId }: Waiting): string {
  return `${serviceIds.join()} ${professionalId ?? ''}`
}

type Selections = ReadonlyMap<string, ServiceSelection>

/** What cannot be booked now is left out. */
async function selectionsOf(
  { db, organization }: Look,
  wishes: readonly Waiting[],
): Promise<Selections> {
  const selections = new Map<string, ServiceSelection>()
  const looked = new Set<string>()
  for (const wish of wishes) {
    const key = keyOf(wish)
    if (looked.has(key)) continue
    looked.add(key)
    const selected = await selectServices(db, organization, wish.serviceIds)
    const selection = bookable(organization, selected, wish)
    if (selection !== null) selections.set(key, selection)
  }
  return selections
}

/** Reads every calendar once, and finds the free starts of a wish, in order, when they are asked for. */
async function calendarsFor(
  { db, organization, now }: Look,
  wishes: readonly Waiting[],
  selections: Selections,
): Promise<(wish: Waiting, selection: ServiceSelection) => Iterable<Slot>> {
  const { timeZone } = organization
  const today = todayOf(now, timeZone)
  const demands = [...selections.values()].map(({ services }) =>
    demandOffered(services, organization),
  )
  const [one] = demands
  const days = wishes.filter((wish) => selections.has(keyOf(wish)))
  if (one === undefined || days.length === 0) return () => []
  const most = (part: (demand: BookableDemand) => number) => Math.max(...demands.map(part))
  const widest: BookableDemand = {
    ...one,
    durationMinutes: most(({ durationMinutes }) => durationMinutes),
    bufferBeforeMinutes: most(({ bufferBeforeMinutes }) => bufferBeforeMinutes),
    bufferAfterMinutes: most(({ bufferAfterMinutes }) => bufferAfterMinutes),
  }
  const first = days.reduce((least, { fromDate }) => (fromDate < least ? fromDate : least), '9999')
  const latest = days.reduce((most, { toDate }) => (toDate > most ? toDate : most), today)
  const horizon = addDays(today, LIMITS.wishHorizonDays)
  // One that was left before there was a horizon. PostgreSQL reads no date after the year 9999 as we write it.
  const last = latest > horizon ? horizon : latest
  const begin = first < today ? today : first
  if (begin > last) return () => []
  const all = new Set([...selections.values()].flatMap(({ performers }) => performers.map(idOf)))
  const read = await loadSchedules(db, organization, {
    professionalIds: [...all],
    demand: widest,
    ...instantsAround({ from: begin, to: last }, timeZone),
    now,
  })
  const found = new Map<string, readonly Slot[]>()
  const within = (key: string, selection: ServiceSelection, from: string): readonly Slot[] => {
    const place = `${key} ${from}`
    const before = found.get(place)
    if (before !== undefined) return before
    const demand = demandOffered(selection.services, organization)
    const window = bookablePart({ from, to: addDays(from, CHUNK_DAYS - 1) }, today, demand)
    const mine = new Set(selection.performers.map(idOf))
    const schedules = new Map([...read.schedules].filter(([id]) => mine.has(id)))
    const slots =
      window === null ? [] : freeSlots({ calendar: read.calendar, demand, schedules }, window)
    found.set(place, slots)
    return slots
  }
  return function* slots(wish, selection) {
    const end = wish.toDate > last ? last : wish.toDate
    const before = Math.max(0, Math.floor((daysFrom(today, wish.fromDate) - 1) / CHUNK_DAYS))
    let from = addDays(today, before * CHUNK_DAYS)
    for (; from <= end; from = addDays(from, CHUNK_DAYS)) {
      yield* within(keyOf(wish), selection, from)
    }
  }
}

/** Days are looked at in stretches that begin with today, so that wishes for the same share what is found. */
const CHUNK_DAYS = 7

function idOf({ id }: { readonly id: number }): number {
  return id
}

/** Whether it begins on a day and at an hour that was asked for. The same start is not offered to a client again. */
function isWanted(wish: Waiting, { start }: Slot, timeZone: string): boolean {
  const { fromDate, toDate, weekdays, fromMinute, toMinute } = wish
  const wanted = {
    from_date: fromDate,
    to_date: toDate,
    weekdays,
    from_minute: fromMinute,
    to_minute: toMinute,
  }
  if (!isWantedAt(wanted, start, timeZone)) return false
  const { date } = localTimeOf(start, timeZone)
  return !wish.refused.some(
    ([was, outcome]) =>
      // Silence was about the start, with any professional.
      (was === start && outcome !== 'WITHDRAWN') ||
      // Who says no to a time means the day: the next start is a quarter of an hour later.
      (outcome === 'DECLINED' &&
        Math.abs(was - start) < DAY_MS &&
        localTimeOf(was, timeZone).date === date),
  )
}
