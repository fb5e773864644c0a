/** Files that pages load, each under a name that changes with its content. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { PublicReply } from '../public-routes.ts'

export type Asset = { readonly path: string; readonly reply: PublicReply }

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
}

/** @param name as in `style.css`; its ending decides the content type */
export async function fileAsset(name: string, file: URL): Promise<Asset> {
  return asset(name, await readFile(file))
}

export function asset(name: string, body: string | Uint8Array): Asset {
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 12)
  const contentType = CONTENT_TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'text/plain'
  const headers = { 'Cache-Control': 'public, max-age=31536000, immutable' }
  return { path: `/docs/assets/${digest}/${name}`, reply: { contentType, body, headers } }
}

/** The search in the browser: one file without dependencies. MIT licence. */
export function minisearchProgram(): URL {
  return new URL(import.meta.resolve('minisearch'))
}
