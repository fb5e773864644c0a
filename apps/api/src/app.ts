import type { AppRouter, Service } from '@scheduling/core'
import { createExpressMiddleware } from '@trpc/server/adapters/express'
import express, { type Express } from 'express'
import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http'
import { answerRest, type RestDoor, type RestRequest } from './rest.ts'
import { routeTable } from './route-table.ts'
import type { RateLimits } from './rate-limits/rate-limits.ts'
import { trpcDoor } from './session.ts'
import { databaseSwitches } from './switches.ts'

export type AppOptions = {
  readonly service: Service
  readonly router: AppRouter
  readonly limits: RateLimits
  readonly trustedProxies?: number
  readonly checkReplies?: boolean
}

/** The whole HTTP surface of the service, without a listening socket. */
export function createApp(options: AppOptions): Express {
  const { service } = options
  const door: RestDoor = {
    service,
    table: routeTable(options.router),
    limits: options.limits,
    switches: databaseSwitches(service.db),
    trustedProxies: options.trustedProxies ?? 0,
    checkReplies: options.checkReplies ?? false,
  }
  const session = trpcDoor(service, door.trustedProxies)
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('query parser', false)
  app.use((request, response, next) => {
    const requestId = service.newId('req')
    Object.assign(request, { requestId })
    response.setHeader('X-Request-Id', requestId)
    next()
  })
  app.use('/trpc', (request, response, next) => {
    const middleware = createExpressMiddleware({
      router: options.router,
      createContext: () => session(request, response, requestIdOf(request)),
      maxBatchSize: 20,
    })
    middleware(request, response, next)
  })
  app.use((request, response) => {
    void answerRest(door, withRequestId(request), response)
  })
  return app
}

function requestIdOf(request: IncomingMessage): string {
  return withRequestId(request).requestId
}

/** The first middleware gave it one. */
function withRequestId(request: IncomingMessage): RestRequest {
  return request as RestRequest
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
  Request.prototype = app.request
  Response.prototype = app.response
  return createServer({ ...constructors(Request, Response), requestTimeout: 30_000 }, app)
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
