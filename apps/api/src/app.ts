import {
  cachedKeys,
  proceduresOf,
  uncachedKeys,
  type Procedure,
  type AccessChanges,
  type AppRouter,
  type LiveFeed,
  type Service,
} from '@scheduling/core'
import type { Connection } from '@scheduling/database'
import express, { type Express } from 'express'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerHeaders } from './answer-headers.ts'
import type { Health } from '@scheduling/operations'
import { createMetrics, type Metrics } from './operations/metrics.ts'
import { operations } from './operations/serve.ts'
import { clientPages, pageAssets } from './client-pages.ts'
import { builtOnce, dashboardAssets, dashboardPage } from './dashboard/serve.ts'
import type { Contact } from './docs/contact.ts'
import { documentRoutes } from './documents.ts'
import { embedDemo } from './embed-demo.ts'
import { downloads, type DownloadHandler } from './downloads.ts'
import { calendarFeeds } from './calendar-feeds.ts'
import { bankNotices } from './bank-notices.ts'
import { sandboxPages } from './sandbox-pages.ts'
import { classesFor, type App } from './http-server.ts'
import { pictures } from './pictures.ts'
import { mcp } from './mcp/serve.ts'
import { imports } from './imports.ts'
import { messagingHooks } from './messaging-hooks.ts'
import { originsOf } from './origins.ts'
import { publicRoutes } from './public-routes.ts'
import { identified, identify, type IdentifiedRequest } from './request-id.ts'
import type { RequestHistory } from './request-history/queue.ts'
import { recordWhenOver } from './request-log.ts'
import { requestSpan, type RequestSpan } from './request-span.ts'
import { answerRest, targetOf, type RestHandler } from './rest.ts'
import { routeTable } from './route-table.ts'
import type { RateLimits } from './rate-limits/rate-limits.ts'
import { enterTrpc } from './session.ts'
import { answerTrpc, isTrpcPath, type TrpcHandler } from './trpc.ts'
import { searchEngineRoutes } from './search-engines.ts'
import { databaseSwitches } from './switches.ts'

export type AppOptions = {
  readonly service: Service
  readonly connection: Connection
  readonly router: AppRouter
  readonly limits: RateLimits
  /** The caller stops it, which ends all streams. */
  readonly live: LiveFeed
  readonly trustedProxies?: number
  /** Origins of dashboards whose pages call `/trpc`, beside the service's own. */
  readonly dashboardOrigins?: readonly string[]
  /** Shown in the docs. */
  readonly contact?: Contact
  readonly checkReplies?: boolean
  readonly metrics?: Metrics
  readonly metricsToken?: string | undefined
  /** Left out: requests are not kept. */
  readonly history?: RequestHistory
  /** Set while the process is on its way out. */
  readonly health?: Health
  /** With it, keys and the operator's switch are cached. Without it, each request reads them. */
  readonly accessChanges?: AccessChanges
  /** The clock of the caches: milliseconds that only go forward. Tests move it. */
  readonly monotonic?: () => number
}

/** The whole HTTP surface of the service, without a listening socket. */
export function createApp(options: AppOptions): App {
  const { service, connection } = options
  const metrics = options.metrics ?? createMetrics(connection)
  metrics.countStreams(options.live)
  const health = options.health ?? { isStopping: false }
  const { accessChanges = null, monotonic } = options
  const rest: RestHandler = {
    service,
    table: routeTable(options.router),
    limits: options.limits,
    switches: databaseSwitches(service.db, accessChanges, monotonic),
    keys:
      accessChanges === null
        ? uncachedKeys(service)
        : cachedKeys(service, accessChanges, monotonic),
    trustedProxies: options.trustedProxies ?? 0,
    checkReplies: options.checkReplies ?? false,
  }
  const origins = originsOf(service.publicBaseUrl, options.dashboardOrigins ?? [])
  const procedures = proceduresOf(options.router)
  const namesOf = (those: readonly Procedure[]) => new Set(those.map(({ name }) => name))
  const trpc: TrpcHandler & DownloadHandler = {
    service,
    router: options.router,
    origins,
    enter: enterTrpc(service, { ...rest, origins, live: options.live }),
    open: namesOf(procedures.filter(({ isOpen }) => isOpen)),
    streams: namesOf(procedures.filter(({ kind }) => kind === 'subscription')),
    availability: namesOf(
      procedures.filter(({ endpoint }) => endpoint?.rateLimit === 'availability'),
    ),
  }
  const headers = Object.entries(answerHeaders(service.publicBaseUrl))
  const others = express()
  const open = (plain: IncomingMessage, response: ServerResponse): Opened => {
    const request = identify(plain, service.newId('req'))
    const span = requestSpan(request)
    response.setHeader('X-Request-Id', request.requestId)
    for (const [name, value] of headers) response.setHeader(name, value)
    if (health.isStopping) response.setHeader('Connection', 'close')
    recordWhenOver({ service, metrics, history: options.history }, request, response, span)
    return { request, span }
  }
  addOthers(others, { ...options, metrics, health }, { rest, trpc })
  return {
    classes: classesFor(others),
    // A route of the table is answered at once. Express's chain would look at each of its doors first.
    answer(plain, response) {
      const { request, span } = open(plain, response)
      span.run(() => {
        const target = targetOf(rest, request)
        if (target.found === null) others(request, response)
        else void answerRest(rest, request, response, target)
      })
    },
  }
}

type Opened = { readonly request: IdentifiedRequest; readonly span: RequestSpan }

type Whole = AppOptions & { readonly metrics: Metrics; readonly health: Health }

/** All that is not a route of the table: health and metrics, `/trpc`, the documents; what is left is not found. */
function addOthers(
  app: Express,
  options: Whole,
  { rest, trpc }: { readonly rest: RestHandler; readonly trpc: TrpcHandler & DownloadHandler },
): void {
  const { service, connection, health, metrics, metricsToken } = options
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('query parser', false)
  app.use(operations(rest, { connection, health, metrics, metricsToken }))
  app.use((request, response, next) => {
    if (!isTrpcPath(request.path)) {
      next()
      return
    }
    void answerTrpc(trpc, identified(request), response)
  })
  app.use(mcp({ ...rest, dashboardOrigins: options.dashboardOrigins ?? [] }))
  app.use(downloads(trpc))
  app.use(imports(trpc))
  app.use(messagingHooks(rest))
  app.use(bankNotices(rest))
  app.use(sandboxPages(rest))
  for (const served of pictures) app.use(served(rest))
  app.use(embedDemo({ ...rest, router: options.router }))
  app.use(calendarFeeds(rest))
  for (const routes of documentRoutes(options.router, rest.table, {
    ...service,
    contact: options.contact,
  }))
    app.use(publicRoutes(rest, routes))
  app.use(publicRoutes(rest, pageAssets()))
  app.use(publicRoutes(rest, searchEngineRoutes(service, options.monotonic)))
  const dashboard = builtOnce()
  app.use(publicRoutes(rest, dashboardAssets(dashboard)))
  app.use(dashboardPage({ ...rest, files: dashboard }))
  // Last, since the first segment can be any word.
  app.use(clientPages({ ...rest, router: options.router }))
  app.use((request, response) => {
    void answerRest(rest, identified(request), response, targetOf(rest, request))
  })
}
