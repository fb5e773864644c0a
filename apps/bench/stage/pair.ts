/** The API as production starts it and its references, each a process of its own, on one database. */
import { Pool } from 'pg'
import type { ReferenceSettings } from '../reference/main.ts'
import { openApi } from './api.ts'
import { askedProcess } from './asked-process.ts'
import type { Clinic } from './clinic.ts'
import { openSender, type Load, type LoadResult, type Sender, type Shot } from './load.ts'
import { parentOf, processorSeconds, processorSecondsOfAll } from './processor-time.ts'

/** As many as a process of the service has by itself. */
const CONNECTIONS = 20

/** `prepared`: the reference, with statements that each connection prepares once. */
export const SIDES = ['ours', 'reference', 'prepared'] as const
export type Side = (typeof SIDES)[number]

export type Spent = { readonly process: number; readonly database: number }

export type Pair = {
  readonly clinic: Clinic
  readonly sender: Sender
  readonly ports: Readonly<Record<Side, number>>
  /** For looking at what was written. */
  readonly pool: Pool
  send(
    side: Side,
    load: Pick<Load, 'connections' | 'shots' | 'seconds' | 'expected'>,
  ): Promise<LoadResult>
  /** Processor time so far: of the process of one side, and of the database of all. Seconds. */
  spent(side: Side): Spent
  close(): Promise<void>
}

export async function openPair(databaseUrl: string, clinic: Clinic): Promise<Pair> {
  const api = await openApi(databaseUrl)
  const [reference, prepared] = [openReference(), openReference()]
  const sender = openSender()
  const pool = new Pool({ connectionString: databaseUrl, max: 2 })
  pool.on('error', () => undefined)
  const close = async (): Promise<void> => {
    await Promise.all([api.kill(), reference.kill(), prepared.kill(), sender.close(), pool.end()])
  }
  try {
    const { organizationId, key } = clinic
    const settings = { databaseUrl, organizationId, connections: CONNECTIONS }
    const ports = {
      ours: api.port,
      reference: await reference.ask({ ...settings, isPrepared: false }),
      prepared: await prepared.ask({ ...settings, isPrepared: true }),
    }
    const pids = { ours: api.pid, reference: reference.pid, prepared: prepared.pid }
    const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    const server = parentOf(rows[0]?.pid ?? 0)
    return {
      clinic,
      sender,
      ports,
      pool,
      send: (side, load) => sender.send({ ...load, key, ports: [ports[side]] }),
      spent: (side) => ({
        process: processorSeconds(pids[side]),
        database: processorSecondsOfAll(server),
      }),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

function openReference() {
  return askedProcess<ReferenceSettings, number>(new URL('../reference/main.ts', import.meta.url))
}

/** The answer of one side to one request. */
export async function answerOf(pair: Pair, side: Side, { method, path, body }: Shot): Promise<any> {
  const answer = await fetch(`http://127.0.0.1:${pair.ports[side]}${path}`, {
    method,
    headers: { authorization: `Bearer ${pair.clinic.key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`Wrong: ${method} ${path} answers ${answer.status} ${text}`)
  return JSON.parse(text)
}
