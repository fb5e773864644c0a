import {
  cachedKeys,
  findApiKey,
  LIMITS,
  proceduresOf,
  type AccessChanges,
  type AppRouter,
  type Service,
} from '@scheduling/core'
import type { Connection } from '@scheduling/database'
import express, { type Express } from 'express'
import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http'
import { answerHeaders } from './answer-headers.ts'
import type { Health } from './operations/health.ts'
import { createMetrics, type Metrics } from './operations/metrics.ts'
import { operations } from './operations/serve.ts'
import { docsRoutes } from './docs/serve.ts'
import { limitPieces } from './body-pieces.ts'
import { keyless } from './keyless.ts'
import { originsOf } from './origins.ts'
import { cachedDocument, openApiRoutes } from './openapi/serve.ts'
import { answerRest, type RestDoor, type RestRequest } from './rest.ts'
import { routeTable } from './route-table.ts'
import type { RateLimits } from './rate-limits/rate-limits.ts'
import { trpcDoor } from './session.ts'
import { answerTrpc, isTrpcPath, type TrpcDoor } from './trpc.ts'
import { databaseSwitches } from './switches.ts'

export type AppOptions = {
  readonly service: Service
  readonly connection: Connection
  readonly router: AppRouter
  readonly limits: RateLimits
  readonly trustedProxies?: number
  /** Origins of dashboards whose pages call `/trpc`, beside the service's own. */
  readonly dashboardOrigins?: readonly string[]
  readonly checkReplies?: boolean
  readonly metrics?: Metrics
  readonly metricsToken?: string | undefined
  /** Set while the process is on its way out. */
  readonly health?: Health
  /** With it, keys and the operator's switch are remembered; without, read for each request. */
  readonly accessChanges?: AccessChanges
  /** By which what is remembered grows old; tests move it. Milliseconds that only go forward. */
  readonly monotonic?: () => number
}

/** The whole HTTP surface of the service, without a listening socket. */
export function createApp(options: AppOptions): Express {
  const { service, connection } = options
  const metrics = options.metrics ?? createMetrics(connection)
  const health = options.health ?? { isStopping: false }
  const { accessChanges = null, monotonic } = options
  const answers = new WeakMap<IncomingMessage, { route: string; code: string | null }>()
  const door: RestDoor = {
    service,
    table: routeTable(options.router),
    limits: options.limits,
    switches: databaseSwitches(service.db, accessChanges, monotonic),
    findKey:
      accessChanges === null
        ? (value) => findApiKey(service, value)
        : cachedKeys(service, accessChanges, monotonic),
    trustedProxies: options.trustedProxies ?? 0,
    checkReplies: options.checkReplies ?? false,
    onAnswer: (request, answered) => answers.set(request, answered),
  }
  const origins = originsOf(service.publicBaseUrl, options.dashboardOrigins ?? [])
  const trpc: TrpcDoor = {
    service,
    router: options.router,
    origins,
    enter: trpcDoor(service, { ...door, origins }),
    open: new Set(
      proceduresOf(options.router).flatMap(({ isOpen, name }) => (isOpen ? [name] : [])),
    ),
    availability: new Set(
      door.table.routes
        .filter(({ endpoint }) => endpoint.rateLimit === 'availability')
        .map(({ procedure }) => procedure),
    ),
  }
  const headers = Object.entries(answerHeaders(service.publicBaseUrl))
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('query parser', false)
  app.use((request, response, next) => {
    const requestId = service.newId('req')
    Object.assign(request, { requestId })
    response.setHeader('X-Request-Id', requestId)
    for (const [name, value] of headers) response.setHeader(name, value)
    if (health.isStopping) response.setHeader('Connection', 'close')
    const startedAt = performance.now()
    response.once('close', () => {
      const { route, code } = answers.get(request) ?? {
        route: plainRoute(request.originalUrl),
        code: null,
      }
      const seconds = (performance.now() - startedAt) / 1000
      metrics.observe({ route, status: response.statusCode, code, seconds })
      service.log.info(
        {
          request_id: requestId,
          method: request.method,
          route,
          status: response.statusCode,
          ...(code === null ? {} : { code }),
          ms: Math.round(seconds * 1000),
          ...(response.writableFinished ? {} : { aborted: true }),
        },
        'request',
      )
    })
    next()
  })
  app.use(operations(door, { connection, health, metrics, metricsToken: options.metricsToken }))
  app.use((request, response, next) => {
    if (!isTrpcPath(request.path)) {
      next()
      return
    }
    void answerTrpc(trpc, withRequestId(request), response)
  })
  const document = cachedDocument(options.router, door.table, service)
  app.use(keyless(door, openApiRoutes(document)))
  app.use(
    keyless(
      door,
      docsRoutes({
        document,
        routes: door.table.routes,
        publicBaseUrl: service.publicBaseUrl,
        now: service.now,
      }),
    ),
  )
  app.use((request, response) => {
    void answerRest(door, withRequestId(request), response)
  })
  return app
}

/** What is no route of the table, by its first segment: a label must not grow with what callers type. */
function plainRoute(url: string): string {
  const [, first = ''] = /^\/([a-z]+)/.exec(url) ?? []
  return ['docs', 'trpc', 'healthz', 'readyz', 'metrics'].includes(first) ? `/${first}` : 'other'
}

/** The first middleware gave it one. */
function withRequestId<Request extends IncomingMessage>(request: Request): Request & RestRequest {
  return request as Request & RestRequest
}

/**
 * A server whose requests and responses are born with Express's prototypes. Express would otherwise set
 * them on every request, which makes the engine give up on both objects: small answers come out several
 * times slower.
 */
export function createHttpServer(app: Express): Server {
  function Request(
    this: IncomingMessage,
    ...args: ConstructorParameters<typeof IncomingMessage>
  ): void {
    constructOn(this, IncomingMessage, args)
  }
  function Response(
    this: ServerResponse,
    ...args: ConstructorParameters<typeof ServerResponse>
  ): void {
    constructOn(this, ServerResponse, args)
  }
  limitPieces(app.request)
  Request.prototype = app.request
  Response.prototype = app.response
  const made = constructors(Request, Response)
  // Nothing here looks at `Host`; Node's own refusal of a request without it would lack every header of ours.
  return createServer(
    {
      ...made,
      maxHeaderSize: LIMITS.requestHeadBytes,
      requestTimeout: LIMITS.requestSeconds * 1000,
      // Those that arrive too slowly are looked for this often; by default they could stay twice as long.
      connectionsCheckingInterval: 5000,
      requireHostHeader: false,
    },
    app,
  )
}

/** Node's own constructors are plain functions; called so, they fill an object that already has its prototype. */
function constructOn(target: object, constructor: Function, args: readonly unknown[]): void {
  Reflect.apply(constructor, target, args)
}

/** Functions with a prototype are what Node calls with `new`; the types know only classes. */
function constructors(request: unknown, response: unknown) {
  return {
    IncomingMessage: request as typeof IncomingMessage,
    ServerResponse: response as typeof ServerResponse,
  }
}
