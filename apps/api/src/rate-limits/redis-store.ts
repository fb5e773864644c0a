import { createClient, defineScript, type CommandParser } from '@redis/client'
import {
  INVALID_KEY_BLOCK_SECONDS,
  INVALID_KEY_WINDOW_SECONDS,
  type Allowances,
} from './allowances.ts'
import type { AddressState, CounterStore } from './counter-store.ts'
import { COUNT_INVALID_KEY, LOOK_AT_ADDRESS, TAKE } from './redis-scripts.ts'
import { windowsOf } from './verdict.ts'

/** After this a connection is given up as dead, and replaced. */
const CONNECTION_TIMEOUT_MS = 1000

/**
 * Counters in a Redis that all processes share, by its clock. Each question is one script.
 *
 * @param now tests move the clock; milliseconds since 1970
 */
export function createRedisStore(
  limits: Allowances,
  { url, now }: { url: string; now?: () => number },
): CounterStore {
  let connection = open(url)
  let isClosed = false
  const clock = (): string => now?.().toString() ?? ''

  /** An answer that stays out means a peer that is gone without a word: TCP alone would wait for minutes. */
  async function ask(question: (client: Connection['client']) => Promise<number[]>) {
    const asked = connection
    let timer: NodeJS.Timeout | undefined
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        if (asked === connection && !isClosed) {
          asked.client.destroy()
          connection = open(url)
        }
        reject(new Error(`Redis gave no answer in ${CONNECTION_TIMEOUT_MS} ms.`))
      }, CONNECTION_TIMEOUT_MS)
    })
    try {
      return await Promise.race([asked.firstTry.then(() => question(asked.client)), silence])
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async take(request) {
      // The braces keep both rows in one slot of a cluster.
      const organization = `rate-limits:{${request.organizationId}}`
      const reply = await ask((client) =>
        client.take(
          [organization, `${organization}:key:${request.keyId}`],
          [
            request.isAvailability ? '1' : '0',
            String(limits.organizationMinute),
            String(limits.keySecond),
            String(limits.keyMinute),
            String(limits.availabilityMinute),
            clock(),
          ],
        ),
      )
      const windows = windowsOf(request, limits, {
        organizationMinute: [at(reply, 2), at(reply, 3)],
        keySecond: [at(reply, 4), at(reply, 5)],
        keyMinute: [at(reply, 6), at(reply, 7)],
        availabilityMinute: [at(reply, 8), at(reply, 9)],
      })
      return { isAllowed: at(reply, 0) === 1, now: at(reply, 1), windows }
    },

    async lookAtAddress(address) {
      return addressState(
        await ask((client) =>
          client.lookAtAddress(
            [`rate-limits:address:${address}`],
            [String(INVALID_KEY_WINDOW_SECONDS), clock()],
          ),
        ),
      )
    },

    async countInvalidKey(address) {
      return addressState(
        await ask((client) =>
          client.countInvalidKey(
            [`rate-limits:address:${address}`],
            [
              String(INVALID_KEY_WINDOW_SECONDS),
              clock(),
              String(limits.invalidKeys),
              String(INVALID_KEY_BLOCK_SECONDS),
            ],
          ),
        ),
      )
    },

    async close() {
      isClosed = true
      connection.client.destroy()
    },
  }
}

const scripts = {
  take: script(TAKE, 2),
  lookAtAddress: script(LOOK_AT_ADDRESS, 1),
  countInvalidKey: script(COUNT_INVALID_KEY, 1),
}

type Connection = ReturnType<typeof open>

function open(url: string) {
  const client = createClient({
    url,
    name: 'scheduling-rate-limits',
    scripts,
    // While Redis is away a question fails at once, and requests pass; nothing piles up for its return.
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    socket: { connectTimeout: CONNECTION_TIMEOUT_MS },
  })
  // The client connects again by itself; unheard, the event would end the process.
  client.on('error', () => undefined)
  const connected = client.connect().catch(() => undefined)
  /** The first questions wait for the connection, or for its first failure. */
  const firstTry = Promise.race([
    connected,
    new Promise((resolve) => client.once('error', resolve)),
  ])
  return { client, firstTry }
}

function script(text: string, keys: number) {
  return defineScript({
    SCRIPT: text,
    NUMBER_OF_KEYS: keys,
    parseCommand(parser: CommandParser, keyNames: string[], values: string[]) {
      parser.pushKeys(keyNames)
      parser.push(...values)
    },
    transformReply(reply: unknown): number[] {
      if (!Array.isArray(reply)) throw new Error('The script gave no list.')
      return reply.map(Number)
    },
  })
}

function addressState(reply: number[]): AddressState {
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
