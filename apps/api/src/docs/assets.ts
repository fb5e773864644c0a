/** Files that pages load, each under a name that changes with its content. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { KeylessReply } from '../keyless.ts'

export type Asset = {
  readonly path: string
  readonly reply: (request: IncomingMessage) => Promise<KeylessReply>
}

const compress = promisify(gzip)

/** @param name as in `style.css`; its ending decides the content type */
export async function asset(name: string, file: URL): Promise<Asset> {
  const body = await readFile(file)
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 12)
  const contentType = name.endsWith('.css')
    ? 'text/css; charset=utf-8'
    : 'text/javascript; charset=utf-8'
  const headers = {
    'Cache-Control': 'public, max-age=31536000, immutable',
    Vary: 'Accept-Encoding',
  }
  const plain: KeylessReply = { contentType, body, headers }
  let compressed: Promise<KeylessReply> | null = null
  return {
    path: `/docs/assets/${digest}/${name}`,
    async reply(request) {
      if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return plain
      compressed ??= compress(body).then((smaller) => ({
        contentType,
        body: smaller,
        headers: { ...headers, 'Content-Encoding': 'gzip' },
      }))
      return compressed
    },
  }
}

/** The reference's program: one file that needs nothing else. MIT licence; its notice stands in the file. */
export function scalarBundle(): URL {
  return new URL('browser/standalone.js', import.meta.resolve('@scalar/api-reference'))
}
