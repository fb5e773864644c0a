/** `/import/{name}`: a CSV file of a browser that is signed in, answered with a line of JSON for each of its rows. */
import {
  authorize,
  checkFile,
  IMPORT_ACCESS,
  importFile,
  ImportInput,
  importNamed,
  invalid,
  parsed,
  Problem,
  type Context,
} from '@scheduling/core'
import type { NextFunction, Request, Response } from 'express'
import { mediaTypeOf } from './body.ts'
import { allowPieces } from './body-pieces.ts'
import { answerFile, hasRoom, inputIn, type DownloadHandler } from './downloads.ts'
import { identified, type IdentifiedRequest } from './request-id.ts'
import { withSpooledFile } from './spooled-file.ts'

const PATH = /^\/import\/([a-z-]{1,40})$/

/** Middleware that answers these paths and passes every other path on. */
export function imports(handler: DownloadHandler) {
  const answer = importAnswers(handler)
  return (request: Request, response: Response, next: NextFunction): void => {
    if (PATH.test(request.path)) void answer(identified(request), response)
    else next()
  }
}

/** What answers requests; it never throws. */
function importAnswers(handler: DownloadHandler) {
  // Organizations that import in this process: a second file at the same time would only be slower.
  const busy = new Set<number>()
  return (request: Request & IdentifiedRequest, response: Response): Promise<void> => {
    allowPieces(request)
    const how = { route: '/import', method: 'POST' }
    return answerFile(handler, how, request, response, async (context) => {
      const asked = askedIn(context, request)
      const { id } = context.organization
      if (busy.has(id)) throw alreadyImporting()
      busy.add(id)
      const sums = await receive(context, asked, request, response).finally(() => busy.delete(id))
      // Last, so that a client that has read it can send the next file.
      if (sums === null) response.destroy()
      else response.end(`${JSON.stringify(sums)}\n`)
    })
  }
}

type Asked = {
  readonly name: string
  readonly found: NonNullable<ReturnType<typeof importNamed>>
  readonly options: ReturnType<typeof ImportInput.parse>
}

/** @throws `404 not_found`, `403`, `400 validation_error` */
function askedIn(context: Context, request: Request): Asked {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost')
  const [, name = ''] = PATH.exec(pathname) ?? []
  const found = importNamed(name)
  if (found === null) throw new Problem('not_found', 'There is no import of this name.')
  authorize({ kind: 'action', scope: 'write', access: IMPORT_ACCESS }, context)
  const options = parsed(ImportInput, inputIn(searchParams))
  requireCsv(request)
  return { name, found, options }
}

/**
 * Imports the file and tells a line of each row.
 *
 * @returns the sums, which are the last line: without it the import was cut off, and the file is sent again. Null: the
 *   reader has left, which ends the import after the row that is under way
 */
function receive(
  context: Context,
  { name, found, options }: Asked,
  request: Request,
  response: Response,
): Promise<object | null> {
  return withSpooledFile(request, async (file) => {
    await checkFile(file, found)
    response.setHeader('Content-Type', 'application/x-ndjson')
    const sums = { rows: 0, created: 0, updated: 0, unchanged: 0, refused: 0 }
    for await (const row of importFile(context, name, file, options)) {
      if (response.destroyed) return null
      sums.rows += 1
      sums[row.outcome] += 1
      if (response.write(`${JSON.stringify(row)}\n`)) continue
      if (!(await hasRoom(response))) return null
    }
    return { dry_run: options.dry_run, ...sums }
  })
}

function alreadyImporting(): Problem {
  const message = 'Another file of the organization is being imported. Wait until it is done.'
  return new Problem('action_not_allowed', message)
}

function requireCsv(request: Request): void {
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (mediaTypeOf(request) === 'text/csv' && encoding === 'identity') return
  const message = 'The body must be CSV, not compressed, sent with `Content-Type: text/csv`.'
  throw invalid('file', 'invalid_type', message)
}
