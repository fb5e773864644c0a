export {
  currentTraceId,
  currentTraceParent,
  inPart,
  inSpan,
  openSpan,
  type Attributes,
  type Cause,
  type Span,
  type SpanOptions,
} from './span.ts'
export { telemetryFrom, type Telemetry, type TelemetrySettings } from './telemetry.ts'
export { SAMPLERS } from './sampler-names.ts'
