/** Sends requests and measures what they cost: CPU of the process, which is no matter of the clock. */
import { Agent, request as httpRequest } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { atReference } from '@scheduling/webhooks/testing/cpu-cost'
import { startTestApi, type TestApi } from './api.ts'
import { createUser, sessionCookie } from './dashboard.ts'
import { createRecords } from './records.ts'
import type { Values } from './worst-inputs.ts'

/** Milliseconds of CPU for one request, as the machine of the limits takes them. */
export const CPU_MS = 50
/** Of a refusal; a page of records is as long as the records are. */
const REFUSAL_BYTES = 64 * 1024
/**
 * A request that seems dear is sent again: what was collected or compiled meanwhile is not its own cost. After some
 * tries there is a pause before each: a machine that is busy with something else is so for a while.
 */
const TRIES = 20
const TRIES_AT_ONCE = 8
const PAUSE_MS = 250
/** With HUNT_REPORT=1 the dearest requests are printed, each by the least of some tries. */
const isReported = process.env['HUNT_REPORT'] !== undefined
const LEAST_TRIES = isReported ? 4 : 1

/** Its port is closed: nothing that is hunted sends anything anywhere. */
const NOWHERE = 'http://127.0.0.1:1/'

export type Sent = {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

type Answer = { readonly status: number; readonly bytes: number; readonly start: string }

export type Hunter = {
  readonly api: TestApi
  /** One record of every kind, and a little more that inputs ask for. */
  readonly values: Values
  /** Headers of an integration, and of the owner's browser. */
  readonly keyed: Readonly<Record<string, string>>
  readonly signedIn: Readonly<Record<string, string>>
  /** @param most milliseconds of CPU */
  hunt(name: string, sent: Sent, most?: number): Promise<void>
  /** The same for what is no request of Node's client. */
  measure(name: string, send: () => Promise<unknown>): Promise<void>
  /** What was too dear, too long or failed since the last call. */
  takeFaults(): Promise<readonly string[]>
  close(): Promise<void>
}

export async function openHunter(): Promise<Hunter> {
  const api = await startTestApi({ cachesKeys: true })
  const organization = await api.organization()
  const records = await createRecords(api, organization, NOWHERE)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const measured: { readonly name: string; readonly ms: number; readonly answer: Answer | null }[] =
    []
  const faults: string[] = []
  // Made at the first request, and kept.
  for (const path of ['/docs', '/docs/llms-full.txt', '/v1/openapi.json', '/readyz']) {
    await fetch(`${api.url}${path}`)
  }

  const note = (name: string, ms: number, most: number, answer: Answer | null): void => {
    measured.push({ name, ms, answer })
    if (atReference(most, ms) > most) faults.push(`${name}: ${ms.toFixed(0)} ms`)
    if (answer === null || answer.status < 400) return
    if (answer.bytes > REFUSAL_BYTES) faults.push(`${name}: a refusal of ${answer.bytes} bytes`)
    if (answer.status >= 500) faults.push(`${name}: ${answer.status} ${answer.start}`)
  }

  return {
    api,
    values: { ...records, since: '2026-11-20T00:00:00-03:00', limit: 1, hours: 1 },
    keyed: { authorization: `Bearer ${organization.key}` },
    signedIn: { cookie: await sessionCookie(api, await createUser(api, organization)) },

    async hunt(name, sent, most = CPU_MS) {
      const headers = { ...sent.headers }
      if (sent.body !== undefined) headers['content-type'] ??= 'application/json'
      const body = sent.body === undefined ? undefined : Buffer.from(sent.body)
      const { ms, found } = await leastOf(most, () => exchange(api.url, agent, sent, headers, body))
      note(name, ms, most, found)
    },

    async measure(name, send) {
      const { ms } = await leastOf(CPU_MS, send)
      note(name, ms, CPU_MS, null)
    },

    async takeFaults() {
      // An organization has so many webhooks, and no more: those that were made go again.
      const kept = { organizationId: organization.row.id, NOT: { id: records.webhook_id } }
      await api.db.webhook.deleteMany({ where: kept })
      return faults.splice(0)
    },

    async close() {
      agent.destroy()
      await api.close()
      if (!isReported) return
      const dearest = measured.toSorted((one, other) => other.ms - one.ms).slice(0, 40)
      const lines = dearest.map(
        ({ name, ms, answer }) =>
          `${ms.toFixed(1).padStart(7)} ms  ${answer?.status ?? '   '}  ${name}`,
      )
      process.stderr.write(`${measured.length} requests\n${lines.join('\n')}\n`)
    },
  }
}

/** The least of some tries, this client's share included. */
async function leastOf<Found>(
  most: number,
  send: () => Promise<Found>,
): Promise<{ ms: number; found: Found }> {
  let least: { ms: number; found: Found } | null = null
  const isEnough = (tries: number): boolean =>
    tries >= TRIES || (tries >= LEAST_TRIES && least !== null && least.ms <= most)
  for (let tries = 0; !isEnough(tries); tries += 1) {
    if (tries >= TRIES_AT_ONCE) await setTimeout(PAUSE_MS)
    const before = process.cpuUsage()
    const found = await send()
    const { user, system } = process.cpuUsage(before)
    const ms = (user + system) / 1000
    if (least === null || ms < least.ms) least = { ms, found }
  }
  if (least === null) throw new Error('Nothing was sent.')
  return least
}

/** Sends it once more where the server had closed the connection that was kept. */
async function exchange(
  url: string,
  agent: Agent,
  sent: Sent,
  headers: Readonly<Record<string, string>>,
  body: Buffer | undefined,
): Promise<Answer> {
  const first = await exchangeOnce(url, agent, sent, headers, body)
  return first ?? exchange(url, agent, sent, headers, body)
}

/** Reads the answer without making anything of it; null: the kept connection was closed. */
function exchangeOnce(
  url: string,
  agent: Agent,
  { method, path }: Sent,
  headers: Readonly<Record<string, string>>,
  body: Buffer | undefined,
): Promise<Answer | null> {
  const { hostname, port } = new URL(url)
  const { promise, resolve, reject } = Promise.withResolvers<Answer | null>()
  const length = { 'content-length': body?.length ?? 0 }
  const outgoing = httpRequest(
    { agent, hostname, port, method, path, headers: { ...headers, ...length } },
    (incoming) => {
      let bytes = 0
      let start = ''
      incoming.on('data', (piece: Buffer) => {
        bytes += piece.length
        if (start === '') start = piece.toString('utf8', 0, 200)
      })
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, bytes, start }))
      incoming.on('error', reject)
    },
  )
  outgoing.on('error', (error) => (outgoing.reusedSocket ? resolve(null) : reject(error)))
  outgoing.end(body)
  return promise
}
