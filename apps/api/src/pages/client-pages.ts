/**
 * The pages of the links that clients are sent: how the record stands, and forms for what the client may do. They work
 * without a script. GET changes nothing, since chats and mail programs open links to preview them.
 *
 * The token in the address is all that a request needs, and no cookie is read, so a page of somebody else cannot act
 * for a visitor whose link it does not have.
 */
import { LINK_PATHS, logFailure, problemOf, type AppRouter, type Problem } from '@scheduling/core'
import type { NextFunction, Request, Response } from 'express'
import { dropRest } from '../body.ts'
import type { OpenHandler } from '../open-routes.ts'
import { identified } from '../request-id.ts'
import { endAnswer, sendAnswer } from '../send-answer.ts'
import { visitorContext } from '../visitor-context.ts'
import { framed, PAGE_HEADERS, said } from './frame.ts'
import { languageOf, TEXTS, type Language } from './texts.ts'
import { appointmentPage, depositPage, queuePage } from './views.ts'

type Parts = OpenHandler & { readonly router: AppRouter }

type Caller = ReturnType<AppRouter['createCaller']>['publicBooking']

type Subject = { readonly organization: { readonly name: string; readonly language: Language } }

type Kind = {
  readonly title: 'appointment' | 'queue' | 'deposit'
  /** Reads the record, and says how its page is written. */
  readonly read: (
    caller: Caller,
    token: string,
  ) => Promise<Subject & { readonly write: (path: string, language: Language) => string }>
  /** By the last segment of the form's address. */
  readonly deeds: Readonly<Record<string, (caller: Caller, token: string) => Promise<unknown>>>
}

/** By the first segment of the path. */
const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  [
    LINK_PATHS.appointment,
    {
      title: 'appointment',
      async read(caller, token) {
        const answer = await caller.getAppointment({ token })
        const { organization } = answer
        const write = (path: string, language: Language) =>
          appointmentPage({ answer, path, language })
        return { organization, write }
      },
      deeds: { cancel: (caller, token) => caller.cancelAppointment({ token }) },
    },
  ],
  [
    LINK_PATHS.queue_entry,
    {
      title: 'queue',
      async read(caller, token) {
        const answer = await caller.getQueueEntry({ token })
        const { organization } = answer
        const write = (path: string, language: Language) => queuePage({ answer, path, language })
        return { organization, write }
      },
      deeds: {
        leave: (caller, token) => caller.leaveQueue({ token }),
        here: (caller, token) => caller.confirmPresence({ token }),
      },
    },
  ],
  [
    LINK_PATHS.deposit,
    {
      title: 'deposit',
      async read(caller, token) {
        const answer = await caller.getDeposit({ token })
        const { organization } = answer
        const write = (path: string, language: Language) => depositPage({ answer, path, language })
        return { organization, write }
      },
      deeds: {},
    },
  ],
])

/** The first segment, the token, and what is to be done. The token is looked at where links are opened. */
const PATH = /^\/([a-z])\/([^/]+)(?:\/([a-z]+))?$/

export function clientPages(parts: Parts) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const [, first = '', token = '', action] = PATH.exec(request.path) ?? []
    const kind = KINDS.get(first)
    if (kind === undefined) {
      next()
      return
    }
    void answer(parts, { kind, path: `/${first}/${token}`, token, action }, request, response)
  }
}

type Asked = {
  readonly kind: Kind
  /** Of the page, without the action. */
  readonly path: string
  readonly token: string
  readonly action: string | undefined
}

/** Never throws. No line of a log has the path: whoever reads it could act for the client. */
async function answer(
  parts: Parts,
  asked: Asked,
  request: Request,
  response: Response,
): Promise<void> {
  const { kind, path, token, action } = asked
  for (const [name, value] of Object.entries(PAGE_HEADERS)) response.setHeader(name, value)
  const accepted = request.headers['accept-language']
  try {
    // Nothing of a body is read: the address says all.
    await dropRest(request)
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const deed = action === undefined ? undefined : ownValue(kind.deeds, action)
    if (action !== undefined && deed === undefined) {
      await sendMessage(request, response, 404, 'gone')
      return
    }
    const allowed = deed === undefined ? 'GET' : 'POST'
    if (method !== allowed) {
      // A form's address that is opened as a page, such as by going back, is the page.
      if (method === 'GET') redirect(request, response, path)
      else {
        response.setHeader('Allow', allowed === 'GET' ? 'GET, HEAD' : 'POST')
        await sendMessage(request, response, 405, 'failed')
      }
      return
    }
    const caller = parts.router.createCaller(visitorContext(parts, request)).publicBooking
    let refusal: Problem | null = null
    if (deed !== undefined) {
      if (isForeign(request)) {
        await sendMessage(request, response, 403, 'foreign')
        return
      }
      refusal = await refusalOf(() => deed(caller, token))
      if (refusal === null) {
        redirect(request, response, path)
        return
      }
      if (refusal.status !== 409) throw refusal
    }
    const { organization, write } = await kind.read(caller, token)
    const language = languageOf(accepted, organization.language)
    const texts = TEXTS[language]
    const content = write(path, language)
    await sendPage(request, response, refusal === null ? 200 : 409, {
      language,
      title: texts[kind.title],
      of: organization.name,
      content: refusal === null ? content : `${said(texts.tooLate)}\n${content}`,
    })
  } catch (error) {
    await refuse(parts, request, response, error)
  }
}

function ownValue<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

async function refusalOf(run: () => Promise<unknown>): Promise<Problem | null> {
  try {
    await run()
    return null
  } catch (error) {
    return problemOf(error)
  }
}

async function refuse(
  { service }: Parts,
  request: Request,
  response: Response,
  error: unknown,
): Promise<void> {
  const problem = problemOf(error)
  const { requestId } = identified(request)
  logFailure(service.log, problem, { request_id: requestId, route: routeOf(request) }, error)
  if (problem.retryAfterSeconds !== null) {
    response.setHeader('Retry-After', problem.retryAfterSeconds)
  }
  const isGone = problem.status === 404 || problem.status === 400
  const said = isGone ? 'gone' : problem.status === 429 ? 'busy' : 'failed'
  await sendMessage(request, response, isGone ? 404 : problem.status, said)
}

function routeOf(request: Request): string {
  return `/${request.path.slice(1, 2)}`
}

/** Null where the browser does not say, as old ones and programs do not. */
function isForeign(request: Request): boolean {
  const site = request.headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

/** After a form: the page is a GET, so that to reload it sends nothing again. */
function redirect(request: Request, response: Response, path: string): void {
  response.statusCode = 303
  response.setHeader('Location', path)
  endAnswer(request, response)
}

async function sendMessage(
  request: Request,
  response: Response,
  status: number,
  name: 'gone' | 'busy' | 'failed' | 'foreign',
): Promise<void> {
  const language = languageOf(request.headers['accept-language'], 'pt')
  const texts = TEXTS[language]
  await sendPage(request, response, status, {
    language,
    title: texts[name],
    of: null,
    content: said(texts[`${name}Why`]),
  })
}

async function sendPage(
  request: Request,
  response: Response,
  status: number,
  page: Parameters<typeof framed>[0],
): Promise<void> {
  await sendAnswer(request, response, {
    status,
    contentType: 'text/html; charset=utf-8',
    body: framed(page),
  })
}
