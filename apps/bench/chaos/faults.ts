/** What is done to the arrangement, in turn. */
import { openSync, closeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import type {
  Arrangement,
  Process,
  ServiceProcess,
} from '@scheduling/test/arrangement/arrangement.ts'
import type { Chance } from './intentions.ts'

export type Fault = {
  readonly name: string
  /** How often, beside the others. */
  readonly weight: number
  /** From when recovery is counted: from the fault, or from when what was broken is put back. */
  readonly counted: 'from the fault' | 'from its end'
  /** Left out: every arrangement can have it. */
  isPossible?(arrangement: Arrangement): boolean
  /** Does it, and puts back what it broke. @returns what it saw that must not be */
  run(arrangement: Arrangement, chance: Chance): Promise<readonly string[]>
}

/** A supervisor starts what has ended after so long. */
const SUPERVISOR_MS = 500
const FREEZE_MS = 3000
const NETWORK_MS = 2500

type Pick = (arrangement: Arrangement, chance: Chance) => Process | null
type PickService = (arrangement: Arrangement, chance: Chance) => ServiceProcess | undefined

const api: PickService = ({ apis }, chance) => chance.of(apis)
const worker: PickService = ({ workers }, chance) => chance.of(workers)
const one =
  (pick: PickService): Pick =>
  (arrangement, chance) =>
    pick(arrangement, chance) ?? null

const PROCESSES: Readonly<Record<string, Pick>> = {
  api: one(api),
  worker: one(worker),
  pooler: ({ pooler }) => pooler,
  redis: ({ redis }) => redis,
  postgres: ({ postgres }) => postgres,
}
const SERVICES = { api, worker } as const

const isThere =
  (name: string) =>
  (arrangement: Arrangement): boolean =>
    name === 'pooler' ? arrangement.pooler !== null : name !== 'redis' || arrangement.redis !== null

function kill(name: string, weight: number): Fault {
  return {
    name: `SIGKILL of ${name}`,
    weight,
    counted: 'from the fault',
    isPossible: isThere(name),
    async run(arrangement, chance) {
      const killed = PROCESSES[name]?.(arrangement, chance)
      await killed?.kill()
      await pause(SUPERVISOR_MS)
      await killed?.restart()
      return []
    },
  }
}

function freeze(name: string, weight: number): Fault {
  return {
    name: `SIGSTOP of ${name} for ${FREEZE_MS / 1000} s`,
    weight,
    counted: 'from its end',
    isPossible: isThere(name),
    async run(arrangement, chance) {
      const frozen = PROCESSES[name]?.(arrangement, chance)
      frozen?.freeze()
      await pause(FREEZE_MS)
      frozen?.thaw()
      return []
    },
  }
}

function network(name: keyof typeof SERVICES, how: 'cut' | 'swallow', weight: number): Fault {
  const what = how === 'cut' ? 'cut' : 'taken and never answered'
  return {
    name: `connections of ${name} to the database ${what} for ${NETWORK_MS / 1000} s`,
    weight,
    counted: 'from its end',
    isPossible: ({ apis }) => apis[0]?.network != null,
    async run(arrangement, chance) {
      const way = SERVICES[name](arrangement, chance)?.network
      await way?.[how]()
      await pause(NETWORK_MS)
      await way?.mend()
      return []
    },
  }
}

function clockJump(name: keyof typeof SERVICES, seconds: number, said: string): Fault {
  return {
    name: `clock of ${name} ${said}`,
    weight: 2,
    counted: 'from the fault',
    isPossible: ({ apis }) => apis[0]?.clock != null,
    async run(arrangement, chance) {
      const clock = SERVICES[name](arrangement, chance)?.clock
      clock?.setAhead(seconds)
      await pause(5000)
      clock?.setAhead(0)
      await pause(1500)
      return []
    },
  }
}

const stopPostgres = (name: string, by: NodeJS.Signals | null): Fault => ({
  name: `PostgreSQL stopped (${name}) and started`,
  weight: 4,
  counted: 'from its end',
  async run({ postgres }) {
    if (by === null) await postgres.stop()
    else await postgres.kill(by)
    await pause(SUPERVISOR_MS)
    await postgres.restart()
    return []
  },
})

/** One session of the processes, chosen by the server. */
const backend = (how: 'SIGKILL' | 'terminated', weight: number): Fault => ({
  name: `a session of PostgreSQL ${how === 'SIGKILL' ? 'killed with SIGKILL' : how}`,
  weight,
  counted: 'from the fault',
  async run({ databaseUrl }) {
    const client = new Client({ connectionString: databaseUrl })
    client.on('error', () => undefined)
    await client.connect()
    try {
      const { rows } = await client.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
         ORDER BY state = 'active' DESC, random() LIMIT 1`,
      )
      const pid = rows[0]?.pid
      if (pid === undefined) return []
      if (how === 'SIGKILL') process.kill(pid, 'SIGKILL')
      else await client.query('SELECT pg_terminate_backend($1)', [pid])
    } finally {
      await client.end().catch(() => undefined)
    }
    return []
  },
})

const frozenCommit: Fault = {
  name: 'a transaction frozen before COMMIT, with the row of the feed',
  weight: 2,
  // What it does ends when the transaction is frozen: what succeeded while it looked for one tells nothing.
  counted: 'from its end',
  isPossible: ({ apis }) => apis[0]?.network != null,
  async run(arrangement, chance) {
    const isFrozen = await api(arrangement, chance)?.network?.freezeCommit(5000)
    return isFrozen === true ? [] : ['no transaction came to be frozen']
  },
}

const fullLog = (name: keyof typeof SERVICES): Fault => ({
  name: `disk of the log of ${name} full`,
  weight: 2,
  counted: 'from the fault',
  async run(arrangement, chance) {
    const process = SERVICES[name](arrangement, chance)
    if (process === undefined) return []
    const full = openSync('/dev/full', 'w')
    let died = false
    try {
      process.logTo(full)
      await process.restart().catch(() => undefined)
      await pause(3000)
      died = !process.isRunning
    } finally {
      process.logTo(null)
      closeSync(full)
    }
    await process.restart()
    return died ? [`${name} ended because it could not log`] : []
  },
})

const fullDisk: Fault = {
  name: 'disk of PostgreSQL full for 4 s',
  weight: 2,
  counted: 'from its end',
  isPossible: ({ disk }) => disk !== null,
  async run({ disk, postgres, databaseUrl }) {
    disk?.fill()
    // What is left of the log is used up at once, not within minutes.
    const client = new Client({ connectionString: databaseUrl })
    client.on('error', () => undefined)
    await client
      .connect()
      .then(async () => {
        for (let count = 0; count < 4; count += 1)
          await client.query('SELECT pg_logical_emit_message(true, $1, $1), pg_switch_wal()', ['x'])
      })
      .catch(() => undefined)
    await client.end().catch(() => undefined)
    await pause(4000)
    disk?.free()
    if (!postgres.isRunning) await postgres.restart()
    return []
  },
}

export const FAULTS: readonly Fault[] = [
  kill('api', 12),
  kill('worker', 12),
  kill('pooler', 6),
  kill('redis', 5),
  kill('postgres', 8),
  backend('SIGKILL', 4),
  backend('terminated', 4),
  stopPostgres('fast', null),
  stopPostgres('immediate', 'SIGQUIT'),
  network('api', 'cut', 3),
  network('worker', 'cut', 3),
  network('api', 'swallow', 3),
  network('worker', 'swallow', 3),
  freeze('api', 4),
  freeze('worker', 4),
  freeze('redis', 3),
  freeze('pooler', 3),
  freeze('postgres', 3),
  frozenCommit,
  fullLog('api'),
  fullLog('worker'),
  fullDisk,
  clockJump('api', -3600, 'an hour back'),
  clockJump('api', 3600, 'an hour on'),
  clockJump('api', -86_400, 'a day back'),
  clockJump('worker', -3600, 'an hour back'),
  clockJump('worker', 3600, 'an hour on'),
  clockJump('worker', -86_400, 'a day back'),
  clockJump('api', 4, 'four seconds on'),
  clockJump('worker', -4, 'four seconds back'),
]

/** So many of them, each by its weight but at least once where there is room, in an order of chance. */
export function drawFaults(
  arrangement: Arrangement,
  count: number,
  chance: Chance,
  only = '',
): readonly Fault[] {
  const possible = FAULTS.filter(
    ({ name, isPossible }) => name.includes(only) && (isPossible?.(arrangement) ?? true),
  )
  if (possible.length === 0) throw new Error(`No fault that is possible here is named '${only}'.`)
  const drawn = [...possible].slice(0, count)
  const all = possible.reduce((sum, { weight }) => sum + weight, 0)
  while (drawn.length < count) {
    let left = chance.next() * all
    const fault = possible.find(({ weight }) => (left -= weight) < 0)
    if (fault !== undefined) drawn.push(fault)
  }
  return drawn
    .map((fault) => [chance.next(), fault] as const)
    .toSorted(([one], [other]) => one - other)
    .map(([, fault]) => fault)
}
