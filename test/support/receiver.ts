/** A receiver that counts, for crash tests and measurements: what arrived, how often, when. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Receiver = {
  readonly url: string
  /** Moments (`performance.now()`) at which each event id arrived. */
  readonly arrivals: ReadonlyMap<string, readonly number[]>
  /** How often each delivery id arrived: more than once means that an attempt was made twice. */
  readonly attempts: ReadonlyMap<string, number>
  /** Event ids that were answered 200. */
  readonly accepted: ReadonlySet<string>
  close(): Promise<void>
}

/**
 * @param options.failEvery answers each so many-th request with 503, once per event
 * @param options.hold what the so many-th request has to wait for before it is answered, if anything
 */
export async function openReceiver(
  options: {
    failEvery?: number
    delayMs?: number
    hold?: (request: number) => Promise<void> | null
  } = {},
): Promise<Receiver> {
  const { failEvery = 0, delayMs = 0, hold = () => null } = options
  const arrivals = new Map<string, number[]>()
  const attempts = new Map<string, number>()
  const accepted = new Set<string>()
  let requests = 0
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      const eventId = String(request.headers['x-service-event-id'])
      const deliveryId = String(request.headers['x-service-delivery-id'])
      const seen = arrivals.get(eventId)
      if (seen === undefined) arrivals.set(eventId, [performance.now()])
      else seen.push(performance.now())
      attempts.set(deliveryId, (attempts.get(deliveryId) ?? 0) + 1)
      requests += 1
      const fails = failEvery > 0 && requests % failEvery === 0 && seen === undefined
      if (!fails) accepted.add(eventId)
      const answer = (): void => void response.writeHead(fails ? 503 : 200).end()
      const held = hold(requests)
      if (held !== null) void held.then(answer)
      else if (delayMs === 0) answer()
      else setTimeout(answer, delayMs)
    })
  })
  server.keepAliveTimeout = 30_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    arrivals,
    attempts,
    accepted,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
