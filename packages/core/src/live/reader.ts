/** One stream: what its reader has been told, and what is still to be told. */
import type { Access } from '../context.ts'
import { LIMITS } from '../contract/limits.ts'
import { ROOM_ACCESS, ROOMS } from '../events/rooms.ts'
import type { Note, StreamContext } from '../events/live-feed.ts'
import { isAllowed, ownOnly } from '../procedure/accesses.ts'

export type Reader = {
  readonly userId: number
  readonly access: Access
  readonly professionalId: number | null
  /** The professional whose records alone the reader is told of; null: those of all. */
  readonly own: number | null
  /** In base64, as `rightsOfSessions` names it. */
  readonly session: string
  readonly sessionHash: Uint8Array
  readonly organizationId: number
  /** Of the last event that was told. `id`: from where the stream goes on when it is opened again. */
  position: number
  id: string
  /** By steady milliseconds: when it was opened, and when its rights were last known. */
  readonly openedAt: number
  confirmedAt: number
  /** Since when what was handed over has not been taken. Null: it waits for more. */
  handedAt: number | null
  /** Why the stream ends. */
  end: Error | null
  readonly hangUp: () => void
  readonly bell: Bell
  readonly notes: Map<string, Note>
}

/** Beyond it, the rooms themselves are of no use: everything is to be read again. */
const MOST_NOTES = 100
export const ANY_ROOM: Note = { object: 'note', room: '*', id: null }

const isRoom = (name: string): name is (typeof ROOMS)[number] =>
  (ROOMS as readonly string[]).includes(name)

/** Tells the reader of a change in a room that the reader may see. */
export function sendNote(reader: Reader, room: string, id: string | null): void {
  if (!isRoom(room) || !isAllowed(ROOM_ACCESS[room], reader.access)) return
  if (reader.notes.has('*')) return
  // Whose record it is, a note does not say.
  const told = reader.own === null ? id : null
  reader.notes.set(`${room} ${told ?? ''}`, { object: 'note', room, id: told })
  if (reader.notes.size > MOST_NOTES) sendAnyRoom(reader)
  reader.bell.ring()
}

export function sendAnyRoom(reader: Reader): void {
  reader.notes.clear()
  reader.notes.set('*', ANY_ROOM)
  reader.bell.ring()
}

export function takeNote({ notes }: Reader): Note | null {
  for (const [key, note] of notes) {
    notes.delete(key)
    return note
  }
  return null
}

/** The stream ends as soon as its reader takes what was handed over. */
export function endReader(reader: Reader, why: Error): void {
  reader.end ??= why
  reader.bell.ring()
}

export function isStalled({ handedAt }: Reader): boolean {
  return handedAt !== null && performance.now() - handedAt > LIMITS.streamStallSeconds * 1000
}

export function isOver({ openedAt }: Reader): boolean {
  return performance.now() - openedAt > LIMITS.streamMaxSeconds * 1000
}

type Bell = {
  ring(): void
  /** Resolves at the next ring, or at once when it rang since the last call resolved. */
  rung(): Promise<void>
}

function createBell(): Bell {
  let rings = Promise.withResolvers<void>()
  return {
    ring: () => rings.resolve(),
    async rung() {
      await rings.promise
      rings = Promise.withResolvers()
    },
  }
}

/** Null: no signed-in user reads, so no rights can end. */
export function openReader(context: StreamContext): Reader | null {
  const { caller, organization, hangUp } = context
  if (caller.kind !== 'user' || caller.sessionHash === null) return null
  const now = performance.now()
  return {
    userId: caller.id,
    access: caller.access,
    professionalId: caller.professionalId,
    own: ownOnly(context),
    session: Buffer.from(caller.sessionHash).toString('base64'),
    sessionHash: caller.sessionHash,
    organizationId: organization.id,
    position: 0,
    id: '',
    openedAt: now,
    confirmedAt: now,
    handedAt: null,
    end: null,
    hangUp,
    bell: createBell(),
    notes: new Map(),
  }
}
