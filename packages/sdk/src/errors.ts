/** What goes wrong: refusals of the API, and what never became an answer. */
import type { FieldCode, ProblemStatuses } from './api-records.ts'

/** A field that the API refused. */
export type FieldError = {
  /** The path of the field as the wire has it, such as `client.phone` or `service_ids[1]`. */
  readonly field: string
  readonly code: FieldCode
  /** For people; may change. */
  readonly message: string
}

/** A code that the API answers. */
export type ProblemCode = keyof ProblemStatuses

/**
 * A code that the library itself gives:
 *
 * - `connection_failed`: the connection could not be made, or broke before the whole answer was there.
 * - `timed_out`: the answer took longer than `timeoutMs`.
 * - `aborted`: your signal ended the call.
 * - `unexpected_answer`: what came is no answer of the API, such as the page of a proxy.
 * - `bookmark_invalid`: the bookmark was not made by `sync()`, or by a newer version of this library.
 * - `signature_missing`: the delivery has none of the two signature headers, or one that cannot be read.
 * - `signature_wrong`: no signature fits the body and the secrets.
 * - `timestamp_too_old`: the signature is right, but was made too long ago, or your clock is wrong.
 * - `body_not_raw`: the body was given as an object: something has parsed it before.
 * - `body_too_large`: the body is larger than any delivery.
 * - `body_not_an_event`: the signature is right, but the body is no event, as of a `custom` webhook.
 */
export type LocalCode =
  | 'connection_failed'
  | 'timed_out'
  | 'aborted'
  | 'unexpected_answer'
  | 'bookmark_invalid'
  | 'signature_missing'
  | 'signature_wrong'
  | 'timestamp_too_old'
  | 'body_not_raw'
  | 'body_too_large'
  | 'body_not_an_event'

type Details = {
  readonly title?: string
  readonly status?: number | null
  readonly errors?: readonly FieldError[]
  readonly requestId?: string | null
  readonly retryAfterSeconds?: number | null
  readonly cause?: unknown
}

/** Every error of this library. `isSchedulingError` narrows it to a union by `code`. */
export class SchedulingError extends Error {
  override readonly name = 'SchedulingError'
  /** Decide by this. The API may get new codes: decide by `status` for those that you do not know. */
  readonly code: ProblemCode | LocalCode
  /** Of the answer; null where there was none. */
  readonly status: number | null
  /** For people; may change. `message` has the details. */
  readonly title: string
  /** The fields that were refused; empty for most codes. */
  readonly errors: readonly FieldError[]
  /** Of the answer, for support; null where there was none. */
  readonly requestId: string | null
  /** How long the API asks to wait; null where it does not say. */
  readonly retryAfterSeconds: number | null

  constructor(code: ProblemCode | LocalCode, detail: string, details: Details = {}) {
    super(detail, details.cause === undefined ? undefined : { cause: details.cause })
    this.code = code
    this.status = details.status ?? null
    this.title = details.title ?? detail
    this.errors = details.errors ?? []
    this.requestId = details.requestId ?? null
    this.retryAfterSeconds = details.retryAfterSeconds ?? null
  }

  /** For a log: everything that it says, without the stack and the cause. */
  toJSON(): Readonly<Record<string, unknown>> {
    const { name, code, status, title, detail, errors, requestId, retryAfterSeconds } = this
    return { name, code, status, title, detail, errors, requestId, retryAfterSeconds }
  }

  /** What went wrong, for people; may change. */
  get detail(): string {
    return this.message
  }
}

/** An error of this library, told apart by `code`, which also says the `status`. */
export type SchedulingFailure =
  | {
      [Code in ProblemCode]: SchedulingError & {
        readonly code: Code
        readonly status: ProblemStatuses[Code]
        readonly requestId: string
      }
    }[ProblemCode]
  | { [Code in LocalCode]: SchedulingError & { readonly code: Code } }[LocalCode]

export function isSchedulingError(error: unknown): error is SchedulingFailure {
  return error instanceof SchedulingError
}
