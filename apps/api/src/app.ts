import {
  cachedKeys,
  findApiKey,
  LIMITS,
  proceduresOf,
  type Procedure,
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
import { originsOf } from './origins.ts'
import { publicRoutes } from './public-routes.ts'
import { identified, identify } from './request-id.ts'
import { cachedDocument, openApiRoutes } from './openapi/serve.ts'
import { answerRest, type RestHandler } from './rest.ts'
import { routeTable } from './route-table.ts'
import type { RateLimits } from './rate-limits/rate-limits.ts'
import { enterTrpc } from './session.ts'
import { answerTrpc, isTrpcPath, type TrpcHandler } from './trpc.ts'
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
  /** With it, keys and the operator's switch are cached. Without it, each request reads them. */
  readonly accessChanges?: AccessChanges
  /** The clock of the caches: milliseconds that only go forward. Tests move it. */
  readonly monotonic?: () => number
}

/** The whole HTTP surface of the service, without a listening socket. */
export function createApp(options: AppOptions): Express {
  const { service, connection } = options
  const metrics = options.metrics ?? createMetrics(connection)
  const health = options.health ?? { isStopping: false }
  const { accessChanges = null, monotonic } = options
  const answers = new WeakMap<IncomingMessage, { route: string; code: string | null }>()
  const rest: RestHandler = {
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
  const procedures = proceduresOf(options.router)
  const namesOf = (those: readonly Procedure[]) => new Set(those.map(({ name }) => name))
  const trpc: TrpcHandler = {
    service,
    router: options.router,
    origins,
    enter: enterTrpc(service, { ...rest, origins }),
    open: namesOf(procedures.filter(({ isOpen }) => isOpen)),
    availability: namesOf(
      procedures.filter(({ endpoint }) => endpoint?.rateLimit === 'availability'),
    ),
  }
  const headers = Object.entries(answerHeaders(service.publicBaseUrl))
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('query parser', false)
  app.use((request, response, next) => {
    const requestId = service.newId('req')
    identify(request, requestId)
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
  app.use(operations(rest, { connection, health, metrics, metricsToken: options.metricsToken }))
  app.use((request, response, next) => {
    if (!isTrpcPath(request.path)) {
      next()
      return
    }
    void answerTrpc(trpc, identified(request), response)
  })
  const document = cachedDocument(options.router, rest.table, service)
  app.use(publicRoutes(rest, openApiRoutes(document)))
  app.use(
    publicRoutes(
      rest,
      docsRoutes({
        document,
        routes: rest.table.routes,
        publicBaseUrl: service.publicBaseUrl,
        now: service.now,
      }),
    ),
  )
  app.use((request, response) => {
    void answerRest(rest, identified(request), response)
  })
  return app
}

/** A path that is not in the table, by its first segment: labels must not grow with what callers type. */
function plainRoute(url: string): string {
  const [, first = ''] = /^\/([a-z]+)/.exec(url) ?? []
  return ['docs', 'trpc', 'healthz', 'readyz', 'metrics'].includes(first) ? `/${first}` : 'other'
}

/**
 * A server that creates its requests and responses with Express's prototypes. Express would otherwise set the
 * prototypes on every request. V8 then stops optimizing both objects, and small answers take several times as long.
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
  // Nothing here reads `Host`. Node's own refusal of a request without it would lack every header of ours.
  return createServer(
    {
      ...made,
      maxHeaderSize: LIMITS.requestHeadBytes,
      requestTimeout: LIMITS.requestSeconds * 1000,
      // How often slow requests are looked for. With the default they could stay twice as long.
      connectionsCheckingInterval: 5000,
      requireHostHeader: false,
    },
    app,
  )
}

/** Node's own constructors are plain functions. Called like this, they fill an object that has its prototype. */
function constructOn(target: object, constructor: Function, args: readonly unknown[]): void {
  Reflect.apply(constructor, target, args)
}

/** Node calls them with `new`, which functions with a prototype allow. The types know only classes. */
function constructors(request: unknown, response: unknown) {
  return {
    IncomingMessage: request as typeof IncomingMessage,
    ServerResponse: response as typeof ServerResponse,
  }
}
