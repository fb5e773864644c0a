/**
 * The streams of a process. LISTEN wakes, and the feed decides: what a stream tells is read from the feed, in its
 * order, from the position of its reader on. A notice that is lost costs a second, since the ends of all followed
 * feeds are compared once a second.
 */
import { toEventRecord } from '@scheduling/events'
import { setTimeout as pause } from 'node:timers/promises'
import type { z } from 'zod'
import { rightsOfSessions, type Rights } from '../account/session.ts'
import type { Service } from '../context.ts'
import { asProblem } from '../contract/as-problem.ts'
import { CURRENT_API_VERSION, LIMITS } from '../contract/limits.ts'
import { notSignedIn, Problem } from '../contract/problems.ts'
import { StreamOver, type LiveFeed, type LiveMessage, type Tracked } from '../events/live-feed.ts'
import type { Notices } from '../ground/notices.ts'
import { coalesced } from './coalesced.ts'
import { heard } from './heard.ts'
import { createFollowed, type Followed } from './followed.ts'
import {
  endReader,
  isOver,
  isStalled,
  openReader,
  takeNote,
  sendAnyRoom,
  sendNote,
  type Reader,
} from './reader.ts'
import { BEFORE_ALL, placeOf } from './place.ts'
import { createSeats } from './seats.ts'
import { createWatch, readHeads, type Head } from './watch.ts'

const TICK_MS = LIMITS.streamLagSeconds * 500
/** The rest of the limit is left for the question itself. */
const ASK_RIGHTS_EVERY_MS = (LIMITS.streamRightsSeconds - 1) * 1000
const RENEW_EVERY_MS = 10_000
/** How long streams that end may take what was sent to them. */
const LEAVE_WITHIN_MS = 500

type Message = Tracked<z.input<typeof LiveMessage>>

const isSame = (reader: Rights, now: Rights | undefined): boolean =>
  now?.access === reader.access && now.professionalId === reader.professionalId

