/** Where the messaging platform sends its notices: one address for each connected number, outside of `/v1`. */
import {
  accountOfHook,
  CENTRAL_HOOK,
  HOOK_PATH,
  invalid,
  Problem,
  receiveCentralNotice,
  receiveNotice,
  type Service,
} from '@scheduling/core'
import { challengeOf, isSignedBy, readNotice, type ReadNotice } from '@scheduling/messaging'
import type { Request, Response } from 'express'
import { dropRest, jsonIn, readBytes } from './body.ts'
import { clientAddress } from './client-address.ts'
import { countUnknownPath, tooManyNotices } from './limit-headers.ts'
import { methodNotAllowed } from './method-not-allowed.ts'
import { afterPrefix, openRoute, type OpenHandler } from './open-routes.ts'
import { identified } from './request-id.ts'
import { sendAnswer } from './send-answer.ts'

/** A notice holds up to a thousand news of a few hundred bytes. */
const NOTICE_BYTES = 1024 * 1024
const NOTICE_VALUES = 40_000
/** What metrics and logs call it: the address itself names a number. */
const ROUTE = `${HOOK_PATH}/{hook_id}`

type HookRequest = ReturnType<typeof identified<Request>>

/** A number whose notices come here. */
type Hook = {
  /** What its notices are counted by. */
  readonly name: string
  readonly phoneNumberId: string
  readonly verifyToken: string
  readonly appSecret: string
  receive(notice: ReadNotice): Promise<void>
}

/** Null: no number has this address. */
async function hookAt(service: Service, hookId: string): Promise<Hook | null> {
  if (hookId === CENTRAL_HOOK) {
    const number = service.centralNumber
    if (number === null) return null
    return {
      ...number,
      name: CENTRAL_HOOK,
      receive: (notice) => receiveCentralNotice(service, notice),
    }
  }
  const account = await accountOfHook(service, hookId)
  if (account === null) return null
  const { organizationId, phoneNumberId, credentials } = account
  return {
    name: String(organizationId),
    phoneNumberId,
    verifyToken: credentials.verify_token,
    appSecret: credentials.app_secret,
    receive: (notice) => receiveNotice(service, organizationId, notice),
  }
}

/** @throws Problem */
async function answer(
  handler: OpenHandler,
  hookId: string,
  request: HookRequest,
  response: Response,
): Promise<void> {
  const { service } = handler
  response.setHeader('Cache-Control', 'no-store')
  const hook = await hookAt(service, hookId)
  if (hook === null) {
    countStranger(handler, request, response)
    throw new Problem('not_found', 'This path does not exist.')
  }
  if (request.method === 'GET') {
    const query = new URL(request.url, service.publicBaseUrl).searchParams
    const challenge = challengeOf(query, hook.verifyToken)
    if (challenge === null) {
      countStranger(handler, request, response)
      const why = 'The verification does not carry the token of this connection.'
      throw new Problem('unauthorized', why)
    }
    await dropRest(request)
    await sendAnswer(request, response, plainText(challenge))
    return
  }
  if (request.method !== 'POST') {
    countStranger(handler, request, response)
    throw methodNotAllowed(request, response, 'GET, POST')
  }
  const signature = request.headers['x-hub-signature-256']
  const body = await readBytes(request, NOTICE_BYTES)
  if (!isSignedBy(hook.appSecret, body, typeof signature === 'string' ? signature : undefined)) {
    countStranger(handler, request, response)
    throw new Problem('unauthorized', 'The signature is not that of the app of this connection.')
  }
  const counted = `whatsapp ${hook.name}`
  tooManyNotices(response, await handler.limits.countAttempt('hook notice', counted))
  // Stored before it is answered: what is answered is not sent again.
  const notice = readNotice(jsonIn(body, NOTICE_VALUES), hook.phoneNumberId)
  if (typeof notice === 'string') throw invalid('body', notice, REFUSED[notice])
  await hook.receive(notice)
  await sendAnswer(request, response, plainText('ok'))
}

export const messagingHooks = openRoute(ROUTE, afterPrefix(`${HOOK_PATH}/`), answer)

const REFUSED = {
  too_many: 'At most 1,000 messages and statuses are accepted in one notice.',
  invalid_type: 'This is not a notice of the WhatsApp platform.',
} as const

function plainText(body: string) {
  return { status: 200, contentType: 'text/plain; charset=utf-8', body }
}

/**
 * A caller that is refused here guesses: counted with the paths that do not exist.
 *
 * @throws `429 rate_limited` when it was one too many
 */
function countStranger(handler: OpenHandler, request: HookRequest, response: Response): void {
  countUnknownPath(handler, clientAddress(request, handler.trustedProxies), response)
}
