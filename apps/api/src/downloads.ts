/** `/download/{name}`: files for a browser that is signed in, made while they are sent. */
import {
  invalid,
  LIMITS,
  notSignedIn,
  openDownload,
  Problem,
  type Context,
  type Opened,
  type Service,
} from '@scheduling/core'
import type { NextFunction, Request, Response } from 'express'
import { setTimeout as wait } from 'node:timers/promises'
import { dropRest } from './body.ts'
import { methodNotAllowed } from './method-not-allowed.ts'
import { refuseOn } from './open-routes.ts'
import type { Origins } from './origins.ts'
import { identified, type IdentifiedRequest } from './request-id.ts'
import type { EnterTrpc } from './session.ts'

export type DownloadHandler = {
  readonly service: Pick<Service, 'log' | 'publicBaseUrl'>
  readonly origins: Origins
  readonly enter: EnterTrpc
}

const PATH = /^\/download\/([a-z-]{1,40})$/

/** Middleware that answers these paths and passes every other path on. */
export function downloads(handler: DownloadHandler) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (PATH.test(request.path)) void answerDownload(handler, identified(request), response)
    else next()
  }
}

/** Never throws. */
function answerDownload(
  handler: DownloadHandler,
  request: Request & IdentifiedRequest,
  response: Response,
): Promise<void> {
  const how = { route: '/download', method: 'GET' }
  return answerFile(handler, how, request, response, async (context) => {
    // A page of another site could make the browser begin one, and the audit would name the user.
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
    if (request.method !== method) throw methodNotAllowed(request, response, method)
    await answer(call)
    request.answered = { route, code: null }
  } catch (error) {
    await refuseOn(route, service, request, response, error)
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
