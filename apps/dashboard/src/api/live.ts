/**
 * What others change appears by itself. One stream of events for all tabs; each event and note says which procedures
 * have to be read again. The stream goes on where it was after a break, so nothing is missed.
 */
import { followTogether, type LiveMessage } from '@scheduling/client'
import { useEffect, useState } from 'react'
import { api, cache, scheduling } from './client.ts'
import { askWhetherAway } from './reach.ts'

/** Routers of the API, by which answers are kept. */
type Router = keyof typeof ROUTERS

const ROUTERS = {
  account: api.account,
  apiKeys: api.apiKeys,
  appointments: api.appointments,
  audit: api.audit,
  availability: api.availability,
  calendars: api.calendars,
  clients: api.clients,
  deposits: api.deposits,
  holds: api.holds,
  messaging: api.messaging,
  organization: api.organization,
  overview: api.overview,
  payments: api.payments,
  professionals: api.professionals,
  queue: api.queue,
  schedule: api.schedule,
  services: api.services,
  specialties: api.specialties,
  teamNotes: api.teamNotes,
  waitlist: api.waitlist,
  webhooks: api.webhooks,
}

/** What shows something of a record, by the event's type or the first word of it. */
const SHOWN_BY: Readonly<Record<string, readonly Router[]>> = {
  appointment: ['appointments', 'availability', 'waitlist', 'overview', 'audit'],
  blocked_time: ['schedule', 'availability', 'waitlist', 'overview', 'audit'],
  client: ['clients', 'teamNotes', 'appointments', 'queue', 'waitlist', 'audit'],
  deposit: ['deposits', 'payments', 'queue', 'overview', 'audit'],
  messaging: ['messaging', 'overview', 'audit'],
  'messaging.connection.updated': ['messaging', 'account', 'overview', 'audit'],
  professional: [
    'professionals',
    'services',
    'schedule',
    'availability',
    'waitlist',
    'overview',
    'audit',
  ],
  queue: ['queue', 'audit'],
  service: [
    'services',
    'professionals',
    'availability',
    'waitlist',
    'account',
    'overview',
    'audit',
  ],
  webhook: ['webhooks', 'audit'],
}

/** By the room of a note. */
const ROOMS: Readonly<Record<string, readonly Router[]>> = {
  account: ['account', 'overview', 'audit'],
  appointments: ['appointments', 'availability', 'holds', 'waitlist', 'audit'],
  apiKeys: ['apiKeys', 'audit'],
  organization: [
    'organization',
    'account',
    'schedule',
    'availability',
    'waitlist',
    'overview',
    'audit',
  ],
  webhooks: ['webhooks', 'audit'],
  specialties: ['specialties', 'professionals'],
  professionals: ['professionals', 'services', 'calendars', 'audit'],
  schedule: ['schedule', 'availability', 'waitlist', 'overview', 'audit'],
  queue: ['queue', 'audit'],
  deposits: ['deposits', 'payments', 'overview', 'audit'],
  messaging: ['messaging', 'overview', 'audit'],
  teamNotes: ['teamNotes', 'audit'],
}

/** Several changes at once are read once. */
const GATHER_MS = 120

const waiting = new Set<Router>()
let timer: ReturnType<typeof setTimeout> | null = null

function readAgain(routers: readonly Router[]): void {
  for (const router of routers) waiting.add(router)
  timer ??= setTimeout(() => {
    timer = null
    const those = [...waiting]
    waiting.clear()
    for (const router of those) void cache.invalidateQueries(ROUTERS[router].pathFilter())
  }, GATHER_MS)
}

const ALL = Object.keys(ROUTERS) as readonly Router[]

function hear(message: LiveMessage): void {
  if (message.object === 'event') {
    const [record = ''] = message.type.split('.')
    readAgain(SHOWN_BY[message.type] ?? SHOWN_BY[record] ?? ALL)
  } else if (message.object === 'note') {
    readAgain(ROOMS[message.room] ?? ALL)
  } else {
    hearPosition()
  }
}

/** Of this page. */
let hasStood = false

/** So long after its answer, who is signed in is asked again. */
const MOMENT_MS = 15_000

/** What was read before the stream stood may have changed in between; who is signed in was asked a moment ago. */
function hearPosition(): void {
  if (hasStood) return readAgain(ALL)
  hasStood = true
  const me = JSON.stringify(api.account.me.queryKey({}))
  void cache.invalidateQueries({
    predicate: ({ queryKey, state }) =>
      JSON.stringify(queryKey) !== me || Date.now() - state.dataUpdatedAt > MOMENT_MS,
  })
}

/** A page does not wait longer for the stream. */
const SLOW_MS = 400

/** A stream that was refused though a user is signed in, such as one too many, is opened again. */
const OPEN_AGAIN_MS = 5000

/**
 * Follows the organization while a signed-in page is open.
 *
 * @param whose another one for each user and role; null while no user is signed in
 * @param onEnd the stream was refused, or has ended with the session
 * @returns whether a page can begin to read: the stream stands, so that nothing has to be read twice, or is slow
 */
export function useLive(whose: string | null, onEnd: () => void): boolean {
  const [round, setRound] = useState(0)
  const [isReady, setIsReady] = useState(false)
  useEffect(() => {
    if (whose === null) return
    const slow = setTimeout(() => setIsReady(true), SLOW_MS)
    let later: ReturnType<typeof setTimeout> | undefined
    const stop = followTogether(scheduling, whose, {
      onMessage(message) {
        hear(message)
        setIsReady(true)
      },
      onEnd() {
        later = setTimeout(() => setRound((last) => last + 1), OPEN_AGAIN_MS)
        onEnd()
      },
      onBreak: askWhetherAway,
    })
    return () => {
      clearTimeout(slow)
      clearTimeout(later)
      stop()
    }
  }, [whose, onEnd, round])
  return isReady
}
