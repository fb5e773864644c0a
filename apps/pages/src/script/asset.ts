/** The one script of the pages: every `.js` file of this folder, each in a block of its own. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { withoutComments } from './without-comments.ts'

const body = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.js'))
  .toSorted()
  .map((name) => readFileSync(path.join(import.meta.dirname, name), 'utf8'))
  .map((program) => `{\n${withoutComments(program)}\n}\n`)
  .join('')

const digest = createHash('sha256').update(body).digest('base64url').slice(0, 12)

/** Its address changes with its content. */
export const SCRIPT = {
  path: `/assets/${digest}/pages.js`,
  contentType: 'text/javascript; charset=utf-8',
  body,
  headers: { 'Cache-Control': 'public, max-age=31536000, immutable' },
} as const
