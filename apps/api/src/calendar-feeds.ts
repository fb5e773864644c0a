/** `/calendar/{token}.ics`: what calendar programs read. GET alone, and the token is all that it needs. */
import { CALENDAR_PATH, openCalendar } from '@scheduling/core'
import type { Request, Response } from 'express'
import { dropRest } from './body.ts'
import { clientAddress } from './client-address.ts'
import { digestOf, isUnchanged } from './entity-tag.ts'
import { requireGet } from './method-not-allowed.ts'
import { afterPrefix, openRoute, type OpenHandler } from './open-routes.ts'
import { sendAnswer } from './send-answer.ts'
import { attemptsIn } from './session.ts'

/** What metrics and logs call it: the address itself opens the calendar. */
const ROUTE = `/${CALENDAR_PATH}/{token}`
const PREFIX = `/${CALENDAR_PATH}/`
const ENDING = '.ics'

const HEADERS: Readonly<Record<string, string>> = {
  // Kept by the program that asked, which asks each time whether it changed.
  'Cache-Control': 'private, no-cache',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex, nofollow',
}

/** @throws Problem */
async function answer(
  { service, limits, trustedProxies }: OpenHandler,
  rest: string,
  request: Request,
  response: Response,
): Promise<void> {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
  await dropRest(request)
  requireGet(request, response)
  const browser = {
    attempts: attemptsIn(limits),
    address: clientAddress(request, trustedProxies),
  }
  // Without its ending it is no address of ours: as a wrong token, and counted like one.
  const token = rest.endsWith(ENDING) ? rest.slice(0, -ENDING.length) : ''
  const { content, isDownload } = await openCalendar(service, browser, token)
  if (isUnchanged(request, response, `W/"${digestOf(content)}"`)) return
  const name = isDownload ? 'appointment' : 'calendar'
  response.setHeader(
    'Content-Disposition',
    `${isDownload ? 'attachment' : 'inline'}; filename="${name}${ENDING}"`,
  )
  const contentType = 'text/calendar; charset=utf-8'
  await sendAnswer(request, response, { status: 200, contentType, body: content })
}

export const calendarFeeds = openRoute(ROUTE, afterPrefix(PREFIX), answer)
