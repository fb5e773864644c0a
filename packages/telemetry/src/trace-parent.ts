/** `traceparent` of W3C's Trace Context, which names a span of a trace. */
import type { SpanContext } from '@opentelemetry/api'

const FORM = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-|$)/
/** Later versions may append parts after it. */
const LENGTH_OF_FIRST_VERSION = 55
const NO_TRACE = '0'.repeat(32)
const NO_SPAN = '0'.repeat(16)
const SAMPLED = 1

/**
 * What a header, or a column, says. Null: it says nothing that can be followed.
 *
 * @param text of strangers: nothing after its first parts is looked at
 */
export function parsedTraceParent(text: string | null | undefined): SpanContext | null {
  if (text == null || text.length < LENGTH_OF_FIRST_VERSION) return null
  if (text.startsWith('00') && text.length > LENGTH_OF_FIRST_VERSION) return null
  const [, traceId, spanId, flags] = FORM.exec(text.slice(0, LENGTH_OF_FIRST_VERSION + 1)) ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return null
  if (traceId === NO_TRACE || spanId === NO_SPAN) return null
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & SAMPLED }
}

export function writtenTraceParent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-0${traceFlags & SAMPLED}`
}

export function isSampled({ traceFlags }: SpanContext): boolean {
  return (traceFlags & SAMPLED) === SAMPLED
}
