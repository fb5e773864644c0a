/** What each limit means to a caller, and what happens beyond it. A limit without a text, or with two, does not compile. */
import { AGENTS } from './limit-texts/agents.ts'
import { APPOINTMENTS } from './limit-texts/appointments.ts'
import { BODIES_AND_REPETITION } from './limit-texts/bodies-and-repetition.ts'
import { CALENDARS } from './limit-texts/calendars.ts'
import { CHANGES } from './limit-texts/changes.ts'
import { DELIVERIES } from './limit-texts/deliveries.ts'
import { FIELDS } from './limit-texts/fields.ts'
import { IMPORTS } from './limit-texts/imports.ts'
import type { LimitName, LimitText } from './limit-texts/limit-text.ts'
import { LISTS_AND_AVAILABILITY } from './limit-texts/lists-and-availability.ts'
import { ORGANIZATION } from './limit-texts/organization.ts'
import { PUBLIC_BOOKING } from './limit-texts/public-booking.ts'
import { REQUESTS } from './limit-texts/requests.ts'
import { RETENTION } from './limit-texts/retention.ts'
import { SESSIONS } from './limit-texts/sessions.ts'
import { STREAMS } from './limit-texts/streams.ts'
import { WEBHOOKS } from './limit-texts/webhooks.ts'

/** In the order of the page. */
const CHAPTERS = {
  Requests: REQUESTS,
  Sessions: SESSIONS,
  Streams: STREAMS,
  'Public booking': PUBLIC_BOOKING,
  Calendars: CALENDARS,
  Organization: ORGANIZATION,
  'Lists and availability': LISTS_AND_AVAILABILITY,
  Appointments: APPOINTMENTS,
  'Bodies and repetition': BODIES_AND_REPETITION,
  Agents: AGENTS,
  Fields: FIELDS,
  Imports: IMPORTS,
  'Schedule, services and professionals': CHANGES,
  Webhooks: WEBHOOKS,
  Deliveries: DELIVERIES,
  Retention: RETENTION,
}

type Title = keyof typeof CHAPTERS
type NameIn<Titles extends Title> = Titles extends Title ? keyof (typeof CHAPTERS)[Titles] : never
/** Names that stand in no other chapter than this. */
type Own<One extends Title> = Exclude<NameIn<One>, NameIn<Exclude<Title, One>>>
type NamedOnce = { [One in Title]: Own<One> }[Title]

export const LIMIT_TEXTS: Readonly<Record<LimitName, LimitText>> = joined()

function joined(): Record<NamedOnce, LimitText> {
  const texts = Object.entries(CHAPTERS).flatMap(([chapter, limits]) =>
    Object.entries(limits).map(([name, text]) => [name, { chapter, ...text }] as const),
  )
  return Object.fromEntries(texts) as Record<NamedOnce, LimitText>
}
