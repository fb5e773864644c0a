/** The API under test: real Express, real PostgreSQL, a clock that the test moves. */
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import {
  answerBrokenRequests,
  createApp,
  createHttpServer,
  createMetrics,
  createRateLimits,
  createRequestQueue,
  type RateLimits,
  type RequestQueue,
} from '@scheduling/api'
import {
  appRouter,
  accessChangesOf,
  createApiKey,
  createLiveFeed,
  createService,
  cryptography,
  EVENT_FAULT,
  FEATURES,
  listenForNotices,
  SCOPES,
  sealingKeys,
  type LiveFeed,
  type Log,
  type Scope,
  type Service,
} from '@scheduling/core'
import {
  connect,
  type Connection,
  type ConnectOptions,
  type Organization,
  type Prisma,
} from '@scheduling/database'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { recordAnswers, type AnswerRecorder } from './answers.ts'
import { prepareDatabase } from '@scheduling/database/prepare'
import { createTestDatabase, databaseName, onServer, urlOf } from './database.ts'
import { checkReply } from './openapi-check.ts'
import { flushExchanges, recordExchange } from './record-exchange.ts'
import { TEST_SECRETS } from './secrets.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of a pooler in front of the server: connections lead through it. */
    readonly testPooler?: string
  }
}

/** A Friday, 08:00 in São Paulo. */
export const TEST_NOW = Date.parse('2026-11-20T08:00:00-03:00')

export type Reply = {
  readonly status: number
  readonly headers: Headers
  /** Parsed JSON; null for an empty body. */
  readonly body: any
  readonly text: string
}

export type Call = {
  readonly key?: string | null
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export type TestApi = {
  readonly url: string
  readonly databaseUrl: string
  readonly connection: Connection
  readonly service: Service
  readonly live: LiveFeed
  readonly db: Connection['db']
  /** Of requests, on their way into the request log. */
  readonly history: RequestQueue
  readonly logged: { level: string; fields: object; message: string }[]
  /** Moves the application's clock. */
  setNow(now: number): void
  /** Gives the application another clock, such as one that runs. */
  setClock(now: () => number): void
  /** Sends one request. The reply must match the OpenAPI document, or the test fails. */
  call(method: string, path: string, call?: Call): Promise<Reply>
  /** Every feature, no notice, no key limits: what a test wants unless it says otherwise. */
  organization(values?: Partial<Prisma.OrganizationUncheckedCreateInput>): Promise<TestOrganization>
  close(): Promise<void>
}

export type TestOrganization = {
  readonly row: Organization
  /** All scopes. */
  readonly key: string
  keyWith(scopes: readonly Scope[], kind?: 'integration' | 'agent'): Promise<string>
}

/** What the connections of the API are called. */
export const API_CONNECTIONS = 'test'

export const ALL_FEATURES: string[] = [...FEATURES]

/**
 * @param options.limitsScale multiplies the rate limits, whose clock then stands still: a window that turned in
 *   the middle of a burst would let more of it pass. Without it they are too large to bite
 * @param options.limits in place of counters in memory
 * @param options.beside another instance on the database of this one, as a second process would be, or on any
 * @param options.cachesKeys as a process does it; off by default, so that what a test writes to the database
 *   past the API is seen by the very next request
 * @param options.listens as a process does it: streams are told at once, else within a second
 * @param options.connect for a test of a pool that is short of connections, or of patience
 * @param options.monotonic the clock by which remembered keys grow old
 */
export async function startTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const opened = await openTestApi(options)
  opened.beginFile(options.now ?? TEST_NOW)
  return opened.api
}

/**
 * Gives the tests of a file the server of their worker, on one database for all files that call this. Its clock, its log,
 * its record of answers and the parts of its service are reset for each file; what a test must not see of other tests it
 * keeps apart by an organization of its own. The server listens, and reads `X-Forwarded-For`, so that a test can call from
 * an address of its own.
 *
 * @returns what can be used from the first `beforeAll` that is declared after this call
 */
export function useSharedApi({ now = TEST_NOW }: { now?: number } = {}): TestApi {
  return use(async () => {
    const { api, beginFile, endFile } = await (shared ??= openTestApi(FOR_ALL_FILES))
    beginFile(now)
    return { ...api, close: endFile }
  })
}

