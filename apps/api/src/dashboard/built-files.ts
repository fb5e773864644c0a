/** What `vite build` wrote, read once. */
import { DASHBOARD_FOLDER } from '@scheduling/dashboard'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { PublicReply } from '../public-routes.ts'

export type BuiltDashboard = {
  /** With places for the nonce of an answer. */
  readonly page: string
  /** By path, such as `/app/assets/index-1ipntO9v.js`. */
  readonly assets: ReadonlyMap<string, PublicReply>
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

const YEAR_SECONDS = 31_536_000

/** The name of an asset changes with its content. */
const HEADERS = { 'Cache-Control': `public, max-age=${YEAR_SECONDS}, immutable` }

/** Null: it was not built. */
export function readBuilt(folder = DASHBOARD_FOLDER): BuiltDashboard | null {
  const page = readPage(folder)
  if (page === null) return null
  const names = readdirSync(path.join(folder, 'assets'))
  return {
    page,
    assets: new Map(
      names.flatMap((name) => {
        const contentType = CONTENT_TYPES[path.extname(name)]
        if (contentType === undefined) return []
        const body = readFileSync(path.join(folder, 'assets', name))
        return [[`/app/assets/${name}`, { contentType, body, headers: HEADERS }]]
      }),
    ),
  }
}

function readPage(folder: string): string | null {
  try {
    return readFileSync(path.join(folder, 'index.html'), 'utf8')
  } catch {
    return null
  }
}
