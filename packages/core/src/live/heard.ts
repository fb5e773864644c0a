/** What of an event a reader is told: it, or that something changed, or nothing. */
import { EVENT_TYPES, type RecordKind } from '@scheduling/events'
import type { z } from 'zod'
import type { EventRecord } from '../events/event.ts'
import type { Note } from '../events/live-feed.ts'
import { ROOM_ACCESS, ROOM_OF } from '../events/rooms.ts'
import { isAllowed } from '../procedure/accesses.ts'
import type { Reader } from './reader.ts'

type Event = z.input<typeof EventRecord>

const KINDS: Readonly<Record<string, { readonly record: RecordKind }>> = EVENT_TYPES

/**
 * A user with the access `professional` is told of the own records, and of others no more than that they are to be read
 * again, where one of the own may have gone or may have been added.
 */
export function heard(
  { access, own }: Pick<Reader, 'access' | 'own'>,
  event: Event,
): Event | Note | null {
  const record = KINDS[event.type]?.record
  if (record === undefined) return null
  const room = ROOM_OF[record]
  if (room === null) return event
  if (!isAllowed(ROOM_ACCESS[room], access)) return null
  if (own === null) return event
  const { object, changes } = event.data
  const whose = record === 'professional' ? object['id'] : object['professional_id']
  if (record !== 'client' && whose === own) return event
  const isConcerned =
    record === 'client' ||
    record === 'queue_entry' ||
    event.type === 'appointment.deleted' ||
    (record === 'blocked_time' && whose === null) ||
    changes?.['professional_id']?.from === own
  return isConcerned ? { object: 'note', room, id: null } : null
}
