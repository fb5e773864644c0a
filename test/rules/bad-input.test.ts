import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type Reply, type TestApi } from '../support/api.ts'
import { readDocument, type ApiDocument } from '../support/document.ts'
import { hostileRequest, type HostileRequest } from '../support/hostile-request.ts'
import { checkReply } from '../support/openapi-check.ts'
import { createRecords, type Records } from '../support/records.ts'
import { sample } from '../support/sample.ts'
import { openEndpoint, resolveNames, type Endpoint } from '../support/webhooks.ts'
import { openWire, type Wire } from '../support/wire.ts'

const REQUESTS = Number(process.env['BAD_INPUT_REQUESTS'] ?? 6000)
const FIRST_SEED = Number(process.env['BAD_INPUT_SEED'] ?? 1)
const SEEDS = sample(
  'bad input',
  Array.from({ length: REQUESTS }, (_, index) => FIRST_SEED + index),
  800,
)
const CONNECTIONS = 12

let api: TestApi
let key: string
let document: ApiDocument
let records: Records
let endpoint: Endpoint
let wire: Wire

beforeAll(async () => {
  api = await startTestApi({ cachesKeys: true })
  resolveNames(api, { 'example.com': ['93.184.215.14'] })
  endpoint = await openEndpoint()
  const organization = await api.organization()
  key = organization.key
  records = await createRecords(api, organization, endpoint.url)
  document = await readDocument(api.url)
  wire = openWire(api.url, CONNECTIONS)
})

afterAll(async () => {
  wire.close()
  await endpoint.close()
  await api.close()
})

/** `GET /v1/clients 200` → how often. */
const answered = new Map<string, number>()

function count({ method, path }: HostileRequest, { status }: Reply): void {
  const pathname = path.split('?')[0] ?? ''
  const operation = document.operations.find(
    (candidate) =>
      candidate.method === method &&
      new RegExp(`^${candidate.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
  )
  const name = `${operation?.name ?? 'none'} ${Math.floor(status / 100)}xx`
  answered.set(name, (answered.get(name) ?? 0) + 1)
}

/** What is wrong with the answer; null when nothing is. */
async function faultOf(request: HostileRequest): Promise<string | null> {
  try {
    // Its answer is cut off by the client itself: a HEAD has no body, and the parser does not know it is one.
    if (request.method === 'HEAD' && !isReadable(request)) return null
    const reply = await wire.send(request)
    count(request, reply)
    if (reply.status >= 500) return `${reply.status} ${reply.text}`
    if (!isReadable(request)) return unreadableFault(reply)
    // Whether a head of about 16 KB is too long, its exact bytes decide.
    if (headLength(request) > 15_000 && reply.body?.code === 'validation_error') return null
    if (request.path.startsWith('/v1/openapi.json')) return null
    // A refusal of the path or method has no body to look at.
    if (request.method === 'HEAD' && reply.status >= 400) return null
    checkReply(document.json, request.method, request.path, reply)
    return null
  } catch (error) {
    return String(error)
  }
}

describe('any request', () => {
  it(
    `${SEEDS.length} by chance: none is answered 5xx, every answer is as the document says`,
    async () => {
      const faults: string[] = []
      const seeds = SEEDS.values()
      const worker = async (): Promise<void> => {
        for (const mine of seeds) {
          if (faults.length >= 30) return
          const request = hostileRequest(document, records, key, mine)
          const fault = await faultOf(request)
          if (fault !== null) faults.push(`seed ${mine}: ${described(request)}\n    ${fault}`)
        }
      }
      await Promise.all(Array.from({ length: CONNECTIONS }, worker))
      const errors = api.logged
        .filter(({ level }) => level === 'error')
        .map(({ fields }) => String(Reflect.get(fields, 'err')).slice(0, 600))
      expect([...faults, ...errors].join('\n')).toBe('')
      expect(Reflect.get({}, 'polluted')).toBeUndefined()
    },
    240_000 + 30 * SEEDS.length,
  )
})

/** Whether it is HTTP at all, and not longer than a head may be. */
function isReadable(request: HostileRequest): boolean {
  return isAscii(request) && headLength(request) < 17_000
}

function isAscii({ path }: HostileRequest): boolean {
  return /^[\x21-\x7e]*$/.test(path)
}

function headLength({ path, headers }: HostileRequest): number {
  return path.length + JSON.stringify(headers).length
}

function unreadableFault(reply: Reply): string | null {
  const isProblem =
    reply.status === 400 &&
    reply.headers.get('content-type') === 'application/problem+json' &&
    reply.headers.get('x-request-id')?.startsWith('req_') === true &&
    /^\d+$/.test(reply.headers.get('x-ratelimit-remaining') ?? '') &&
    reply.body.code === 'validation_error'
  return isProblem ? null : `${reply.status} ${reply.text}`
}

function described({ method, path, headers, body }: HostileRequest): string {
  const text = body === undefined ? '' : `\n    ${body.toString().slice(0, 500)}`
  return `${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 300)}${text}`
}
