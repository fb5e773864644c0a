/** The script that other sites load to show the booking in a frame. Its address stays, so browsers ask again each hour. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { withoutComments } from '../script/without-comments.ts'

export const EMBED = {
  path: '/embed.js',
  contentType: 'text/javascript; charset=utf-8',
  body: withoutComments(readFileSync(path.join(import.meta.dirname, 'embed.js'), 'utf8')),
  headers: {
    'Cache-Control': 'public, max-age=3600',
    // Sites that isolate themselves, or that check the content of what they load, may have it.
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  },
} as const
