/** `/download/{name}`: files for a browser that is signed in, made while they are sent. */
import {
  invalid,
  LIMITS,
  logFailure,
  notSignedIn,
  openDownload,
  Problem,
  problemOf,
  type Context,
  type Opened,
  type Service,
} from '@scheduling/core'
import type { Request, Response } from 'express'
import { setTimeout as wait } from 'node:timers/promises'
import { dropRest } from './body.ts'
import type { Origins } from './origins.ts'
import type { IdentifiedRequest } from './request-id.ts'
import { sendProblem } from './send-problem.ts'
import type { EnterTrpc } from './session.ts'

export type DownloadHandler = {
  readonly service: Pick<Service, 'log' | 'publicBaseUrl'>
  readonly origins: Origins
  readonly enter: EnterTrpc
}

const PATH = /^\/download\/([a-z-]{1,40})$/

export function isDownloadPath(path: string): boolean {
  return PATH.test(path)
}

/** Answers one request; never throws. */
export function answerDownload(
  handler: DownloadHandler,
  request: Request & IdentifiedRequest,
  response: Response,
): Promise<void> {
  const how = { route: '/download', method: 'GET' }
  return answerFile(handler, how, request, response, async (context) => {
    // A page of somebody else could make the browser begin one, and the audit would name the user.
    if (request.headers['sec-fetch-site'] === 'cross-site') {
      throw new Problem('unauthorized', 'A page of another site cannot begin a download.')
    }
    const { pathname, searchParams } = new URL(request.url, 'http://localhost')
    const [, name = ''] = PATH.exec(pathname) ?? []
    const opened = await openDownload(context, name, inputIn(searchParams))
    await dropRest(request)
    response.setHeader('Content-Type', opened.contentType)
    response.setHeader('Content-Disposition', `attachment; filename="${opened.fileName}"`)
    await send(opened, response)
  })
}

/**
 * Answers a request about a file with what `answer` writes, or with its refusal. Who calls is asked first, and counted.
 * What is half sent is broken off, since it must not look whole.
 */
export async function answerFile(
  handler: DownloadHandler,
  { route, method }: { readonly route: string; readonly method: string },
  request: Request & IdentifiedRequest,
  response: Response,
  answer: (context: Context) => Promise<void>,
): Promise<void> {
  const { service, origins, enter } = handler
  response.setHeader('Cache-Control', 'no-store')
  if (request.method === 'OPTIONS') {
    origins.answerPreflight(request, response)
    return
  }
  origins.writeHeaders(request, response)
  try {
    const calls = { calls: 1, availabilityCalls: 0 }
    const { call } = await enter(request, response, request.requestId, calls)
    if (call === null) throw notSignedIn()
    if (request.method !== method) {
      response.setHeader('Allow', method)
      const message = `${request.method} is not accepted here. This path accepts: ${method}.`
      throw new Problem('method_not_allowed', message)
    }
    await answer(call)
    request.answered = { route, code: null }
  } catch (error) {
    const problem = problemOf(error)
    request.answered = { route, code: problem.code }
    logFailure(service.log, problem, { request_id: request.requestId, route }, error)
    if (response.headersSent) response.destroy()
    else await sendProblem(request, response, problem, service.publicBaseUrl)
  }
}

/** As tRPC sends the input of a query. */
export function inputIn(parameters: URLSearchParams): unknown {
  const text = parameters.get('input')
  if (text === null) return {}
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('input', 'invalid_format', '`input` is not valid JSON.')
  }
}

/**
 * A piece is made when the reader has taken the one before it. A reader who leaves, or takes nothing for a while, ends
 * the making.
 */
async function send({ pieces }: Opened, response: Response): Promise<void> {
  for await (const piece of pieces) {
    if (response.destroyed) return
    if (response.write(piece)) continue
    if (!(await hasRoom(response))) {
      response.destroy()
      return
    }
  }
  response.end()
}

/** Whether the reader took what was sent, within the time that a stream allows. */
export async function hasRoom(response: Response): Promise<boolean> {
  const over = new AbortController()
  const { promise: drained, resolve } = Promise.withResolvers<boolean>()
  const [taken, left] = [() => resolve(true), () => resolve(false)]
  response.once('drain', taken).once('close', left)
  const late = wait(LIMITS.streamStallSeconds * 1000, false, { signal: over.signal })
  try {
    return await Promise.race([drained, late])
  } finally {
    over.abort()
    late.catch(() => undefined)
    response.off('drain', taken).off('close', left)
  }
}