/** As `useSharedApi`, on a server and a database that no other file uses: for tests that run a worker or need options. */
export function useOwnApi(options: TestApiOptions = {}): TestApi {
  return use(() => startTestApi(options))
}

const FOR_ALL_FILES: TestApiOptions = { trustedProxies: 1, listens: true }
let shared: Promise<OpenedApi> | null = null

function use(open: () => Promise<TestApi>): TestApi {
  let opened: TestApi | null = null
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened?.close())
  const current = (): TestApi => {
    if (opened === null) throw new Error('The API can be used from `beforeAll` on.')
    return opened
  }
  return new Proxy({} as TestApi, {
    get: (_, name) => Reflect.get(current(), name),
    ownKeys: () => Reflect.ownKeys(current()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(current(), name),
  })
}

type OpenedApi = {
  readonly api: TestApi
  beginFile(now: number): void
  endFile(): Promise<void>
}

type TestApiOptions = {
  limitsScale?: number
  limits?: (databaseUrl: string) => RateLimits
  now?: number
  beside?: Pick<TestApi, 'databaseUrl'>
  cachesKeys?: boolean
  listens?: boolean
  connect?: ConnectOptions
  /** Connections lead through it, as they do for all tests of the project behind the pooler. */
  pooler?: string
  monotonic?: () => number
  /** A free one unless said otherwise. */
  port?: number
  publicBaseUrl?: string
  dashboardOrigins?: readonly string[]
  centralNumber?: Service['centralNumber']
  trustedProxies?: number
  /** As a process does it; off by default, so that no statement runs beside those of a request. */
  keepsRequests?: boolean
}