/** @param notices null: changes are noticed within a second, by looking */
export function createLiveFeed(service: Service, notices: Notices | null): LiveFeed {
  const { db, log } = service
  const organizations = new Map<number, Followed>()
  const seats = createSeats()
  const watch = createWatch(db, service.newId('prc'))
  let isStopped = false
  let wasListening = notices?.isListening ?? false
  let tickAt: NodeJS.Timeout | null = null
  let renewedAt = 0
  let askedAt = 0

  const allReaders = (): Reader[] =>
    [...organizations.values()].flatMap(({ readers }) => [...readers])
  const followedIds = (): number[] =>
    [...organizations].filter(([, { readers }]) => readers.size > 0).map(([id]) => id)

  /** An outage is told by others; what is left is a fault of ours. */
  const failed = (error: unknown): void => {
    if (asProblem(error) === null) log.error({ err: error }, 'live streams could not be served')
  }

  const askRights = coalesced(async () => {
    const readers = allReaders()
    const now = performance.now()
    askedAt = now
    try {
      const rights = await rightsOfSessions(
        service,
        readers.map(({ sessionHash }) => sessionHash),
      )
      for (const reader of readers) {
        if (isSame(reader, rights.get(reader.session))) reader.confirmedAt = now
        else
          endReader(
            reader,
            new Problem('unauthorized', 'The session has ended, or its rights have changed.'),
          )
      }
    } catch (error) {
      failed(error)
    }
  })

  const renew = coalesced(async () => {
    renewedAt = performance.now()
    try {
      await watch.renew(() => {
        const ids = followedIds()
        for (const id of organizations.keys()) if (!ids.includes(id)) organizations.delete(id)
        return ids
      })
    } catch (error) {
      failed(error)
    }
    // What has no events may have changed without a notice.
    if (notices?.isListening !== true) allReaders().forEach(sendAnyRoom)
  })

  const compareHeads = coalesced(async () => {
    try {
      const heads = await readHeads(db, followedIds())
      await Promise.all(
        heads.map(async (head) => {
          const followed = organizations.get(head.id)
          if (followed === undefined) return
          followed.timeZone = head.timeZone
          await followed.compare(head)
        }),
      )
    } catch (error) {
      failed(error)
    }
  })

  const tick = (): void => {
    const now = performance.now()
    for (const reader of allReaders()) {
      if (isStalled(reader)) reader.hangUp()
      else if (isOver(reader)) endReader(reader, new StreamOver('A stream has an end.'))
    }
    for (const followed of organizations.values()) followed.forgetTold()
    if (followedIds().length > 0) void compareHeads()
    if (now - askedAt >= ASK_RIGHTS_EVERY_MS && seats.size > 0) void askRights()
    if (now - renewedAt >= RENEW_EVERY_MS) void renew()
    tickAt = organizations.size === 0 || isStopped ? null : setTimeout(tick, TICK_MS)
  }

  notices?.on('organization_changed', (payload) => {
    const [id, room, record = null] = payload.split(' ')
    const followed = organizations.get(Number(id))
    if (followed === undefined) return
    if (room === undefined) void followed.catchUp()
    else for (const reader of followed.readers) sendNote(reader, room, record)
    // The rights of a reader may have ended.
    if (room === 'account') void askRights()
  })
  notices?.onTurn(() => {
    if (notices.isListening || wasListening) allReaders().forEach(sendAnyRoom)
    wasListening = notices.isListening
    for (const followed of organizations.values()) void followed.catchUp()
  })

  /** Where a stream begins. From when it resolves on, nothing that is written after its position is missed. */
  async function join(reader: Reader, after: string | null): Promise<Followed> {
    const { organizationId: id } = reader
    const followed = organizations.get(id) ?? createFollowed(service, id, failed)
    organizations.set(id, followed)
    tickAt ??= setTimeout(tick, TICK_MS)
    followed.readers.add(reader)
    const isFirst = followed.begun === null
    const head = isFirst ? await (followed.begun = begin(id, followed)) : await later(id, followed)
    const { position, id: seen } = await placeOf(service, head, after)
    Object.assign(reader, { position, id: seen })
    return followed
  }

  /** Writers know of it first, and then the end of the feed is read: what is written in between is in both. */
  async function begin(id: number, followed: Followed): Promise<Head> {
    await watch.enter(id)
    const head = await headOf(id)
    followed.timeZone = head.timeZone
    followed.startAt(head.head)
    return head
  }

  async function later(id: number, followed: Followed): Promise<Head> {
    await followed.begun
    const head = await headOf(id)
    void followed.compare(head)
    return head
  }

  async function headOf(id: number): Promise<Head> {
    const [head] = await readHeads(db, [id])
    if (head === undefined) throw new Error('An organization has a feed.')
    return head
  }

  function leave(reader: Reader): void {
    const followed = organizations.get(reader.organizationId)
    followed?.readers.delete(reader)
    if (followed?.readers.size === 0) followed.begun = null
    seats.giveBack(reader)
  }

  async function* messagesOf(
    reader: Reader,
    followed: Followed,
    signal: AbortSignal,
  ): AsyncGenerator<Message> {
    const begin = reader.id === BEFORE_ALL ? null : reader.id
    yield { id: reader.id, data: { object: 'position', last_event_id: begin } }
    for (;;) {
      const events = await followed.after(reader.position)
      for (const event of events) {
        if (signal.aborted) return
        await requireRights(reader)
        reader.position = Number(event.sequence)
        reader.id = event.id
        const data = heard(reader, toEventRecord(event, followed.timeZone, CURRENT_API_VERSION))
        if (data !== null) yield { id: event.id, data }
      }
      if (signal.aborted) return
      await requireRights(reader)
      const note = events.length > 0 ? null : takeNote(reader)
      if (note !== null) yield { id: reader.id, data: note }
      else if (events.length === 0) await reader.bell.rung()
    }
  }

  /** Rights that have not been asked for too long, since the database is away, are no rights. */
  async function requireRights(reader: Reader): Promise<void> {
    if (performance.now() - reader.confirmedAt > LIMITS.streamRightsSeconds * 1000) {
      await askRights()
      if (performance.now() - reader.confirmedAt > LIMITS.streamRightsSeconds * 1000) {
        throw reader.end ?? new Problem('service_unavailable')
      }
    }
    if (reader.end !== null) throw reader.end
  }

  return {
    get size() {
      return seats.size
    },
    async *follow(context, after) {
      const reader = openReader(context)
      if (reader === null) throw notSignedIn()
      if (isStopped) throw new StreamOver('This process stops.')
      seats.take(reader)
      context.signal.addEventListener('abort', reader.bell.ring, { once: true })
      try {
        const followed = await join(reader, after)
        if (after !== null) sendAnyRoom(reader)
        for await (const message of messagesOf(reader, followed, context.signal)) {
          reader.handedAt = performance.now()
          yield message
          reader.handedAt = null
        }
      } finally {
        context.signal.removeEventListener('abort', reader.bell.ring)
        leave(reader)
      }
    },
    async stop() {
      isStopped = true
      if (tickAt !== null) clearTimeout(tickAt)
      for (const reader of allReaders()) endReader(reader, new StreamOver('This process stops.'))
      const deadline = performance.now() + LEAVE_WITHIN_MS
      while (seats.size > 0 && performance.now() < deadline) await pause(10)
      for (const reader of allReaders()) reader.hangUp()
      while (seats.size > 0 && performance.now() < deadline + LEAVE_WITHIN_MS) await pause(10)
      if (organizations.size > 0) await watch.renew(() => []).catch(failed)
    },
  }
}
