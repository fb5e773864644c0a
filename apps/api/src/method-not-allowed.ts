import { Problem } from '@scheduling/core'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** Of a path that is only read. @throws `405 method_not_allowed` */
export function requireGet(request: IncomingMessage, response: ServerResponse): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  throw methodNotAllowed(request, response, 'GET')
}

/**
 * `405 method_not_allowed`, with the header that belongs to it.
 *
 * @param allowed as `Allow` has it: `GET, POST`
 */
export function methodNotAllowed(
  { method }: Pick<IncomingMessage, 'method'>,
  response: ServerResponse,
  allowed: string,
): Problem {
  response.setHeader('Allow', allowed)
  return new Problem(
    'method_not_allowed',
    `${method} is not accepted here. This path accepts: ${allowed}.`,
  )
}
