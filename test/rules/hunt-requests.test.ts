/**
 * The hunt, around the inputs: bodies of every make, parameters over and over, headers and paths as long as
 * the server takes them. No request takes the process more than 50 ms of CPU. `npm test` tries some of them, others
 * every day.
 */
import { once } from 'node:events'
import { connect } from 'node:net'
import { routeTable } from '@scheduling/api'
import { appRouter } from '@scheduling/core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openHunter, type Hunter, type Sent } from '../support/hunter.ts'
import { sample } from '../support/sample.ts'
import { framed, run, UNITS } from '../support/worst-inputs.ts'

const BODY_BYTES = 250_000
const HEAD_BYTES = 15_000

let hunter: Hunter

beforeAll(async () => {
  hunter = await openHunter()
})
afterEach(async () => {
  expect(await hunter.takeFaults()).toEqual([])
})
afterAll(() => hunter.close())

describe('a query', () => {
  const FORMS = [
    '',
    '=',
    '=,',
    '[]=',
    '[0]=',
    '[a]=',
    '[a][b]=',
    '[__proto__]=',
    '[',
    '%5B%5D=',
    '=%',
  ]
  const routes = routeTable(appRouter).routes.filter(({ method }) => method === 'GET')

  it.each(routes.map((route) => [route.path, route] as const))(
    'of %s, with the same parameters over and over',
    async (path, { queryNames }) => {
      const { keyed, values } = hunter
      const pathname = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
      const hunt = (name: string, query: string) =>
        hunter.hunt(`GET ${path}?${name}`, {
          method: 'GET',
          path: `${pathname}?${query}`,
          headers: keyed,
        })
      const names = [...queryNames, 'unknown']
      const queries = [
        ...FORMS.map((form) => {
          const all = names.map((name) => `${name}${form}&`).join('')
          return [`${form} of each, over and over`, all] as const
        }),
        ...names.flatMap((name) => {
          const keys = Array.from({ length: 1000 }, (_, at) => `${name}[k${at}]=`).join('&')
          const commas = `${name}=${run(',', HEAD_BYTES)}`
          return [
            [`${name} with a thousand keys`, keys.slice(0, HEAD_BYTES)],
            [`${name} of commas`, commas],
          ] as const
        }),
        ...printable.map(([unit, of]) => [unit, of.replaceAll(' ', '+')] as const),
      ]
      for (const [name, query] of sample(path, queries, 4)) {
        await hunt(name, run(query, HEAD_BYTES))
      }
    },
    60_000,
  )
})

describe('a body', () => {
  const names = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1])))

  const BODIES: Readonly<Record<string, string>> = {
    ...Object.fromEntries(
      Object.entries(UNITS).map(([name, of]) => [
        `nothing but ${name}`,
        run(of, BODY_BYTES / Buffer.byteLength(of)),
      ]),
    ),
    'open lists': '['.repeat(BODY_BYTES),
    'open objects': run('{"a":', BODY_BYTES),
    'many unknown names': names(22_000),
    'as many as fit': names(4990),
    'one name again and again': `{${run('"a":1,', BODY_BYTES - 12)}"a":1}`,
    'a list of noughts': `{"a":[${'0,'.repeat(120_000)}0]}`,
    'escapes in a text': `{"first_name":"${run(String.raw`\u0041`, BODY_BYTES - 22)}"}`,
    'halves in a text': `{"first_name":"${String.raw`\ud800`.repeat(40_000)}"}`,
    'a long number': `{"limit":${'9'.repeat(BODY_BYTES)}}`,
    'a long fraction': `{"limit":0.${'1'.repeat(BODY_BYTES)}}`,
    'lists in lists': `{"a":${'['.repeat(31)}${'0,'.repeat(4900)}0${']'.repeat(31)}}`,
  }

  it.each(sample('bodies', Object.entries(BODIES), 12))('of %s', async (name, body) => {
    const { keyed, signedIn } = hunter
    for (const path of ['/v1/clients', '/v1/webhooks']) {
      for (const [who, headers] of [
        ['with a key', keyed],
        ['to be kept', { ...keyed, 'idempotency-key': name }],
        ['strictly', { ...keyed, prefer: 'handling=strict' }],
        ['without a key', {}],
      ] as const) {
        await hunter.hunt(`POST ${path}, ${name}, ${who}`, { method: 'POST', path, headers, body })
      }
    }
    for (const [path, headers] of [
      ['/trpc/clients.create', signedIn],
      ['/trpc/clients.create', {}],
      ['/trpc/account.signIn', {}],
    ] as const) {
      await hunter.hunt(`POST ${path}, ${name}`, { method: 'POST', path, headers, body })
    }
  })

  it.each([
    '/v1/clients',
    '/v1/nothing',
    '/trpc/clients.create',
    '/trpc/account.signIn',
    '/healthz',
    '/docs',
  ])('in chunks of a byte, to %s', async (path) => {
    const chunks = Buffer.from(`${'1\r\n \r\n'.repeat(100_000)}0\r\n\r\n`)
    for (const authorization of [hunter.keyed['authorization'], 'none']) {
      const head = [
        `POST ${path} HTTP/1.1`,
        'Host: x',
        `Authorization: ${authorization}`,
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
        'Connection: close',
      ]
      await hunter.measure(`POST ${path} in chunks, ${authorization?.slice(0, 6)}`, () =>
        sendRaw(`${head.join('\r\n')}\r\n\r\n`, chunks),
      )
    }
  })

  /** Until the server closes the connection; that it may do so before all is written. */
  async function sendRaw(head: string, body: Buffer): Promise<void> {
    const { hostname, port } = new URL(hunter.api.url)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined).resume()
    socket.write(head)
    socket.write(body)
    await once(socket, 'close')
  }
})

