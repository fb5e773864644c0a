/** The API as production starts it and its references, each a process of its own, on one database. */
import { Pool } from 'pg'
import type { ReferenceSettings } from '../reference/main.ts'
import { openApi } from './api.ts'
import { askedProcess } from './asked-process.ts'
import type { Clinic } from './clinic.ts'
import { openSender, rateOf, type Load, type Sender, type Shot } from './load.ts'

/** As many as a process of the service has by itself. */
const CONNECTIONS = 20

/** `prepared`: the reference, with statements that each connection prepares once. */
export const SIDES = ['ours', 'reference', 'prepared'] as const
export type Side = (typeof SIDES)[number]

export type Pair = {
  readonly clinic: Clinic
  readonly sender: Sender
  readonly ports: Readonly<Record<Side, number>>
  /** For looking at what was written. */
  readonly pool: Pool
  /** Answers a second of one side. */
  rate(
    side: Side,
    load: Pick<Load, 'connections' | 'shots' | 'seconds' | 'expected'>,
  ): Promise<number>
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
    return {
      clinic,
      sender,
      ports,
      pool,
      async rate(side, load) {
        const result = await sender.send({
          ...load,
          key,
          ports: [ports[side]],
        })
        return rateOf(result)
      },
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
