/** Endpoints of webhooks that verify what comes, and keep what came. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { unwrapWebhook } from '@scheduling/sdk'
import { ask } from './asking.ts'
import type { Door } from './callers.ts'
import type { Arrival } from './history.ts'
import type { Clinic } from './world.ts'

export type Endpoints = {
  /** Every webhook, with its organization. */
  readonly webhooks: ReadonlyMap<string, number>
  readonly arrivals: readonly Arrival[]
  close(): Promise<void>
}

/** One for each clinic, of all its events. */
export async function openEndpoints(clinics: readonly Clinic[], door: Door): Promise<Endpoints> {
  const arrivals: Arrival[] = []
  const webhooks = new Map<string, number>()
  const secrets = new Map<string, string>()
  const server = createServer((request, response) => {
    const at = Date.now()
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const webhook = String(request.headers['x-service-webhook-id'])
      void unwrapWebhook(Buffer.concat(chunks), request.headers, secrets.get(webhook) ?? '')
        .then(() => true)
        .catch(() => false)
        .then((isSigned) => {
          arrivals.push({
            webhook,
            eventId: String(request.headers['x-service-event-id']),
            attemptId: String(request.headers['x-service-delivery-id']),
            isSigned,
            at,
          })
          response.writeHead(200).end()
        })
    })
  })
  server.keepAliveTimeout = 30_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  for (const { key, organization } of clinics) {
    const { outcome, body } = await ask(door.url, {
      method: 'POST',
      path: '/v1/webhooks',
      key,
      body: { url: `http://127.0.0.1:${port}/${organization}`, events: ['*'] },
    })
    if (outcome.kind !== 'ok') throw new Error(`A webhook was refused: ${JSON.stringify(body)}`)
    webhooks.set(body.id, organization)
    secrets.set(body.id, body.secret)
  }
  return {
    webhooks,
    arrivals,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
