/** `/docs/embed/demo`: the booking of an organization in a frame, as it stands on a site of theirs. */
import { isSlug, LIMITS, problemOf, type AppRouter } from '@scheduling/core'
import type { Request, Response } from 'express'
import { createHash } from 'node:crypto'
import { dropRest } from './body.ts'
import { escaped } from './docs/escaped.ts'
import { requireGet } from './method-not-allowed.ts'
import { exactly, openRoute, type OpenHandler } from './open-routes.ts'
import { sendAnswer } from './send-answer.ts'
import { visitorContext } from './visitor-context.ts'

const ROUTE = '/docs/embed/demo'
/** Of the demo that `npm start` makes. */
const DEMO_CLINIC = 'clinica-aurora'

const STYLE = `:root{color-scheme:light}body{font:1rem/1.6 system-ui,sans-serif;max-width:44rem;margin:0 auto;padding:1rem}
pre{overflow:auto;border:1px solid #8a8a94;border-radius:.375rem;padding:.75rem}input,button{font:inherit;min-height:2.75rem;padding:.5rem .75rem;max-width:100%}
.site{border:1px dashed #8a8a94;border-radius:.375rem;padding:.5rem}`

const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "frame-src 'self'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
}

type Pages = OpenHandler & { readonly router: AppRouter }

async function answer(
  pages: Pages,
  _path: string,
  request: Request,
  response: Response,
): Promise<void> {
  await dropRest(request)
  requireGet(request, response)
  const asked = new URLSearchParams(request.url.slice(ROUTE.length)).get('clinic')
  const slug = asked ?? DEMO_CLINIC
  const isThere = isSlug(slug) && (await exists(pages, request, slug))
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
  const body = html({ asked, slug: isThere ? slug : null, base: pages.service.publicBaseUrl })
  await sendAnswer(request, response, { status: 200, contentType: TYPE, body })
}

export const embedDemo = openRoute(ROUTE, exactly(ROUTE), answer)

const TYPE = 'text/html; charset=utf-8'

async function exists(pages: Pages, request: Request, slug: string): Promise<boolean> {
  try {
    const visitor = pages.router.createCaller(visitorContext(pages, request)).publicBooking
    await visitor.getOrganization({ slug })
    return true
  } catch (error) {
    if (problemOf(error).code === 'not_found') return false
    throw error
  }
}

type Demo = {
  /** As it was typed; null: nothing was. */
  readonly asked: string | null
  /** Null: there is no such organization. */
  readonly slug: string | null
  readonly base: string
}

function html({ asked, slug, base }: Demo): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Booking on your site: a demo</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Booking on your site: a demo</h1>
<p>The dashed box is a part of this page, as it would be of yours. What it shows comes from the script below. <a href="/docs/embed">How it works</a></p>
<form>
<p><label for="clinic">The word of an organization in its addresses</label><br>
<input id="clinic" name="clinic" value="${escaped(slug ?? asked ?? '')}" maxlength="${LIMITS.slugCharacters}" required> <button>Show</button></p>
</form>
${slug === null ? unknown(asked) : shown(slug, base)}
</main>
</body>
</html>
`
}

function unknown(asked: string | null): string {
  return asked === null
    ? '<p>This service has no demo clinic. Type the word of an organization.</p>'
    : '<p role="alert">No organization has this word.</p>'
}

function shown(slug: string, base: string): string {
  return `<pre tabindex="0" role="group" aria-label="HTML"><code>${escaped(snippetOf(slug, base))}</code></pre>
<div class="site">
<a href="/${escaped(slug)}">Book a time</a>
<script src="/embed.js" data-clinic="${escaped(slug)}" async></script>
</div>`
}

function snippetOf(slug: string, base: string): string {
  return `<a href="${base}/${slug}">Book a time</a>
<script src="${base}/embed.js" data-clinic="${slug}" async></script>`
}
