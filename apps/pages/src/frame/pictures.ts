/** What stands for a page where its clinic has no logo: in the tab of a browser, and in previews of its link. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'

function pictureAt(name: string, contentType: string) {
  const body = readFileSync(path.join(import.meta.dirname, name))
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 12)
  const headers = {
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  }
  return { path: `/assets/${digest}/${name}`, contentType, body, headers }
}

export const ICON = pictureAt('icon.svg', 'image/svg+xml')
/** Messengers show no SVG. */
export const PREVIEW = pictureAt('preview.png', 'image/png')
