import { Client, type Pool } from 'pg'

/**
 * A change of a row that decides who may call. `everything`: any of these rows may have changed. `counting`: a
 * process wants to count rate limits, and another one holds the lock.
 */
export type AccessChange =
  | { readonly kind: 'key'; readonly id: string }
  | { readonly kind: 'organization'; readonly id: number }
  | { readonly kind: 'switch' }
  | { readonly kind: 'block'; readonly address: string; readonly untilMs: number }
  | { readonly kind: 'blocks' }
  | { readonly kind: 'counting' }
  | { readonly kind: 'everything' }

/** The connection that listens. Locks of its session end with it. */
export type ListeningSession = Pick<Client, 'query'>

/** Notifies a process immediately of changes that other processes made. */
export type AccessChanges = {
  /** While false, no notifications arrive, and what was read must be read again soon. */
  readonly isListening: boolean
  /** Null while it does not listen. */
  readonly session: ListeningSession | null
  /** Registers for every change. The listener also gets `everything` whenever listening begins or ends. */
  onChange(listener: (change: AccessChange) => void): void
  /** Resolves when listening has begun, or has failed to begin. After a failure it keeps trying. */
  start(): Promise<void>
  stop(): Promise<void>
}

const CHANNEL = 'access_changed'
const RECONNECT_MS = 500
/** Detects a connection that was lost without an error: a ping stays unanswered. */
const PING_EVERY_MS = 5000
const ANSWER_WITHIN_MS = 2000

/**
 * Listens on a connection of its own.
 *
 * @param pool the source of the connection settings; none of its connections is used
 */
export function listenForAccessChanges(pool: Pool): AccessChanges {
  const listeners: ((change: AccessChange) => void)[] = []
  let client: Client | null = null
  let isListening = false
  let isStopped = false
  let retry: NodeJS.Timeout | undefined
  let ping: NodeJS.Timeout | undefined

  const notify = (change: AccessChange): void => {
    for (const listener of listeners) listener(change)
  }

  const lose = (lost: Client): void => {
    if (client !== lost) return
    client = null
    isListening = false
    clearInterval(ping)
    notify({ kind: 'everything' })
    lost.end().catch(() => undefined)
    if (!isStopped) retry = setTimeout(() => void listen(), RECONNECT_MS)
  }

  const listen = async (): Promise<void> => {
    const made = new Client({
      ...connectionOf(pool),
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      keepAlive: true,
    })
    client = made
    made.on('error', () => lose(made))
    made.on('end', () => lose(made))
    made.on('notification', ({ payload = '' }) => notify(changeOf(payload)))
    try {
      await made.connect()
      await made.query(`LISTEN ${CHANNEL}`)
      if (isStopped || client !== made) return
      isListening = true
      // There were no notifications of earlier changes.
      notify({ kind: 'everything' })
      ping = setInterval(() => {
        made.query('SELECT 1').catch(() => lose(made))
      }, PING_EVERY_MS)
    } catch {
      lose(made)
    }
  }

  return {
    get isListening() {
      return isListening
    },
    get session() {
      return isListening ? client : null
    },
    onChange(listener) {
      listeners.push(listener)
    },
    start: listen,
    async stop() {
      isStopped = true
      isListening = false
      clearTimeout(retry)
      clearInterval(ping)
      const last = client
      client = null
      await last?.end().catch(() => undefined)
    },
  }
}

function connectionOf({ options }: Pool) {
  const { connectionString, host, port, database, user, password, ssl, application_name } = options
  const given = { connectionString, host, port, database, user, password, ssl, application_name }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

/** The notice that a process wants to count. */
export const WANTS_TO_COUNT = `NOTIFY ${CHANNEL}, 'counting'`

/** Reads `<table> <id>`, as the triggers write it. Anything else counts as `everything`. */
export function changeOf(payload: string): AccessChange {
  const [table, id = '', address = ''] = payload.split(' ')
  if (table === 'api_key' && id !== '') return { kind: 'key', id }
  if (table === 'organization' && /^\d+$/.test(id)) return { kind: 'organization', id: Number(id) }
  if (table === 'operator_switch') return { kind: 'switch' }
  if (table === 'rate_limit_attempts') {
    return address === '' ? { kind: 'blocks' } : { kind: 'block', address, untilMs: Number(id) }
  }
  if (table === 'counting') return { kind: 'counting' }
  return { kind: 'everything' }
}
