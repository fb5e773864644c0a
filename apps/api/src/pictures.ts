/** `/{slug}/logo?v={version}` and `/{slug}/photo?v={version}`: the pictures on the public pages of an organization. */
import { isSlug, Problem, visitPicture, type Logo, type VisitedPicture } from '@scheduling/core'
import type { Request, Response } from 'express'
import { dropRest } from './body.ts'
import { clientAddress } from './client-address.ts'
import { countUnknownPath } from './limit-headers.ts'
import { requireGet } from './method-not-allowed.ts'
import { openRoute, type OpenHandler } from './open-routes.ts'
import { sendAnswer } from './send-answer.ts'
import { attemptsIn } from './session.ts'

const PICTURES = ['logo', 'photo'] as const satisfies readonly VisitedPicture[]
const PATH = /^\/([^/]+)\/(\w+)$/
type Asked = { readonly picture: VisitedPicture; readonly slug: string }
/** As versions are written. */
const VERSION = /^\?v=([\w-]{1,64})$/

const YEAR_SECONDS = 31_536_000

/**
 * An address gives the bytes of its version for good. Opened by itself, the picture can do nothing. Dashboards
 * of other origins show it too.
 */
const HEADERS = {
  'Cache-Control': `public, max-age=${YEAR_SECONDS}, immutable`,
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Referrer-Policy': 'no-referrer',
}

async function answer(
  handler: OpenHandler,
  { picture, slug }: Asked,
  request: Request,
  response: Response,
): Promise<void> {
  const { contentType, bytes: body } = await read(handler, { picture, slug }, request, response)
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
  // Pictures are compressed already.
  await sendAnswer(request, response, { status: 200, contentType, body, encoding: null })
}

export const pictures = PICTURES.map((picture) =>
  openRoute<OpenHandler>(
    `/{slug}/${picture}`,
    (path) => slugIn(path, picture),
    (handler, slug, request, response) => answer(handler, { picture, slug }, request, response),
  ),
)

/** Null: the path is another one. */
function slugIn(path: string, picture: VisitedPicture): string | null {
  const [, slug, name] = PATH.exec(path) ?? []
  return name === picture && slug !== undefined && isSlug(slug) ? slug : null
}

async function read(
  handler: OpenHandler,
  { picture, slug }: Asked,
  request: Request,
  response: Response,
): Promise<Logo> {
  await dropRest(request)
  requireGet(request, response)
  const { limits, service, trustedProxies } = handler
  const address = clientAddress(request, trustedProxies)
  const [, version] = VERSION.exec(request.url.slice(request.path.length)) ?? []
  const found =
    version === undefined
      ? null
      : await visitPicture(
          service,
          { attempts: attemptsIn(limits), address },
          { picture, slug, version },
        )
  if (found !== null) return found
  countUnknownPath(handler, address, response)
  throw new Problem('not_found', 'There is no such picture.')
}
