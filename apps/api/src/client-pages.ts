/** The pages of `@scheduling/pages` over HTTP: what a request says goes in as values, and an answer is sent. */
import { logFailure, problemOf, proceduresOf, type AppRouter, type Problem } from '@scheduling/core'
import {
  answerPage,
  ASSETS,
  isOfPages,
  NOWHERE,
  pageAt,
  sayForeign,
  sayNowhere,
  sayRefused,
  type FoundPage,
  type PageAnswer,
} from '@scheduling/pages'
import type { NextFunction, Request, Response } from 'express'
import { randomBytes } from 'node:crypto'
import { dropRest } from './body.ts'
import { clientAddress } from './client-address.ts'
import { countUnknownPath } from './limit-headers.ts'
import { methodNotAllowed } from './method-not-allowed.ts'
import type { OpenHandler } from './open-routes.ts'
import { readForm } from './posted-form.ts'
import type { PublicReply, PublicRoutes } from './public-routes.ts'
import { identified } from './request-id.ts'
import { sendAnswer } from './send-answer.ts'
import { visitorContext } from './visitor-context.ts'

/** A name, a contact and a note of full length, each character of which becomes nine. */
const MOST_FORM_BYTES = 32_768

type Pages = OpenHandler & {
  readonly router: AppRouter
  /** The procedures of visitors that change something. */
  readonly changes: ReadonlySet<string>
}

/** Passes on every path at which no page stands. */
export function clientPages(parts: Omit<Pages, 'changes'>) {
  const pages = { ...parts, changes: changesOf(parts.router) }
  return (request: Request, response: Response, next: NextFunction): void => {
    const page = pageAt(request.path)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (page === null && isRead && wantsPage(request) && isOfPages(request.path)) {
      void answerNowhere(pages, request, response)
    } else if (page === null) next()
    else void answer(pages, page, request, response, next)
  }
}

/** Never throws. */
async function answer(
  pages: Pages,
  page: FoundPage,
  request: Request,
  response: Response,
  next: NextFunction,
): Promise<void> {
  const known = identified(request)
  let asked = askedBy(pages, request)
  try {
    const { route } = page
    const method = request.method === 'HEAD' ? 'GET' : request.method
    if ((method !== 'GET' && method !== 'POST') || !page.methods.includes(method)) {
      throw methodNotAllowed(request, response, page.methods.join(', '))
    }
    if (method === 'POST' && isForeign(request)) {
      await dropRest(request)
      known.answered = { route, code: 'forbidden_scope' }
      await send(request, response, sayForeign(asked))
      return
    }
    const isForm = method === 'POST' && page.handlers.takesAnyBody !== true
    const form = isForm ? await readForm(request, MOST_FORM_BYTES) : NO_FORM
    if (!isForm) await dropRest(request)
    // Of a form, the choice is in its fields.
    const { query } = asked
    if (isForm) asked = { ...asked, query: form }
    const visitor = visitorOf(pages, request)
    const sent = await answerPage(page, {
      ...asked,
      query,
      method,
      path: request.path,
      form,
      visitor,
      changes: pages.changes,
      vault: pages.service.crypto,
      now: pages.service.now,
      randomBytes,
    })
    known.answered = { route, code: null }
    await send(request, response, sent)
  } catch (error) {
    const problem = problemOf(error)
    // A word that no organization has may be the mistyped path of a call, which is answered in its own way.
    if (page.isByWord && problem.code === 'not_found' && !wantsPage(request)) next()
    else await refuse(pages, page, request, response, { problem, error, asked })
  }
}

/** Never throws. */
async function answerNowhere(pages: Pages, request: Request, response: Response): Promise<void> {
  const known = identified(request)
  const search = request.url.slice(request.path.length)
  const asked = askedBy(pages, request)
  try {
    await dropRest(request)
    countUnknownPath(pages, clientAddress(request, pages.trustedProxies), response)
    const visitor = visitorOf(pages, request)
    const sent = await sayNowhere(request.path, search, { ...asked, visitor })
    known.answered = { route: NOWHERE.route, code: sent.status === 404 ? 'not_found' : null }
    await send(request, response, sent)
  } catch (error) {
    await refuse(pages, NOWHERE, request, response, { problem: problemOf(error), error, asked })
  }
}

const OF_VISITORS = 'publicBooking.'

/** What reads by a link is a mutation for tRPC too, which keeps the link out of addresses; but it emits nothing. */
function changesOf(router: AppRouter): ReadonlySet<string> {
  const names = proceduresOf(router).flatMap(({ name, emits }) =>
    name.startsWith(OF_VISITORS) && emits !== null ? [name.slice(OF_VISITORS.length)] : [],
  )
  return new Set(names)
}

const NO_FORM = new URLSearchParams()

type Failed = {
  readonly problem: Problem
  readonly error: unknown
  readonly asked: Parameters<typeof sayForeign>[0]
}

async function refuse(
  { service }: Pages,
  page: FoundPage,
  request: Request,
  response: Response,
  { problem, error, asked }: Failed,
): Promise<void> {
  const known = identified(request)
  known.answered = { route: page.route, code: problem.code }
  const facts = { request_id: known.requestId, route: page.route }
  logFailure(service.log, problem, facts, error)
  if (problem.retryAfterSeconds !== null) {
    response.setHeader('Retry-After', problem.retryAfterSeconds)
  }
  await send(request, response, sayRefused(page, problem, asked))
}

async function send(request: Request, response: Response, sent: PageAnswer): Promise<void> {
  const { 'Content-Type': contentType = 'text/plain', ...headers } = sent.headers
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  await sendAnswer(request, response, { status: sent.status, contentType, body: sent.body })
}

function visitorOf(pages: Pages, request: Request) {
  return pages.router.createCaller(visitorContext(pages, request)).publicBooking
}

function askedBy({ service }: Pages, request: Request) {
  const { publicBaseUrl: base } = service
  return { query: queryOf(request), acceptLanguage: request.headers['accept-language'], base }
}

/** Of the address: `request.query` is not parsed. */
function queryOf(request: Request): URLSearchParams {
  const at = request.url.indexOf('?')
  return new URLSearchParams(at < 0 ? '' : request.url.slice(at + 1))
}

/** Browsers name it; programs that call an API do not. */
function wantsPage(request: Request): boolean {
  return request.headers.accept?.includes('text/html') ?? false
}

/** False where the browser does not say, as old ones and programs do not. */
function isForeign(request: Request): boolean {
  const site = request.headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

/** The files that pages load. */
export function pageAssets(): PublicRoutes {
  const replies = new Map<string, PublicReply>(ASSETS.map(({ path, ...reply }) => [path, reply]))
  return {
    at(path) {
      const reply = replies.get(path)
      return reply === undefined ? null : () => Promise.resolve(reply)
    },
    refusesBlockedAddresses: false,
  }
}
