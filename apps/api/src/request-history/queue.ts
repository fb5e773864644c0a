/**
 * Entries of the request log on their way to the database, beside the requests: nothing waits for it. It is bounded, so
 * that a database that is slow or away costs entries, and never memory or time.
 */
import { entryText, writeEntries, type Log, type RequestEntry } from '@scheduling/core'
import { databaseFault, type Sql } from '@scheduling/database'
import { setTimeout as wait } from 'node:timers/promises'

export type RequestHistory = {
  put(entry: RequestEntry): void
}

export type RequestQueue = RequestHistory & {
  /** Entries that found the queue full, or that the database refused. */
  readonly dropped: number
  /** Writes what is left, as far as the database takes it now. */
  writeAll(): Promise<void>
}

/** Ten seconds of 2,000 requests a second. An entry takes about 300 bytes. */
export const MOST_QUEUED = 20_000
const BATCH = 1000
const PAUSE_MS = 500
/** After a failure. */
const LONGER_PAUSE_MS = 5000
const WRITE_WITHIN_MS = 2000

type Parts = {
  readonly sql: Sql
  readonly log: Pick<Log, 'warn'>
  readonly onDropped: (count: number) => void
}

export function createRequestQueue({ sql, log, onDropped }: Parts): RequestQueue {
  let queued: string[] = []
  /** Of keys that were told to slow down: one for each key, of the second that goes on. */
  const refused = new Map<string, RequestEntry>()
  let dropped = 0
  /** Of those, how many `onDropped` knows. */
  let told = 0
  let timer: NodeJS.Timeout | null = null
  /** Null: nothing is being written. */
  let writing: Promise<void> | null = null
  let isFailing = false

  const add = (entry: RequestEntry): void => {
    if (queued.length < MOST_QUEUED) queued.push(entryText(entry))
    else dropped += 1
  }

  const schedule = (): void => {
    if (timer !== null || writing !== null) return
    const onTime = () => {
      timer = null
      void flush(Date.now())
    }
    timer = setTimeout(onTime, isFailing ? LONGER_PAUSE_MS : PAUSE_MS).unref()
  }

  /** @param now epoch milliseconds: seconds that are over by then count no more */
  const takeRefused = (now: number): void => {
    for (const [keyId, entry] of refused) {
      if (secondOf(entry.receivedAt) >= secondOf(now)) continue
      refused.delete(keyId)
      add(entry)
    }
  }

  /** What is queued by now. What comes meanwhile waits for the next turn: one entry by itself costs as much as twenty. */
  const write = async (): Promise<void> => {
    for (let left = queued.length; left > 0;) {
      const batch = queued.slice(0, Math.min(left, BATCH))
      try {
        await writeEntries(sql, batch)
        isFailing = false
      } catch (error) {
        if (!isFailing) log.warn({ err: error }, 'requests could not be logged')
        isFailing = true
        if (!isRefused(error)) return
        dropped += batch.length
      }
      queued = queued.slice(batch.length)
      left -= batch.length
    }
  }

  const flush = async (now: number): Promise<void> => {
    takeRefused(now)
    if (dropped > told) onDropped(dropped - told)
    told = dropped
    writing ??= write().finally(() => (writing = null))
    await writing
    if (queued.length > 0 || refused.size > 0) schedule()
  }

  return {
    get dropped() {
      return dropped
    },
    put(entry) {
      if (entry.status === TOO_MANY) {
        const known = refused.get(entry.keyId)
        const isSame =
          known !== undefined && secondOf(known.receivedAt) === secondOf(entry.receivedAt)
        if (known !== undefined && !isSame) add(known)
        refused.set(entry.keyId, isSame ? { ...known, times: known.times + entry.times } : entry)
      } else {
        add(entry)
      }
      schedule()
    },
    async writeAll() {
      const written = flush(Number.POSITIVE_INFINITY).then(() => flush(Number.POSITIVE_INFINITY))
      await Promise.race([written, wait(WRITE_WITHIN_MS, undefined, { ref: false })])
      if (timer !== null) clearTimeout(timer)
    },
  }
}

const TOO_MANY = 429

function secondOf(ms: number): number {
  return Math.floor(ms / 1000)
}

/** Of a value, and not of a database that is away: it would be refused again. */
function isRefused(error: unknown): boolean {
  return /^(?:22|23)/.test(databaseFault(error)?.sqlState ?? '')
}
