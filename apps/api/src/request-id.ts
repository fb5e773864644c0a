import type { FieldError, KeyHolder } from '@scheduling/core'
import type { IncomingMessage } from 'node:http'
import type { z } from 'zod'

/** A request that has an id: answers, logs and events name it. */
export type IdentifiedRequest = IncomingMessage & {
  readonly requestId: string
  /** Whose key it carries. Null: not looked up yet, or no known key. */
  holder: KeyHolder | null
  /** What it calls, for the request log. Null: it is not kept there. */
  called: Called | null
  /** What it was answered, for logs and metrics. Null: not yet, or by no route of the table. */
  answered: Answered | null
  /** Called once it is answered, where its connection was closed before. */
  afterAnswer: (() => void) | null
}

/** The values of a path by their names, and the schema that names the fields of the call; null: it has none of its own. */
export type Called = {
  readonly pathNames: readonly string[]
  readonly pathValues: readonly string[]
  readonly input: z.ZodType | null
}

/** `route` is a template, or `none`. Without a `code`, the request was not refused. */
export type Answered = {
  readonly route: string
  readonly code: string | null
  readonly errors?: readonly FieldError[]
  /** The answer is that of an earlier request. */
  readonly isReplayed?: boolean
}

export function identify(request: IncomingMessage, requestId: string): IdentifiedRequest {
  return Object.assign(request, {
    requestId,
    holder: null,
    called: null,
    answered: null,
    afterAnswer: null,
  })
}

/** Safe for every request that comes through the app, which identifies it first. */
export function identified<Request extends IncomingMessage>(
  request: Request,
): Request & IdentifiedRequest {
  return request as Request & IdentifiedRequest
}
