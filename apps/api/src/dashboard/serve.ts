/** `/app`: one page for every address of the dashboard, and the files that it loads. */
import { Problem } from '@scheduling/core'
import { NONCE_PLACE } from '@scheduling/dashboard'
import type { Request, Response } from 'express'
import { randomBytes } from 'node:crypto'
import { dropRest } from '../body.ts'
import { requireGet } from '../method-not-allowed.ts'
import { openRoute, type OpenHandler } from '../open-routes.ts'
import type { PublicRoutes } from '../public-routes.ts'
import { sendAnswer } from '../send-answer.ts'
import { readBuilt, type BuiltDashboard } from './built-files.ts'

const ROOT = '/app'
const ASSETS = '/app/assets/'

export type DashboardFiles = () => BuiltDashboard | null

/** Read when it is first asked for: a process that shows no dashboard does not need it. */
export function builtOnce(): DashboardFiles {
  let built: BuiltDashboard | null = null
  return () => (built ??= readBuilt())
}

export function dashboardAssets(files: DashboardFiles): PublicRoutes {
  return {
    refusesBlockedAddresses: false,
    at: (path) =>
      path.startsWith(ASSETS) ? () => Promise.resolve(files()?.assets.get(path) ?? null) : null,
  }
}

/** The script reads the address and shows its page. */
export const dashboardPage = openRoute(
  ROOT,
  (path) => (path === ROOT || path.startsWith(`${ROOT}/`) ? path : null),
  async ({ files }: OpenHandler & { readonly files: DashboardFiles }, _path, request, response) => {
    await dropRest(request)
    requireGet(request, response)
    await sendPage(files(), request, response)
  },
)

async function sendPage(
  built: BuiltDashboard | null,
  request: Request,
  response: Response,
): Promise<void> {
  if (built === null) {
    throw new Problem(
      'service_unavailable',
      'The dashboard is not built here. Run `pnpm build`, and start the service again.',
    )
  }
  const nonce = randomBytes(16).toString('base64url')
  for (const [name, value] of Object.entries(headersWith(nonce))) response.setHeader(name, value)
  const body = built.page.replaceAll(NONCE_PLACE, nonce)
  await sendAnswer(request, response, {
    status: 200,
    contentType: 'text/html; charset=utf-8',
    body,
  })
}

/**
 * Nothing from elsewhere runs, is shown or is told. Styles that the components make while the page runs carry the nonce.
 */
function headersWith(nonce: string): Readonly<Record<string, string>> {
  return {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "connect-src 'self'",
      "img-src 'self' data:",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'Referrer-Policy': 'no-referrer',
    'X-Frame-Options': 'DENY',
    'X-Robots-Tag': 'noindex, nofollow',
  }
}
