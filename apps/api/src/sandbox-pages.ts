/** `/sandbox/pay/{token}`: the page where the payer of a deposit is played. GET changes nothing. */
import {
  playPayer,
  Problem,
  SANDBOX_PATH,
  sandboxPage,
  type PlayedAction,
  type SandboxPage,
} from '@scheduling/core'
import type { Request, Response } from 'express'
import { dropRest } from './body.ts'
import { clientAddress } from './client-address.ts'
import { escaped } from './docs/escaped.ts'
import { countUnknownPath, tooManyAttempts } from './limit-headers.ts'
import { methodNotAllowed } from './method-not-allowed.ts'
import { afterPrefix, openRoute, type OpenHandler } from './open-routes.ts'
import { readForm } from './posted-form.ts'
import { sendAnswer } from './send-answer.ts'

const ROUTE = `${SANDBOX_PATH}/{token}`
const AMOUNT = /^\d{1,10}\.\d{2}$/
const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
}

async function answer(
  handler: OpenHandler,
  token: string,
  request: Request,
  response: Response,
): Promise<void> {
  const message = await act(handler, token, request, response)
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
  if (message === null) {
    // A page that was posted is not posted again when it is loaded again.
    const { publicBaseUrl } = handler.service
    response.setHeader('Location', `${publicBaseUrl}${SANDBOX_PATH}/${token}`)
    await sendAnswer(request, response, { status: 303, contentType: 'text/plain', body: '' })
    return
  }
  const contentType = 'text/html; charset=utf-8'
  await sendAnswer(request, response, { status: 200, contentType, body: message })
}

export const sandboxPages = openRoute(ROUTE, tokenIn, answer)

/** Null: the path is another one. */
function tokenIn(path: string): string | null {
  const token = afterPrefix(`${SANDBOX_PATH}/`)(path)
  return token?.includes('/') === true ? null : token
}

/** @returns the page; null: something was done, and the page is to be loaded again */
async function act(
  handler: OpenHandler,
  token: string,
  request: Request,
  response: Response,
): Promise<string | null> {
  const { service, limits } = handler
  const address = clientAddress(request, handler.trustedProxies)
  tooManyAttempts(response, await limits.countAttempt('sandbox', address))
  const page = await sandboxPage(service, token)
  if (page === null) {
    await dropRest(request)
    countUnknownPath(handler, address, response)
    throw new Problem('not_found', 'This path does not exist.')
  }
  if (request.method === 'GET' || request.method === 'HEAD') return html(page)
  if (request.method !== 'POST') throw methodNotAllowed(request, response, 'GET, POST')
  const action = actionIn(await readForm(request))
  if (action === null) return html(page, 'Type an amount such as 50.00.')
  const isDone = await playPayer(service, token, action)
  return isDone ? null : html(page, 'This charge cannot be paid: it was withdrawn.')
}

function actionIn(form: URLSearchParams): PlayedAction | null {
  const refunds = (['settle', 'wait', 'reject'] as const).find((one) => one === form.get('refunds'))
  if (refunds !== undefined) return { kind: 'treat', refunds }
  const as = (['SETTLED', 'REJECTED'] as const).find((one) => one === form.get('end'))
  if (as !== undefined) return { kind: 'end', as }
  const amount = form.get('amount')?.trim().replace(',', '.') ?? ''
  return AMOUNT.test(amount) && Number(amount) > 0 ? { kind: 'pay', amount } : null
}

const REFUNDS = {
  settle: 'are settled at once',
  wait: 'wait until you end them',
  reject: 'are rejected',
} as const

function html(page: SandboxPage, message: string | null = null): string {
  const rows = page.payments.map(
    ({ id, amount, paidAt, refunds }) =>
      `<li>${escaped(amount)} at ${escaped(paidAt)} <small>${escaped(id)}</small>${refunds
        .map((one) => `<br>refund of ${escaped(one.amount)}: ${escaped(one.status)}`)
        .join('')}</li>`,
  )
  const choices = Object.entries(REFUNDS).map(
    ([value, text]) =>
      `<option value="${value}"${value === page.refunds ? ' selected' : ''}>${text}</option>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="robots" content="noindex">
<meta name="viewport" content="width=device-width"><title>Sandbox: play the payer</title>
<style>body{font:1rem/1.5 system-ui;max-width:40rem;margin:2rem auto;padding:0 1rem}code{overflow-wrap:anywhere}</style></head>
<body><main><h1>Play the payer</h1><p>No money moves here. The deposit asks for <strong>${escaped(page.amount)}</strong> and is <strong>${escaped(page.status)}</strong>.</p>
${message === null ? '' : `<p role="alert">${escaped(message)}</p>`}
${page.code === null ? '<p>There is no payment code yet.</p>' : `<p>Payment code: <code>${escaped(page.code)}</code></p>`}
${page.isWithdrawn ? '<p>The charge was withdrawn: it can no longer be paid.</p>' : ''}
<form method="post"><label>Amount <input name="amount" inputmode="decimal" value="${escaped(page.amount)}" required></label> <button>Pay</button></form>
<h2>Payments</h2><ul>${rows.join('') || '<li>none</li>'}</ul>
<form method="post"><label>Refunds <select name="refunds">${choices.join('')}</select></label> <button>Change</button></form>
<form method="post">Refunds that wait: <button name="end" value="SETTLED">Settle</button> <button name="end" value="REJECTED">Reject</button></form>
</main></body></html>`
}
