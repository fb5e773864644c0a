/** Which part of an open dashboard a change concerns. */

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

/** Rooms of the owner: other users neither receive changes there nor find them in the audit. */
export const OWNERS_ROOMS: ReadonlySet<string> = new Set<Room>([
  'account',
  'apiKeys',
  'organization',
  'webhooks',
])
