/** What measurements of deliveries stand on: a database, clinics, subscriptions, events, a worker. */
import { CURRENT_API_VERSION, systemWork, type Service } from '@scheduling/core'
import { connect, insertRow, tables } from '@scheduling/database'
import type { Pool } from 'pg'
import { TEST_SECRETS } from '@scheduling/test/support/secrets.ts'
import { spawnWorker, type WorkerProcess } from '@scheduling/test/support/worker-process.ts'
import type { BenchServer } from '../stage/server.ts'
import { benchService } from '../stage/service.ts'

export type Stage = {
  readonly databaseUrl: string
  readonly pool: Pool
  /** A clinic; its id. */
  organization(): Promise<number>
  /** A webhook of it for `client.created`; its id. */
  subscribe(organizationId: number, url: string): Promise<string>
  /** `client.created`, once or more, written as a change writes them: events and fan-out job in one transaction. */
  emit(organizationId: number, count?: number): Promise<void>
  /** A worker in a process of its own, once it serves. It does not outlive the server. */
  worker(): Promise<WorkerProcess>
  /** Rows of one column. */
  column<Value>(sql: string, values?: readonly unknown[]): Promise<Value[]>
  close(): Promise<void>
}

export async function openStage(server: BenchServer): Promise<Stage> {
  const databaseUrl = await server.database()
  const connection = connect(databaseUrl, { connections: 16, name: 'bench' })
  const { db, pool } = connection
  const service = benchService(db, TEST_SECRETS)
  let clients = 0
  return {
    databaseUrl,
    pool,
    async organization() {
      const { id } = await db.organization.create({
        data: {
          name: 'Clínica Aurora',
          slug: service.newId('req').replace('_', '-'),
          timeZone: 'America/Sao_Paulo',
          planName: 'Pro',
          planFeatures: ['api', 'webhooks'],
        },
      })
      return id
    },
    subscribe: (organizationId, url) => subscribe(service, organizationId, url),
    emit(organizationId, count = 1) {
      const objects = Array.from({ length: count }, () => clientRecord((clients += 1)))
      const written = systemWork(service, organizationId, async ({ emit }) => {
        for (const object of objects)
          emit({ type: 'client.created', object, changes: null, filters: NO_FILTERS })
      })
      // Benches begin many before they wait for all: until then a failure must not count as unheard.
      written.catch(() => undefined)
      return written
    },
    async worker() {
      const worker = spawnWorker(databaseUrl)
      server.beforeStop(() => worker.kill())
      await worker.running
      return worker
    },
    async column(sql, values = []) {
      const { rows } = await pool.query({ text: sql, values: [...values], rowMode: 'array' })
      return rows.map(([value]) => value)
    },
    async close() {
      service.sender.close()
      await connection.close()
    },
  }
}

const NO_FILTERS = {
  professionalIds: null,
  serviceIds: null,
  status: null,
  type: null,
  source: null,
}

async function subscribe(service: Service, organizationId: number, url: string): Promise<string> {
  const id = service.newId('whk')
  const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
  await insertRow(service.db, tables.webhook, {
    id,
    organizationId,
    name: 'Bench',
    urlSealed: new Uint8Array(service.crypto.seal(url, `webhook:${id}:url`)),
    urlHash: new Uint8Array(service.crypto.hmac('webhook-url', url)),
    events: ['client.created'],
    format: 'generic',
    apiVersion: CURRENT_API_VERSION,
    signingSecretSealed: new Uint8Array(
      service.crypto.seal(secret, `webhook:${id}:signing-secret`),
    ),
  })
  return id
}

/** A client as the API returns it. */
export function clientRecord(id: number) {
  return {
    object: 'client',
    id,
    first_name: 'Maria Aparecida',
    last_name: 'da Silva',
    name: 'Maria Aparecida da Silva',
    email: `maria${id}@example.com`,
    phone: '+5511987654321',
    cpf: '52998224725',
    birth_date: '1987-04-12',
    metadata: { crm_id: `C-${id}`, campaign: 'spring' },
    created_at: '2026-11-20T08:00:00-03:00',
    updated_at: '2026-11-20T08:00:00-03:00',
  }
}
