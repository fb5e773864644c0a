/** What stands for a page where its clinic has no logo: in the tab of a browser, and in previews of its link. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'

const CORP = { 'Cross-Origin-Resource-Policy': 'cross-origin' }

function pictureAt(name: string, contentType: string) {
  const body = read(name)
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 12)
  const headers = { ...CORP, 'Cache-Control': 'public, max-age=31536000, immutable' }
  return { path: `/assets/${digest}/${name}`, contentType, body, headers }
}

function read(name: string): Buffer {
  return readFileSync(path.join(import.meta.dirname, name))
}

export const ICON = pictureAt('icon.svg', 'image/svg+xml')
/** Messengers show no SVG. */
export const PREVIEW = pictureAt('preview.png', 'image/png')

/** The icon in 16, 32 and 48 pixels, for programs that read no page. Its name stays when it changes, so it is kept for a day. */
export const FAVICON = {
  path: '/favicon.ico',
  contentType: 'image/x-icon',
  body: read('favicon.ico'),
  headers: { ...CORP, 'Cache-Control': 'public, max-age=86400' },
}
