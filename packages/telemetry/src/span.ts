/** Spans, for all other rooms. While telemetry is off, each of these functions only runs the work. */
import {
  context,
  INVALID_SPAN_CONTEXT,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span as SdkSpan,
  type SpanContext,
  type Tracer,
} from '@opentelemetry/api'
import { isSampled, parsedTraceParent, writtenTraceParent } from './trace-parent.ts'

/** Names by OpenTelemetry's semantic conventions. Never a value of a request, of a statement or of a person. */
export type Attributes = Readonly<Record<string, string | number | boolean>>

export type SpanOptions = {
  /** Default: `internal`. */
  readonly kind?: 'internal' | 'server' | 'client' | 'producer' | 'consumer'
  readonly attributes?: Attributes
  /** Default: it belongs to the span that is under way, or begins a trace. */
  readonly cause?: Cause
}

/** What a span follows, as a `traceparent`. One that is null or of no such form counts for nothing. */
export type Cause =
  /** A caller's header: strangers name the trace. */
  | { readonly caller: string | null | undefined }
  /** Ours, kept in a row: the trace goes on. */
  | { readonly parent: string | null }
  /** Ours, of long ago, or one of several: a trace of its own, linked to it, and recorded as it was. */
  | { readonly link: string | null }

/** A span that is under way. */
export type Span = {
  set(attributes: Attributes): void
  rename(name: string): void
  /** @param type a class of errors, never their words */
  fail(type: string): void
  /** Runs work in it: what is asked for meanwhile belongs to it. */
  run<Result>(work: () => Result): Result
  end(): void
}

type Tracing = {
  readonly tracer: Tracer
  readonly decidedAs: (context: Context, isRecorded: boolean) => Context
}

let tracing: Tracing | null = null

/** @param begun null: spans are made no more */
export function traceWith(begun: Tracing | null): void {
  tracing = begun
}

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
}

const NO_SPAN: Span = {
  set: () => undefined,
  rename: () => undefined,
  fail: () => undefined,
  run: (work) => work(),
  end: () => undefined,
}

/** Begins a span. The caller ends it. */
export function openSpan(name: string, options: SpanOptions = {}): Span {
  if (tracing === null) return NO_SPAN
  const { kind = 'internal', attributes = {}, cause } = options
  const { within, links } = placeOf(tracing, cause)
  const span = tracing.tracer.startSpan(name, { kind: KINDS[kind], attributes, links }, within)
  return shown(span, trace.setSpan(within, span))
}

function shown(span: SdkSpan, inside: Context): Span {
  return {
    set: (attributes) => void span.setAttributes(attributes),
    rename: (name) => void span.updateName(name),
    fail(type) {
      span.setAttribute('error.type', type)
      span.setStatus({ code: SpanStatusCode.ERROR })
    },
    run: (work) => context.with(inside, work),
    end: () => span.end(),
  }
}

type Place = { readonly within: Context; readonly links: { readonly context: SpanContext }[] }

function placeOf({ decidedAs }: Tracing, cause: Cause | undefined): Place {
  if (cause === undefined) return { within: context.active(), links: [] }
  if ('link' in cause) {
    const linked = parsedTraceParent(cause.link)
    if (linked === null) return { within: ROOT_CONTEXT, links: [] }
    return { within: decidedAs(ROOT_CONTEXT, isSampled(linked)), links: [{ context: linked }] }
  }
  const isRemote = 'caller' in cause
  const parent = parsedTraceParent(isRemote ? cause.caller : cause.parent)
  if (parent === null) return { within: ROOT_CONTEXT, links: [] }
  return { within: trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote }), links: [] }
}

/** Runs work in a span. What it throws marks the span as failed, by the name of the error alone. */
export async function inSpan<Result>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  if (tracing === null) return work(NO_SPAN)
  const span = openSpan(name, options)
  try {
    return await span.run(() => work(span))
  } catch (error) {
    span.fail(error instanceof Error ? error.name : typeof error)
    throw error
  } finally {
    span.end()
  }
}

/**
 * As `inSpan`, but only where a span is under way that is recorded: a part of something, which means nothing on its own.
 */
export function inPart<Result>(
  name: string,
  options: Omit<SpanOptions, 'cause'>,
  work: () => Promise<Result>,
): Promise<Result> {
  if (tracing === null || trace.getActiveSpan()?.isRecording() !== true) return work()
  return inSpan(name, options, work)
}

/** The span that is under way, to be kept with what it causes. Null: there is none. */
export function currentTraceParent(): string | null {
  const current = currentContext()
  return current === null ? null : writtenTraceParent(current)
}

/** The trace that is under way and recorded: its lines in the log name it. Null: there is none. */
export function currentTraceId(): string | null {
  const current = currentContext()
  return current === null || !isSampled(current) ? null : current.traceId
}

function currentContext(): SpanContext | null {
  if (tracing === null) return null
  const current = trace.getActiveSpan()?.spanContext() ?? INVALID_SPAN_CONTEXT
  return isSpanContextValid(current) ? current : null
}
