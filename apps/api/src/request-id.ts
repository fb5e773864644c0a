import type { IncomingMessage } from 'node:http'

/** A request that has an id: answers, logs and events name it. */
export type IdentifiedRequest = IncomingMessage & { readonly requestId: string }

export function identify(request: IncomingMessage, requestId: string): void {
  Object.assign(request, { requestId })
}

/** Safe for every request that comes through the app: its first middleware identifies it. */
export function identified<Request extends IncomingMessage>(
  request: Request,
): Request & IdentifiedRequest {
  return request as Request & IdentifiedRequest
}
