/** Where the messaging platform sends its notices: one address for each connected number, outside of `/v1`. */
import {
  accountOfHook,
  HOOK_PATH,
  invalid,
  logFailure,
  Problem,
  problemOf,
  receiveNotice,
  type Service,
} from '@scheduling/core'
import { challengeOf, isSignedBy, readNotice } from '@scheduling/messaging'
import type { NextFunction, Request, Response } from 'express'
import { dropRest, readBytes } from './body.ts'
import { clientAddress } from './client-address.ts'
import { countUnknownPath } from './limit-headers.ts'
import type { RateLimits } from './rate-limits/rate-limits.ts'
import { identified } from './request-id.ts'
import { sendAnswer } from './send-answer.ts'
import { sendProblem } from './send-problem.ts'

export type HookHandler = {
  readonly service: Service
  readonly limits: RateLimits
  readonly trustedProxies: number
}

/** A notice holds up to a thousand news of a few hundred bytes. */
const NOTICE_BYTES = 1024 * 1024
/** What metrics and logs call it: the address itself names a number. */
const ROUTE = `${HOOK_PATH}/{hook_id}`

/** Middleware that answers these addresses and passes every other path on. */
export function messagingHooks(handler: HookHandler) {
  return (plain: Request, response: Response, next: NextFunction): void => {
    if (!plain.path.startsWith(`${HOOK_PATH}/`)) {
      next()
      return
    }
    const request = identified(plain)
    answer(handler, request, response).then(
      () => (request.answered ??= { route: ROUTE, code: null }),
      (error: unknown) => refuse(handler, request, response, error),
    )
  }
}

type HookRequest = ReturnType<typeof identified<Request>>

async function refuse(
  { service }: HookHandler,
  request: HookRequest,
  response: Response,
  error: unknown,
): Promise<void> {
  const problem = problemOf(error)
  request.answered = { route: ROUTE, code: problem.code }
  logFailure(service.log, problem, { request_id: request.requestId, route: ROUTE }, error)
  if (problem.code === 'method_not_allowed') response.setHeader('Allow', 'GET, POST')
  await sendProblem(request, response, problem, service.publicBaseUrl)
}

/** @throws Problem */
async function answer(
  handler: HookHandler,
  request: HookRequest,
  response: Response,
): Promise<void> {
  const { service } = handler
  response.setHeader('Cache-Control', 'no-store')
  const account = await accountOfHook(service, request.path.slice(HOOK_PATH.length + 1))
  if (account === null) {
    throw stranger(handler, request, response, 'not_found', 'This path does not exist.')
  }
  const { verify_token: verifyToken, app_secret: appSecret } = account.credentials
  if (request.method === 'GET') {
    const query = new URL(request.url, service.publicBaseUrl).searchParams
    const challenge = challengeOf(query, verifyToken)
    if (challenge === null) {
      const why = 'The verification does not carry the token of this connection.'
      throw stranger(handler, request, response, 'unauthorized', why)
    }
    await dropRest(request)
    await sendAnswer(request, response, plainText(challenge))
    return
  }
  if (request.method !== 'POST') {
    const why = `${request.method} is not accepted here. This path accepts: GET, POST.`
    throw stranger(handler, request, response, 'method_not_allowed', why)
  }
  const signature = request.headers['x-hub-signature-256']
  const body = await readBytes(request, NOTICE_BYTES)
  if (!isSignedBy(appSecret, body, typeof signature === 'string' ? signature : undefined)) {
    const why = 'The signature is not that of the app of this connection.'
    throw stranger(handler, request, response, 'unauthorized', why)
  }
  // Stored before it is answered: what is answered is not sent again.
  const notice = readNotice(parsedJson(body), account.phoneNumberId)
  await receiveNotice(service, account.organizationId, notice)
  await sendAnswer(request, response, plainText('ok'))
}

function plainText(body: string) {
  return { status: 200, contentType: 'text/plain; charset=utf-8', body }
}

/**
 * The refusal of somebody who guesses, counted with the paths that do not exist.
 *
 * @throws `429 rate_limited` when it was one too many
 */
function stranger(
  handler: HookHandler,
  request: HookRequest,
  response: Response,
  code: 'not_found' | 'unauthorized' | 'method_not_allowed',
  why: string,
): Problem {
  countUnknownPath(handler, clientAddress(request, handler.trustedProxies), response)
  return new Problem(code, why)
}

/** @throws `400 validation_error` */
function parsedJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw invalid('body', 'invalid_format', 'The body is not valid JSON.')
  }
}
