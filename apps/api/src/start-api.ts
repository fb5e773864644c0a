import {
  createLiveFeed,
  type AccessChanges,
  type AppRouter,
  type Log,
  type Notices,
  type Service,
} from '@scheduling/core'
import type { Connection } from '@scheduling/database'
import type { Server } from 'node:http'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createApp } from './app.ts'
import type { Contact } from './docs/contact.ts'
import { createHttpServer } from './http-server.ts'
import { answerBrokenRequests } from './broken-request.ts'
import type { Health } from '@scheduling/operations'
import type { Metrics } from './operations/metrics.ts'
import { createRequestQueue } from './request-history/queue.ts'
import type { RateLimits } from './rate-limits/rate-limits.ts'

export type ApiOptions = {
  readonly service: Service
  readonly connection: Connection
  /** Listen from the start of the API on. The caller ends them, after the rate limits that use them. */
  readonly notices: Notices
  /** Made of the notices. */
  readonly accessChanges: AccessChanges
  readonly router: AppRouter
  readonly limits: RateLimits
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  readonly trustedProxies: number
  /** In the request log. */
  readonly keepsRequests: boolean
  readonly dashboardOrigins: readonly string[]
  readonly contact: Contact
  readonly metrics: Metrics
  readonly metricsToken: string | undefined
}

export type RunningApi = {
  readonly port: number
  /** Accepts no new connections, finishes the requests under way, then resolves. */
  stop(): Promise<void>
}

/** Says in one line why the API can't start. */
export class ApiStartError extends Error {
  override name = 'ApiStartError'
}

/**
 * Checks that a port is free, before anything else starts. 0 finds a free one.
 *
 * @returns the port
 * @throws ApiStartError
 */
export async function freePort(host: string, port: number): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) => reject(startError(error, { host, port })))
    probe.listen(port, host, resolve)
  })
  const found = (probe.address() as AddressInfo).port
  await new Promise((resolve) => probe.close(resolve))
  return found
}

const FINISH_WITHIN_MS = 15_000
/** A process that stops is not ready. The load balancer has this long to notice. */
const ARRIVALS_END_WITHIN_MS = 3000
const QUIET_MS = 250
/** How long a connection may stay open without a request. */
const SPEAK_WITHIN_MS = 1000

export async function startApi(options: ApiOptions): Promise<RunningApi> {
  const health: Health = { isStopping: false }
  const { accessChanges } = options
  logOutages(options.service.log, accessChanges)
  const live = createLiveFeed(options.service, options.notices)
  const history = createRequestQueue({
    sql: options.connection.pool,
    log: options.service.log,
    onDropped: options.metrics.requestsDropped,
  })
  const app = createApp({
    ...options,
    ...(options.keepsRequests ? { history } : {}),
    health,
    live,
  })
  const server = createHttpServer(app)
  answerBrokenRequests(server, options)
  const arrivals = watchArrivals(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(startError(error, options)))
    server.listen(options.port, options.host, resolve)
  })
  await options.notices.start()
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      health.isStopping = true
      await Promise.all([live.stop(), arrivals.quiet()])
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      // A connection that its client keeps alive becomes idle after its answer. Look until none is left.
      const sweep = setInterval(() => server.closeIdleConnections(), 50)
      const silence = setTimeout(arrivals.closeSilent, SPEAK_WITHIN_MS)
      const timeout = setTimeout(() => server.closeAllConnections(), FINISH_WITHIN_MS)
      await closed
      clearInterval(sweep)
      clearTimeout(silence)
      clearTimeout(timeout)
      await history.writeAll()
    },
  }
}

/** The listening connection notices an outage first. Logs one line when it breaks, and one when it works again. */
function logOutages(log: Log, changes: AccessChanges): void {
  let wasListening = false
  let isOut = false
  changes.onChange(({ kind }) => {
    if (kind !== 'everything' || changes.isListening === wasListening) return
    wasListening = changes.isListening
    if (!wasListening) log.warn({}, 'the database is unavailable')
    else if (isOut) log.info({}, 'the database is available again')
    isOut = !wasListening
  })
}

/** New connections, and those that have not sent a request yet. */
function watchArrivals(server: Server) {
  const silent = new Set<Socket>()
  let latest = Number.NEGATIVE_INFINITY
  server.on('connection', (socket) => {
    latest = performance.now()
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  server.on('request', ({ socket }) => silent.delete(socket))
  return {
    /** Closing while connections arrive would reset those that the system took but Node has not accepted yet. */
    async quiet(): Promise<void> {
      const deadline = performance.now() + ARRIVALS_END_WITHIN_MS
      while (performance.now() < Math.min(deadline, latest + QUIET_MS)) await wait(25)
    },
    closeSilent(): void {
      for (const socket of silent) socket.destroy()
    },
  }
}

function startError(error: NodeJS.ErrnoException, options: { host: string; port: number }): Error {
  const where = `${options.host}:${options.port}`
  if (error.code === 'EADDRINUSE') {
    return new ApiStartError(
      `Port ${options.port} is in use. Stop the program that uses it, or choose another port: PORT=3001 npm start`,
    )
  }
  if (error.code === 'EACCES')
    return new ApiStartError(`This user may not listen on ${where}. Choose a PORT above 1023.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new ApiStartError(`HOST ${options.host} is not an address of this machine.`)
  }
  return error
}
