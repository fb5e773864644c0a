import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { seeded } from '@scheduling/availability/seeded'
import { answerQuestions } from '../stage/asked-process.ts'
import type { Arrival, Behaviour, FromReceivers, ToReceivers } from './receivers.ts'

const arrivals: Arrival[] = []
let answerable = 0

/** An endpoint on a port of its own, as strangers' endpoints are on hosts of their own; its URL. */
async function open(behaviour: Behaviour, endpoint: number, seed: number): Promise<string> {
  const random = seeded(seed * 1000 + endpoint)
  const refused = new Map<string, boolean>()
  const server = createServer((request, response) => {
    const eventId = String(request.headers['x-service-event-id'])
    const isFirst = !refused.has(eventId)
    const isRefused = isFirst && random() < behaviour.failShare
    if (behaviour.failShare > 0 && isFirst) refused.set(eventId, isRefused)
    const status = !behaviour.answers ? null : isRefused ? 500 : 200
    if (status !== null) answerable += 1
    arrivals.push({
      endpoint,
      eventId,
      deliveryId: String(request.headers['x-service-delivery-id']),
      at: Date.now(),
      status,
    })
    request.resume()
    if (status === null) return
    const delayMs = random() < behaviour.slowShare ? behaviour.slowMs : behaviour.delayMs
    request.on('end', () => {
      if (delayMs === 0) response.writeHead(status).end('ok')
      else setTimeout(() => response.writeHead(status).end('ok'), delayMs)
    })
  })
  server.keepAliveTimeout = 30_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
}

async function reply(question: ToReceivers): Promise<FromReceivers> {
  if (question.ask === 'count') return { count: answerable }
  if (question.ask === 'arrivals') return { arrivals }
  const { behaviours, seed } = question
  return {
    urls: await Promise.all(behaviours.map((behaviour, place) => open(behaviour, place, seed))),
  }
}

answerQuestions(reply)
