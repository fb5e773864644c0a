/** What PostgreSQL tells a process of changes that any process made: LISTEN, on one connection for all channels. */
import { Client, type Pool } from 'pg'

/** `access_changed`: who may call. `organization_changed`: what open dashboards show. */
const CHANNELS = ['access_changed', 'organization_changed'] as const
export type Channel = (typeof CHANNELS)[number]

/** The connection that listens. Locks of its session end with it. */
export type ListeningSession = Pick<Client, 'query'>

export type Notices = {
  /** While false, no notices arrive. */
  readonly isListening: boolean
  /** Null while it does not listen. */
  readonly session: ListeningSession | null
  /** @param hear is given the payload of each notice */
  on(channel: Channel, hear: (payload: string) => void): void
  /** Registers for whenever listening begins or ends: notices may have been lost before. */
  onTurn(turned: () => void): void
  /** Resolves when listening has begun, or has failed to begin. After a failure it keeps trying. */
  start(): Promise<void>
  stop(): Promise<void>
}

const RECONNECT_MS = 500
/** Detects a connection that was lost without an error: a ping stays unanswered. */
const PING_EVERY_MS = 5000
const ANSWER_WITHIN_MS = 2000

/**
 * Listens on a connection of its own.
 *
 * @param direct the source of the connection settings; none of its connections is used
 */
export function listenForNotices(direct: Pool): Notices {
  const listeners = new Map<string, ((payload: string) => void)[]>()
  const turns: (() => void)[] = []
  let client: Client | null = null
  let isListening = false
  let isStopped = false
  let retry: NodeJS.Timeout | undefined
  let ping: NodeJS.Timeout | undefined

  const turn = (): void => {
    for (const turned of turns) turned()
  }

  const lose = (lost: Client): void => {
    if (client !== lost) return
    client = null
    isListening = false
    clearInterval(ping)
    turn()
    lost.end().catch(() => undefined)
    if (!isStopped) retry = setTimeout(() => void listen(), RECONNECT_MS)
  }

  const listen = async (): Promise<void> => {
    const made = new Client({
      ...connectionOf(direct),
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      keepAlive: true,
    })
    client = made
    made.on('error', () => lose(made))
    made.on('end', () => lose(made))
    made.on('notification', ({ channel, payload = '' }) => {
      for (const hear of listeners.get(channel) ?? []) hear(payload)
    })
    try {
      await made.connect()
      await made.query(CHANNELS.map((channel) => `LISTEN ${channel}`).join('; '))
      if (isStopped || client !== made) return
      isListening = true
      turn()
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
    on(channel, hear) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), hear])
    },
    onTurn(turned) {
      turns.push(turned)
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
  const { connectionString, host, port, database, user, password, ssl } = options
  // As the server's list of sessions shows it.
  const application_name = `${options.application_name ?? 'scheduling'} notices`
  const given = { connectionString, host, port, database, user, password, ssl, application_name }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}
