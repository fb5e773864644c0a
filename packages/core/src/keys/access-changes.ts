import { Client, type Pool } from 'pg'

/** A row that decides who may call has changed; `everything`: any of them may have. */
export type AccessChange =
  | { readonly kind: 'key'; readonly id: string }
  | { readonly kind: 'organization'; readonly id: number }
  | { readonly kind: 'switch' }
  | { readonly kind: 'everything' }

/** Tells a process at once what others changed. */
export type AccessChanges = {
  /** While false, changes are not heard: what is remembered must be read again soon. */
  readonly isListening: boolean
  /** Registers for every change, and for `everything` each time listening begins anew or ends. */
  onChange(listener: (change: AccessChange) => void): void
  /** Resolves when listening has begun, or could not: it is then tried again and again. */
  start(): Promise<void>
  stop(): Promise<void>
}

const CHANNEL = 'access_changed'
const RECONNECT_MS = 500
/** A connection that died without a word is noticed by a question that stays unanswered. */
const PING_EVERY_MS = 5000
const ANSWER_WITHIN_MS = 2000

/**
 * Listens on a connection of its own, made like those of the pool.
 *
 * @param pool says where the database is; none of its connections is taken
 */
export function listenForAccessChanges(pool: Pool): AccessChanges {
  const listeners: ((change: AccessChange) => void)[] = []
  let client: Client | null = null
  let isListening = false
  let isStopped = false
  let retry: NodeJS.Timeout | undefined
  let ping: NodeJS.Timeout | undefined

  const tell = (change: AccessChange): void => {
    for (const listener of listeners) listener(change)
  }

  const lose = (lost: Client): void => {
    if (client !== lost) return
    client = null
    isListening = false
    clearInterval(ping)
    tell({ kind: 'everything' })
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
    made.on('notification', ({ payload = '' }) => tell(changeOf(payload)))
    try {
      await made.connect()
      await made.query(`LISTEN ${CHANNEL}`)
      if (isStopped || client !== made) return
      isListening = true
      // What changed before this moment was told to nobody.
      tell({ kind: 'everything' })
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

/** `<table> <id>`, as the triggers write it; what is not understood may be anything. */
export function changeOf(payload: string): AccessChange {
  const [table, id = ''] = payload.split(' ')
  if (table === 'api_key' && id !== '') return { kind: 'key', id }
  if (table === 'organization' && /^\d+$/.test(id)) return { kind: 'organization', id: Number(id) }
  if (table === 'operator_switch') return { kind: 'switch' }
  return { kind: 'everything' }
}
