import {
  WANTS_TO_COUNT,
  type AccessChange,
  type AccessChanges,
  type ListeningSession,
  type Log,
} from '@scheduling/core'
import type { CounterStore } from './counter-store.ts'
import type { MemoryStore } from './memory-store.ts'
import type { PostgresStore } from './postgres-store.ts'

/** Counts in the database with all processes, or in memory while no other process counts. */
export type SoleStore = CounterStore & {
  /** While true, the windows of requests are in `memory`. */
  readonly isSole: boolean
}

export type SoleStoreParts = {
  readonly database: PostgresStore
  /** Its clock is the database's. */
  readonly memory: MemoryStore
  readonly changes: AccessChanges
  /** False: counts in the database in any case, and is in no process's memory. */
  readonly countsInMemory: boolean
  readonly log?: Pick<Log, 'info'>
  /** Told what the database's clock shows. */
  readonly onClock: (now: number) => void
}

/** What this process holds of the lock, as far as it knows. */
type Lock = 'none' | 'shared' | 'alone' | 'giving up'

/** How often a process looks whether it is alone now, and reads the database's clock. */
const LOOK_EVERY_MS = 5000
/** The same while another process counts in its memory and has been asked to stop. */
const ASK_EVERY_MS = 250

/** Who counts in the database shares it; who counts in memory holds it alone. It ends with the session. */
const LOCK = "hashtext('rate limit counters')"

/**
 * One lock of the database says who counts where. Each process that counts in the database shares it, and one that
 * counts in memory has it alone, so limits are never counted in two places. A process that gets no share asks for it.
 * The one in memory then adds its windows to those in the database, and shares the lock as well. It does the same at
 * once when it loses the lock.
 *
 * Attempts are always counted in the database, where they survive this process. The memory knows the blocks: it reads
 * them when it begins, and is notified of later ones.
 */
export function createSoleStore(parts: SoleStoreParts): SoleStore {
  const { database, memory, changes, countsInMemory, log, onClock } = parts
  let session: ListeningSession | null = null
  let lock: Lock = 'none'
  let isSole = false
  /** Windows in memory that the database does not have yet. */
  let isOwed = false
  /** Counting moves from one place to the other; requests wait for it. */
  let moving: Promise<void> | null = null
  let looks: NodeJS.Timeout | undefined
  /** Requests that the database is counting. */
  let counting = 0
  let onIdle = (): void => undefined
  let isClosed = false

  changes.onChange((change) => {
    if (change.kind !== 'everything') hear(change).catch(tell)
    else if (changes.session !== session) enter(changes.session)
  })

  function tell(error: unknown): void {
    log?.info({ err: error }, 'where rate limits are counted could not be settled')
  }

  /** A new session has no lock yet. */
  function enter(entered: ListeningSession | null): void {
    session = isClosed ? null : entered
    lock = 'none'
    clearTimeout(looks)
    if (isSole) leaveMemory()
    if (session !== null) void look(session)
  }

  async function hear(change: AccessChange): Promise<void> {
    if (change.kind === 'block') {
      memory.adoptBlock(change)
    } else if (change.kind === 'blocks') {
      memory.adoptBlocks(await database.blocks())
    } else if (change.kind === 'counting' && lock === 'alone' && session !== null) {
      await share(session)
    }
  }

  async function look(on: ListeningSession): Promise<void> {
    try {
      await lockOn(on)
      if (on !== session) return
      const { rows } = await on.query<{ now: string }>('SELECT unix_milliseconds() AS now')
      onClock(Number(rows[0]?.now))
      if (lock === 'alone' && !isSole) await enterMemory(on)
    } catch (error) {
      tell(error)
    }
    if (on !== session) return
    looks = setTimeout(() => void look(on), lock === 'none' ? ASK_EVERY_MS : LOOK_EVERY_MS)
    looks.unref()
  }

  async function lockOn(on: ListeningSession): Promise<void> {
    if (lock === 'alone' || lock === 'giving up') return
    if (countsInMemory && (await isTrue(on, `pg_try_advisory_lock(${LOCK})`))) {
      if (on === session) lock = 'alone'
    } else if (lock === 'none') {
      if (await isTrue(on, `pg_try_advisory_lock_shared(${LOCK})`)) lock = 'shared'
      else await on.query(WANTS_TO_COUNT)
    }
  }

  async function enterMemory(on: ListeningSession): Promise<void> {
    for (;;) {
      if (moving === null) break
      await settled()
    }
    moving = idle()
      .then(async () => {
        memory.addWindows(await database.moveWindowsOut())
        isOwed = true
        memory.adoptBlocks(await database.blocks())
        isSole = on === session && lock === 'alone'
      })
      .finally(() => (moving = null))
    await moving
    if (isSole) log?.info({}, 'rate limits are counted in the memory of this process')
  }

  /** No request is counted in the database before it has what was counted here. */
  function leaveMemory(): void {
    isSole = false
    log?.info({}, 'rate limits are counted in the database')
    void payWindows().catch(() => undefined)
  }

  function payWindows(): Promise<void> {
    moving ??= database
      .moveWindowsIn(memory.windows())
      .then(() => {
        isOwed = false
        memory.forgetWindows()
      })
      .finally(() => (moving = null))
    return moving
  }

  async function share(on: ListeningSession): Promise<void> {
    lock = 'giving up'
    await settled()
    if (isSole) leaveMemory()
    await settled()
    let left: Lock = 'alone'
    try {
      // All: a lock whose answer came too late was asked for again, and is held twice.
      await on.query('SELECT pg_advisory_unlock_all()')
      left = 'none'
      if (await isTrue(on, `pg_try_advisory_lock_shared(${LOCK})`)) left = 'shared'
    } finally {
      if (on === session) lock = left
    }
  }

  /** Whatever came of it. */
  async function settled(): Promise<void> {
    await moving?.catch(() => undefined)
  }

  function idle(): Promise<void> {
    if (counting === 0) return Promise.resolve()
    return new Promise((resolve) => (onIdle = resolve))
  }

  return {
    get isSole() {
      return isSole
    },
    async take(request) {
      // A request that waited finds out again where to count.
      for (;;) {
        if (moving !== null) await settled()
        else if (isSole) return memory.take(request)
        else if (isOwed) await payWindows()
        else break
      }
      counting += 1
      try {
        return await database.take(request)
      } finally {
        counting -= 1
        if (counting === 0) onIdle()
      }
    },
    lookAtAttempts: (kind, whose) => database.lookAtAttempts(kind, whose),
    countAttempts: (kind, whose, times) => database.countAttempts(kind, whose, times),
    forgetAttempts: (kind, whose) => database.forgetAttempts(kind, whose),
    async close() {
      isClosed = true
      enter(null)
      await settled()
      await database.close()
    },
  }
}

/** @param text a call that answers true or false */
async function isTrue(session: ListeningSession, text: string): Promise<boolean> {
  const { rows } = await session.query<{ is: boolean }>(`SELECT ${text} AS is`)
  return rows[0]?.is === true
}
