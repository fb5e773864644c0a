/** The contract tests that are about a route of REST: their titles name it, as in `POST /v1/clients`. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '../..')
const FOLDER = 'test/contract'

const TITLE = /\b(?:describe|it)(?:\.each\([^)]*\))?\(\s*['`](?:GET|POST|PATCH|DELETE) \/v1/

/** Where each verb of a route has a file. Others are about the whole: races, the document, the SDK itself. */
const ROOMS = [
  'appointments',
  'availability',
  'clients',
  'deposits',
  'feed',
  'organization',
  'professionals',
  'queue',
  'services',
  'webhooks',
]

/** Paths from the root of the project. */
export function restTests(): string[] {
  return ROOMS.flatMap((room) =>
    readdirSync(path.join(ROOT, FOLDER, room))
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => `${FOLDER}/${room}/${name}`)
      .filter((file) => TITLE.test(readFileSync(path.join(ROOT, file), 'utf8'))),
  )
}
