import { createClient, defineScript, type CommandParser } from '@redis/client'
import { ATTEMPTS, type Allowances, type AttemptKind } from './allowances.ts'
import {
  ANSWERS_WITHIN_MS,
  rowOfAttempts,
  type AttemptState,
  type CounterStore,
} from './counter-store.ts'
import { COUNT_ATTEMPTS, FORGET_ATTEMPTS, LOOK_AT_ATTEMPTS, TAKE } from './redis-scripts.ts'
import { windowsOf } from './decision.ts'

/** After this many timeouts without an answer, a connection is considered dead and replaced. */
const CONNECTION_PATIENCE = 4

/**
 * Counters in a Redis that all processes share, by its clock. Each question is one script.
 *
 * @param now tests move the clock; milliseconds since 1970
 */
export function createRedisStore(
  limits: Allowances,
  {
    url,
    timeoutMs = ANSWERS_WITHIN_MS,
    now,
  }: { url: string; timeoutMs?: number; now?: () => number },
): CounterStore {
  const connectionTimeoutMs = CONNECTION_PATIENCE * timeoutMs
  let connection = open(url, connectionTimeoutMs)
  let isClosed = false
  const clock = (): string => now?.().toString() ?? ''

  /** A server that stops answering may be gone without closing the connection. TCP alone would wait for minutes. */
  async function ask(question: (client: Connection['client']) => Promise<number[]>) {
    const asked = connection
    let timer: NodeJS.Timeout | undefined
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        if (asked === connection && !isClosed) {
          asked.client.destroy()
          connection = open(url, connectionTimeoutMs)
        }
        reject(new Error(`Redis gave no answer in ${connectionTimeoutMs} ms.`))
      }, connectionTimeoutMs)
    })
    try {
      return await Promise.race([asked.firstTry.then(() => question(asked.client)), silence])
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async take(request) {
      const { address } = request
      const organization = `${ROWS}:${request.organizationId}`
      const sizes = limits.windows[request.holder]
      const reply = await ask((client) =>
        client.take(
          [
            organization,
            `${organization}:key:${request.keyId}`,
            ...(address === null ? [] : [keyOfAttempts('invalid key', address)]),
          ],
          [
            String(request.calls),
            String(request.availabilityCalls),
            String(sizes.organizationMinute),
            String(sizes.keySecond),
            String(sizes.keyMinute),
            String(sizes.availabilityMinute),
            clock(),
            String(ATTEMPTS['invalid key'].windowSeconds),
          ],
        ),
      )
      const now = at(reply, 1)
      const attempts =
        address === null
          ? null
          : attemptState([0, now, at(reply, 10), at(reply, 11), at(reply, 12)])
      if (attempts !== null && attempts.blockedUntil !== null) {
        return { isAllowed: false, now, windows: [], attempts }
      }
      const windows = windowsOf(request, limits, {
        organizationMinute: [at(reply, 2), at(reply, 3)],
        keySecond: [at(reply, 4), at(reply, 5)],
        keyMinute: [at(reply, 6), at(reply, 7)],
        availabilityMinute: [at(reply, 8), at(reply, 9)],
      })
      return { isAllowed: at(reply, 0) === 1, now, windows, attempts }
    },

    async lookAtAttempts(kind, whose) {
      return attemptState(
        await ask((client) =>
          client.lookAtAttempts(
            [keyOfAttempts(kind, whose)],
            [String(ATTEMPTS[kind].windowSeconds), clock()],
          ),
        ),
      )
    },

    async countAttempts(kind, whose, times) {
      const { windowSeconds, blockSeconds } = ATTEMPTS[kind]
      return attemptState(
        await ask((client) =>
          client.countAttempts(
            [keyOfAttempts(kind, whose)],
            [windowSeconds, clock(), limits.attempts[kind], blockSeconds, times].map(String),
          ),
        ),
      )
    },

    async forgetAttempts(kind, whose) {
      await ask((client) => client.forgetAttempts([keyOfAttempts(kind, whose)], []))
    },

    async close() {
      isClosed = true
      connection.client.destroy()
    },
  }
}

/** The braces keep all rows in one slot of a cluster: a question asks for rows of an organization and an address. */
const ROWS = '{rate-limits}'

const scripts = {
  take: script(TAKE),
  lookAtAttempts: script(LOOK_AT_ATTEMPTS),
  countAttempts: script(COUNT_ATTEMPTS),
  forgetAttempts: script(FORGET_ATTEMPTS),
}

type Connection = ReturnType<typeof open>

function open(url: string, connectTimeout: number) {
  const client = createClient({
    url,
    name: 'scheduling-rate-limits',
    scripts,
    // While Redis is away, a question fails at once and requests pass. Nothing piles up until it is back.
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    socket: { connectTimeout },
  })
  // The client reconnects by itself. Without a listener the event would end the process.
  client.on('error', () => undefined)
  const connected = client.connect().catch(() => undefined)
  /** The first questions wait for the connection, or for its first failure. */
  const firstTry = Promise.race([
    connected,
    new Promise((resolve) => client.once('error', resolve)),
  ])
  return { client, firstTry }
}

function script(text: string) {
  return defineScript({
    SCRIPT: text,
    parseCommand(parser: CommandParser, keyNames: string[], values: string[]) {
      parser.pushKeysLength(keyNames)
      parser.push(...values)
    },
    transformReply(reply: unknown): number[] {
      if (!Array.isArray(reply)) throw new Error('The script gave no list.')
      return reply.map(Number)
    },
  })
}

function keyOfAttempts(kind: AttemptKind, whose: string): string {
  return `${ROWS}:attempts:${rowOfAttempts(kind, whose)}`
}

function attemptState(reply: number[]): AttemptState {
  return {
    isCounted: at(reply, 0) === 1,
    now: at(reply, 1),
    counted: at(reply, 2),
    newestSecond: at(reply, 3) === 0 ? null : at(reply, 3),
    blockedUntil: at(reply, 4) === 0 ? null : at(reply, 4),
  }
}

function at(reply: number[], index: number): number {
  const number = reply[index]
  if (number === undefined || Number.isNaN(number)) {
    throw new Error(`The script gave no number at ${index}.`)
  }
  return number
}
