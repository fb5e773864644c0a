import type { IncomingMessage } from 'node:http'

/** A request that has an id: answers, logs and events name it. */
export type IdentifiedRequest = IncomingMessage & {
  readonly requestId: string
  /** What it was answered, for logs and metrics. Null: not yet, or by no route of the table. */
  answered: Answered | null
}

/** `route` is a template, or `none`. Without a `code`, the request was not refused. */
export type Answered = { readonly route: string; readonly code: string | null }

export function identify(request: IncomingMessage, requestId: string): IdentifiedRequest {
  return Object.assign(request, { requestId, answered: null })
}

/** Safe for every request that comes through the app, which identifies it first. */
export function identified<Request extends IncomingMessage>(
  request: Request,
): Request & IdentifiedRequest {
  return request as Request & IdentifiedRequest
}