async function openTestApi(options: TestApiOptions): Promise<OpenedApi> {
  const { beside } = options
  const database =
    beside === undefined
      ? await createTestDatabase()
      : { url: beside.databaseUrl, drop: async () => undefined }
  const pooler = options.pooler ?? inject('testPooler')
  if (pooler !== undefined && beside === undefined) await prepareForPooler(database.url)
  const connection = connect(
    pooler === undefined ? database.url : urlOf(pooler, databaseName(database.url)),
    { connections: 20, directUrl: database.url, name: API_CONNECTIONS, ...options.connect },
  )
  await connection.pool.query('SELECT make_day_partitions(current_date - 1, current_date + 1)')
  let clock = () => TEST_NOW
  const logged: TestApi['logged'] = []
  const log: Log = {
    info: (fields, message) => logged.push({ level: 'info', fields, message }),
    warn: (fields, message) => logged.push({ level: 'warn', fields, message }),
    error: (fields, message) => logged.push({ level: 'error', fields, message }),
  }
  const service = createService({
    db: connection.db,
    crypto: cryptography(TEST_SECRETS.rootSecret, sealingKeys(TEST_SECRETS.encryptionKeys)),
    log,
    publicBaseUrl: options.publicBaseUrl ?? 'http://api.test',
    sendsMail: true,
    centralNumber: options.centralNumber ?? null,
    allowLoopbackWebhooks: true,
    isDemonstration: true,
    now: () => clock(),
    random: Math.random,
  })
  const limits =
    options.limits?.(database.url) ??
    createRateLimits(
      options.limitsScale === undefined
        ? { scale: 10_000 }
        : { scale: options.limitsScale, now: () => TEST_NOW },
    )
  const { cachesKeys = false, listens = cachesKeys } = options
  const notices = listens ? listenForNotices(connection.direct) : null
  const accessChanges = notices !== null && cachesKeys ? accessChangesOf(notices) : undefined
  const live = createLiveFeed(service, notices)
  await notices?.start()
  const metrics = createMetrics(connection)
  let answers: AnswerRecorder | null = null
  const history = createRequestQueue({
    sql: connection.pool,
    log,
    onDropped: metrics.requestsDropped,
  })
  const app = createApp({
    ...(options.keepsRequests === true ? { history } : {}),
    ...(accessChanges === undefined ? {} : { accessChanges }),
    ...(options.monotonic === undefined ? {} : { monotonic: options.monotonic }),
    service,
    connection,
    live,
    router: appRouter,
    limits,
    checkReplies: true,
    dashboardOrigins: options.dashboardOrigins ?? [],
    trustedProxies: options.trustedProxies ?? 0,
    metrics: {
      ...metrics,
      observe(answered) {
        answers?.record(answered.route, answered.status, answered.code)
        metrics.observe(answered)
      },
    },
  })
  const server = createHttpServer(app)
  answerBrokenRequests(server, { service, limits })
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let openapi: Promise<unknown> | null = null
  const document = () =>
    (openapi ??= fetch(`${url}/v1/openapi.json`).then(async (response) =>
      parsedOnce(await response.text()),
    ))

  /** A second run behind a pooler claims no answer again. */
  const endFile = async () => {
    if (inject('testPooler') === undefined) {
      answers?.flush()
      flushExchanges()
    }
    const faults = logged.filter((line) => line.message === EVENT_FAULT)
    if (faults.length > 0) throw new Error(JSON.stringify(faults.map((line) => line.fields)))
  }
  const api: TestApi = {
    url,
    databaseUrl: database.url,
    connection,
    service,
    live,
    db: connection.db,
    history,
    logged,
    setNow(value) {
      clock = () => value
    },
    setClock(running) {
      clock = running
    },
    async call(method, path, call = {}) {
      const reply = await plainCall(url, method, path, call)
      if (isDocumented(path)) {
        checkReply(await document(), method, path, reply)
        recordExchange(expect.getState().testPath ?? 'unknown', method, path, call, reply)
      }
      return reply
    },
    async organization(values = {}) {
      const row = await connection.db.organization.create({
        data: {
          name: 'Clínica Aurora',
          slug: `aurora-${randomBytes(4).toString('hex')}`,
          timeZone: 'America/Sao_Paulo',
          planName: 'Pro',
          planFeatures: ALL_FEATURES,
          minAdvanceMinutes: 0,
          ...values,
        },
      })
      const keyWith: TestOrganization['keyWith'] = async (scopes, kind = 'integration') =>
        (await createApiKey(connection.db, service, row, { name: 'Test key', scopes, kind })).value
      return { row, key: await keyWith(SCOPES), keyWith }
    },
    async close() {
      await live.stop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await notices?.stop()
      await limits.close()
      await connection.close()
      await database.drop()
      await endFile()
    },
  }
  const parts = { ...service }
  return {
    api,
    beginFile(now) {
      clock = () => now
      Object.assign(service, parts)
      logged.length = 0
      answers = recordAnswers(expect.getState().testPath ?? 'unknown')
    },
    endFile,
  }
}

const parsed = new Map<string, unknown>()

/** The same value for the same text, so that all servers of a process share what is compiled of their document. */
function parsedOnce(text: string): unknown {
  if (!parsed.has(text)) parsed.set(text, JSON.parse(text))
  return parsed.get(text)
}

/**
 * A clone of the template has no defaults of the role. And it gets a zone of its own, so that a session which is not looked at
 * tells wrong times.
 */
async function prepareForPooler(databaseUrl: string): Promise<void> {
  const name = databaseName(databaseUrl)
  await onServer(databaseUrl, (client) =>
    client.query(`ALTER DATABASE "${name}" SET timezone = 'America/Sao_Paulo'`),
  )
  await prepareDatabase(databaseUrl)
}

/** Whether the OpenAPI document speaks of it. */
function isDocumented(path: string): boolean {
  return path.startsWith('/v1/') && path !== '/v1/openapi.json'
}

async function plainCall(url: string, method: string, path: string, call: Call): Promise<Reply> {
  const headers: Record<string, string> = { ...call.headers }
  if (call.key != null) headers['authorization'] = `Bearer ${call.key}`
  if (call.body !== undefined) headers['content-type'] ??= 'application/json'
  const response = await fetch(`${url}${path}`, {
    method,
    headers,
    ...(call.body === undefined
      ? {}
      : { body: typeof call.body === 'string' ? call.body : JSON.stringify(call.body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? null : JSON.parse(text),
    text,
  }
}
