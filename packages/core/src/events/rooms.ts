/** Which part of an open dashboard a change concerns, and who is told of it. */
import type { RecordKind } from '@scheduling/events'
import type { Group } from '../procedure/accesses.ts'

/** What a dashboard shows together, and reads again when a change there is reported. */
export const ROOMS = [
  'account',
  'apiKeys',
  'organization',
  'specialties',
  'appointments',
  'professionals',
  'schedule',
  'clients',
  'teamNotes',
  'queue',
  'waitlist',
  'deposits',
  'webhooks',
  'messaging',
] as const

export type Room = (typeof ROOMS)[number]

/** Who receives the changes of a room. */
export const ROOM_ACCESS: Readonly<Record<Room, Group>> = {
  account: 'owner',
  apiKeys: 'owner',
  organization: 'owner',
  webhooks: 'owner',
  specialties: 'everybody',
  appointments: 'everybody',
  professionals: 'everybody',
  schedule: 'everybody',
  clients: 'everybody',
  teamNotes: 'everybody',
  queue: 'everybody',
  waitlist: 'desk',
  deposits: 'desk',
  messaging: 'desk',
}

/** Rooms of the owner: other users neither receive changes there nor find them in the audit. */
export const OWNERS_ROOMS: ReadonlySet<string> = new Set(
  ROOMS.filter((room) => ROOM_ACCESS[room] === 'owner'),
)

/** The room of the events about a record. Null: everybody reads services. */
export const ROOM_OF: Readonly<Record<RecordKind, Room | null>> = {
  appointment: 'appointments',
  client: 'clients',
  queue_entry: 'queue',
  deposit: 'deposits',
  service: null,
  professional: 'professionals',
  blocked_time: 'schedule',
  message: 'messaging',
  messaging_connection: 'messaging',
  webhook_status: 'webhooks',
  ping: 'webhooks',
}
