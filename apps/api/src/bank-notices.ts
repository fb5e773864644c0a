/**
 * `POST /payments/notices/{token}`, with or without `/pix` behind it: a bank reports payments. The report is not trusted:
 * each charge of the connection that it names is read from the bank by a worker.
 */
import {
  invalid,
  LIMITS,
  NOTICE_PATH,
  noticedConnection,
  Problem,
  queueNotice,
  type Service,
} from '@scheduling/core'
import { sqlOf } from '@scheduling/database'
import type { Request, Response } from 'express'
import { dropRest, readBody } from './body.ts'
import { clientAddress } from './client-address.ts'
import { countUnknownPath, tooManyAttempts, tooManyNotices } from './limit-headers.ts'
import { methodNotAllowed } from './method-not-allowed.ts'
import { openRoute, type OpenHandler } from './open-routes.ts'
import { sendAnswer } from './send-answer.ts'

/** For logs and metrics: never the path itself, which opens it. */
const ROUTE = `POST ${NOTICE_PATH}/{token}`

/** Null: the path is another one. */
function tokenIn(path: string): string | null {
  if (!path.startsWith(`${NOTICE_PATH}/`)) return null
  const [token = '', end, ...more] = path.slice(NOTICE_PATH.length + 1).split('/', 3)
  return more.length === 0 && (end === undefined || end === 'pix') ? token : null
}

async function answer(
  handler: OpenHandler,
  token: string,
  request: Request,
  response: Response,
): Promise<void> {
  await take(handler, token, request, response)
  response.setHeader('Cache-Control', 'no-store')
  const body = '{"received":true}'
  await sendAnswer(request, response, { status: 200, contentType: 'application/json', body })
}

export const bankNotices = openRoute(ROUTE, tokenIn, answer)

/** @throws `404 not_found` for an address that we never gave; `405`, `429`, `400` */
async function take(
  handler: OpenHandler,
  token: string,
  request: Request,
  response: Response,
): Promise<void> {
  const { service, limits } = handler
  const address = clientAddress(request, handler.trustedProxies)
  tooManyAttempts(response, await limits.countAttempt('payment notice', address))
  const connection = noticedConnection(service, token)
  const isThere = request.method === 'POST' && connection !== null
  if (isThere)
    tooManyNotices(response, await limits.countAttempt('hook notice', `bank ${connection}`))
  const ids = isThere ? namedCharges(await readBody(request, true)) : []
  if (connection === null || !(await isQueued(service, connection, ids))) {
    await dropRest(request)
    countUnknownPath(handler, address, response)
    throw new Problem('not_found', 'This path does not exist.')
  }
  if (request.method !== 'POST') throw methodNotAllowed(request, response, 'POST')
}

function isQueued(service: Service, connection: number, ids: readonly string[]): Promise<boolean> {
  return queueNotice(sqlOf(service.db), connection, ids)
}

/** The ids of charges in a notice. Banks send others too, such as tests of the address: they name none. */
function namedCharges(body: Readonly<Record<string, unknown>> | null): string[] {
  const pix = body?.['pix']
  if (!Array.isArray(pix)) return []
  if (pix.length > LIMITS.paymentsPerNotice) {
    const message = `At most ${LIMITS.paymentsPerNotice} payments are accepted in one notice.`
    throw invalid('pix', 'too_many', message)
  }
  return pix.flatMap((one: unknown) =>
    typeof one === 'object' && one !== null && 'txid' in one && typeof one.txid === 'string'
      ? [one.txid]
      : [],
  )
}
