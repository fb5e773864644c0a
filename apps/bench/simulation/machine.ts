/** What processes and the database do meanwhile, seen from outside. */
import { readFileSync } from 'node:fs'
import { Pool } from 'pg'
import { processorSecondsOfAll, TICKS_PER_SECOND } from '../stage/processor-time.ts'

const EVERY_MS = 200

export type Watched = { readonly name: string; readonly pid: number }

export type Seen = {
  /** Seconds of CPU, by name. A process counts with those that it has made. */
  readonly cpu: Readonly<Record<string, number>>
  readonly seconds: number
  /** Seconds of CPU of everything else on the machine. */
  readonly others: number
  /** Sessions of the database: the most at one look. */
  readonly connections: number
  readonly busiest: number
  /** Looks at sessions that waited for this, as a mean at one time: `Lock: transactionid` and so on. */
  readonly waits: Readonly<Record<string, number>>
  readonly walBytes: number
  readonly transactions: number
  /** Written, changed and deleted. */
  readonly rows: number
}

type Reading = {
  readonly at: number
  readonly cpu: Record<string, number>
  /** Of the whole machine. */
  readonly busy: number
  readonly wal: number
  readonly transactions: number
  readonly rows: number
}

/** Looks on until it is asked what it saw. */
export async function watchMachine(databaseUrl: string, watched: readonly Watched[]) {
  const pool = new Pool({ connectionString: databaseUrl, max: 1, application_name: 'watch' })
  const first = await read(pool, watched)
  const waits: Record<string, number> = {}
  let looks = 0
  let connections = 0
  let busiest = 0
  let stopped = false
  const look = async (): Promise<void> => {
    while (!stopped) {
      const { rows } = await pool.query<{ state: string; wait: string | null }>(SESSIONS)
      looks += 1
      connections = Math.max(connections, rows.length)
      busiest = Math.max(busiest, rows.filter(({ state }) => state === 'active').length)
      for (const { state, wait } of rows)
        if (state === 'active' && wait !== null) waits[wait] = (waits[wait] ?? 0) + 1
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
    }
  }
  const looking = look()
  return async (): Promise<Seen> => {
    stopped = true
    await looking
    const last = await read(pool, watched)
    await pool.end()
    const cpu = Object.fromEntries(
      watched.map(({ name }) => [name, (last.cpu[name] ?? 0) - (first.cpu[name] ?? 0)]),
    )
    const ours = Object.values(cpu).reduce((sum, used) => sum + used, 0)
    return {
      cpu,
      others: Math.max(0, last.busy - first.busy - ours),
      seconds: (last.at - first.at) / 1000,
      connections,
      busiest,
      waits: Object.fromEntries(
        Object.entries(waits).map(([wait, count]) => [wait, count / looks]),
      ),
      walBytes: last.wal - first.wal,
      transactions: last.transactions - first.transactions,
      rows: last.rows - first.rows,
    }
  }
}

const SESSIONS = `SELECT state, wait_event_type || ': ' || wait_event AS wait FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`

async function read(pool: Pool, watched: readonly Watched[]): Promise<Reading> {
  const { rows } = await pool.query<{ wal: string; transactions: string; rows: string }>(
    `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text AS wal, xact_commit::text AS transactions,
       (tup_inserted + tup_updated + tup_deleted)::text AS rows
     FROM pg_stat_database WHERE datname = current_database()`,
  )
  const [row] = rows
  return {
    at: performance.now(),
    cpu: Object.fromEntries(watched.map(({ name, pid }) => [name, processorSecondsOfAll(pid)])),
    busy: busySeconds(),
    wal: Number(row?.wal),
    transactions: Number(row?.transactions),
    rows: Number(row?.rows),
  }
}

/** Of all cores together: all but what they were idle, or waited for disks. */
function busySeconds(): number {
  const [, user = 0, nice = 0, system = 0, , , interrupts = 0, soft = 0] =
    readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/ +/).map(Number) ?? []
  return (user + nice + system + interrupts + soft) / TICKS_PER_SECOND
}