/** What may stand in a head as it is. */
const printable = Object.entries({
  ...UNITS,
  'parts of a list': 'a, ',
  parameters: ';a=b',
  pairs: 'a=b; ',
  weights: 'br;q=0.1,',
  tags: 'W/"x", ',
  preferences: 'handling=x,',
  hops: '1.1.1.1, ',
}).filter(([, of]) => /^[\x20-\x7e]+$/.test(of))

describe('a head', () => {
  const targets: Readonly<Record<string, () => Sent>> = {
    'GET /v1/clients': () => ({ method: 'GET', path: '/v1/clients', headers: hunter.keyed }),
    'POST /v1/clients': () => ({
      method: 'POST',
      path: '/v1/clients',
      headers: hunter.keyed,
      body: '{"first_name":"A"}',
    }),
    'GET /v1/openapi.json': () => ({ method: 'GET', path: '/v1/openapi.json' }),
    'GET /docs': () => ({ method: 'GET', path: '/docs' }),
    'GET /trpc': () => ({
      method: 'GET',
      path: '/trpc/clients.list?input={}',
      headers: hunter.signedIn,
    }),
    'POST /trpc': () => ({
      method: 'POST',
      path: '/trpc/clients.create',
      headers: hunter.signedIn,
      body: '{}',
    }),
    'GET /readyz': () => ({ method: 'GET', path: '/readyz' }),
    'GET /metrics': () => ({ method: 'GET', path: '/metrics' }),
    'GET /v1/nothing': () => ({ method: 'GET', path: '/v1/nothing' }),
  }
  const HEADERS = [
    'authorization',
    'cookie',
    'accept-encoding',
    'accept',
    'if-none-match',
    'prefer',
    'content-type',
    'content-encoding',
    'idempotency-key',
    'origin',
    'x-forwarded-for',
    'host',
    'trpc-accept',
  ]

  it.each(Object.entries(targets))(
    'of %s, in every header',
    async (target, sent) => {
      const { headers, ...rest } = sent()
      const all = HEADERS.flatMap((name) =>
        printable.map(([unit, of]) => [name, unit, of] as const),
      )
      for (const [name, unit, of] of sample(target, all, 16)) {
        const text =
          name === 'authorization' ? `Bearer ${framed(of, HEAD_BYTES)}` : run(of, HEAD_BYTES)
        const worst = { ...headers, [name]: text }
        await hunter.hunt(`${target}, ${name} of ${unit}`, { ...rest, headers: worst })
      }
      const many = Object.fromEntries(Array.from({ length: 1500 }, (_, at) => [`x${at}`, '']))
      await hunter.hunt(`${target}, 1500 headers`, { ...rest, headers: { ...headers, ...many } })
    },
    120_000,
  )

  it.each([
    '/',
    '/v1/',
    '/v1/clients/',
    '/v1/webhooks/',
    '/docs/',
    '/docs/assets/',
    '/trpc/',
    '/trpc/clients.list',
    '/healthz/',
  ])(
    'with a path under %s',
    async (prefix) => {
      const { keyed: headers } = hunter
      for (const [unit, of] of sample(prefix, Object.entries(UNITS), 5)) {
        const raw = /^[\x21-\x7e]+$/.test(of) ? of : encodeURIComponent(of.toWellFormed())
        const path = `${prefix}${run(raw, HEAD_BYTES)}x`
        await hunter.hunt(`GET ${prefix} and ${unit}`, { method: 'GET', path, headers })
        await hunter.hunt(`POST ${prefix} and ${unit}`, { method: 'POST', path, headers })
      }
    },
    60_000,
  )
})
