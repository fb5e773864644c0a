/** What stands before several APIs: sends each request to one that says it is ready, and to another one where it was refused. */
import { randomUUID } from 'node:crypto'
import { Agent, request as httpRequest } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

export type Balancer = {
  /** Requests go there, too, as soon as it is ready. */
  add(url: string): void
  remove(url: string): void
  /** Each call that writes has an `Idempotency-Key`, so it may be sent again. */
  ask(method: string, path: string, body?: object): Promise<{ status: number; body: any }>
  /** How often a connection was refused, and how often one broke without an answer; the requests were sent again. */
  readonly counts: { requests: number; refused: number; broken: number }
  stop(): void
}

const LOOK_EVERY_MS = 50

export function openBalancer(key: string): Balancer {
  const ready = new Map<string, boolean>()
  const agent = new Agent({ keepAlive: true })
  const counts = { requests: 0, refused: 0, broken: 0 }
  const stopped = new AbortController()
  let turn = 0
  const look = async (url: string): Promise<void> => {
    while (!stopped.signal.aborted && ready.has(url)) {
      const { ok } = await fetch(`${url}/readyz`).catch(() => ({ ok: false }))
      if (ready.has(url)) ready.set(url, ok)
      await wait(LOOK_EVERY_MS)
    }
  }
  const target = async (): Promise<string> => {
    for (;;) {
      const urls = [...ready].filter(([, isReady]) => isReady).map(([url]) => url)
      const url = urls[(turn += 1) % Math.max(urls.length, 1)]
      if (url !== undefined) return url
      await wait(LOOK_EVERY_MS)
    }
  }
  return {
    add(url) {
      ready.set(url, false)
      void look(url)
    },
    remove: (url) => void ready.delete(url),
    async ask(method, path, body) {
      const once = method === 'GET' ? {} : { 'idempotency-key': randomUUID() }
      counts.requests += 1
      for (let tries = 1; ; tries += 1) {
        try {
          return await send(
            agent,
            (await target()) + path,
            method,
            { ...once, authorization: `Bearer ${key}` },
            body,
          )
        } catch (error) {
          if (tries === 5) throw error
          const isRefused = error instanceof Error && Reflect.get(error, 'code') === 'ECONNREFUSED'
          counts[isRefused ? 'refused' : 'broken'] += 1
        }
      }
    },
    counts,
    stop() {
      stopped.abort()
      agent.destroy()
    },
  }
}

function send(
  agent: Agent,
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: object,
): Promise<{ status: number; body: any }> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      url,
      { agent, method, headers: { ...headers, 'content-type': 'application/json' } },
      (incoming) => {
        let text = ''
        incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        incoming.on('error', reject)
        incoming.on('end', () => {
          if (!incoming.complete) return reject(new Error('The answer broke off.'))
          resolve({ status: incoming.statusCode ?? 0, body: text === '' ? null : JSON.parse(text) })
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
