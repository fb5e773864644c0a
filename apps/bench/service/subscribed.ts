/** A clinic whose bookings are delivered: APIs, workers, and an endpoint that answers. */
import { spawnWorker, type WorkerProcess } from '@scheduling/test/support/worker-process.ts'
import { require } from '../figures.ts'
import { HEALTHY, openReceivers, type Receivers } from '../delivery/receivers.ts'
import { openApi, WITH_RECEIVERS_HERE, type Api } from '../stage/api.ts'
import { SECRETS, seedClinic, SMALL, type Clinic } from '../stage/clinic.ts'
import type { BenchServer } from '../stage/server.ts'

export type Subscribed = {
  readonly clinic: Clinic
  readonly databaseUrl: string
  readonly apis: readonly Api[]
  readonly workers: readonly WorkerProcess[]
  readonly receivers: Receivers
  close(): Promise<void>
}

/** @param processes of the API, and as many workers */
export async function openSubscribed(server: BenchServer, processes: number): Promise<Subscribed> {
  const databaseUrl = await server.database()
  const clinic = await seedClinic(databaseUrl, SMALL)
  const receivers = await openReceivers([HEALTHY])
  const apis: Api[] = []
  const workers: WorkerProcess[] = []
  const close = async (): Promise<void> => {
    await Promise.all([...apis, ...workers].map((one) => one.kill()))
    receivers.close()
  }
  server.beforeStop(close)
  for (let count = 0; count < processes; count += 1) {
    apis.push(await openApi(databaseUrl, WITH_RECEIVERS_HERE))
    const worker = spawnWorker(databaseUrl, SECRETS)
    workers.push(worker)
    await worker.running
  }
  await subscribe(apis[0]?.port ?? 0, clinic, receivers.urls[0] ?? '')
  return { clinic, databaseUrl, apis, workers, receivers, close }
}

async function subscribe(port: number, { key }: Clinic, url: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url, events: ['appointment.created'] }),
  })
  require(answer.status === 201, `the subscription was answered ${await answer.text()}`)
}
