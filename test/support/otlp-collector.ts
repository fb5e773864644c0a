/** A collector of OpenTelemetry: OTLP over HTTP, with protobuf, as a real one takes it. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { parse, type Type } from 'protobufjs'

export type CollectedSpan = {
  /** `service.name` of the process. */
  readonly service: string
  readonly traceId: string
  readonly spanId: string
  /** Empty: it begins the trace. */
  readonly parentSpanId: string
  readonly name: string
  readonly kind: string
  readonly attributes: Readonly<Record<string, string | number | boolean>>
  /** `trace id`s of what it is linked to. */
  readonly links: readonly string[]
  readonly isError: boolean
}

export type CollectedMetric = {
  readonly service: string
  readonly name: string
  readonly kind: 'gauge' | 'sum' | 'histogram'
  readonly unit: string
  readonly points: readonly any[]
}

export type Collector = {
  readonly url: string
  readonly spans: CollectedSpan[]
  readonly metrics: CollectedMetric[]
  readonly headers: IncomingHttpHeaders[]
  /** All that arrived, as text, for what must not be in it. */
  text(): string
  close(): Promise<void>
}

/** As much of OTLP 1.x as is sent. */
const SCHEMA = `syntax = "proto3";
message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; } }
message KeyValue { string key = 1; AnyValue value = 2; }
message Resource { repeated KeyValue attributes = 1; }
message Status { string message = 2; int32 code = 3; }
message Link { bytes trace_id = 1; bytes span_id = 2; }
enum SpanKind { UNSPECIFIED = 0; INTERNAL = 1; SERVER = 2; CLIENT = 3; PRODUCER = 4; CONSUMER = 5; }
message Event { fixed64 time_unix_nano = 1; string name = 2; repeated KeyValue attributes = 3; }
message Span { bytes trace_id = 1; bytes span_id = 2; string trace_state = 3; bytes parent_span_id = 4; string name = 5;
  SpanKind kind = 6; repeated KeyValue attributes = 9; repeated Event events = 11; repeated Link links = 13; Status status = 15; }
message ScopeSpans { repeated Span spans = 2; }
message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
message Traces { repeated ResourceSpans resource_spans = 1; }
message NumberPoint { repeated KeyValue attributes = 7; double as_double = 4; sfixed64 as_int = 6; }
message Gauge { repeated NumberPoint data_points = 1; }
message Sum { repeated NumberPoint data_points = 1; int32 aggregation_temporality = 2; bool is_monotonic = 3; }
message HistogramPoint { repeated KeyValue attributes = 9; fixed64 count = 4; double sum = 5; repeated fixed64 bucket_counts = 6;
  repeated double explicit_bounds = 7; }
message Histogram { repeated HistogramPoint data_points = 1; int32 aggregation_temporality = 2; }
message Metric { string name = 1; string unit = 3; Gauge gauge = 5; Sum sum = 7; Histogram histogram = 9; }
message ScopeMetrics { repeated Metric metrics = 2; }
message ResourceMetrics { Resource resource = 1; repeated ScopeMetrics scope_metrics = 2; }
message Metrics { repeated ResourceMetrics resource_metrics = 1; }`

const { root } = parse(SCHEMA)

/** @param answerAfterMs how slow it is; null: it never answers */
export async function startCollector(answerAfterMs: number | null = 0): Promise<Collector> {
  const [spans, metrics, headers, all] = [[], [], [], []] as [
    CollectedSpan[],
    CollectedMetric[],
    IncomingHttpHeaders[],
    string[],
  ]
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const sent = Buffer.concat(chunks)
      const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent
      headers.push(request.headers)
      if (request.url === '/v1/traces') read(root.lookupType('Traces'), body, all, spans, spansOf)
      if (request.url === '/v1/metrics') {
        read(root.lookupType('Metrics'), body, all, metrics, metricsOf)
      }
      if (answerAfterMs !== null) setTimeout(() => response.writeHead(200).end(), answerAfterMs)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    metrics,
    headers,
    text: () => all.join('\n'),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function read<Row>(
  type: Type,
  body: Buffer,
  all: string[],
  rows: Row[],
  rowsOf: (message: any) => Row[],
): void {
  const options = { longs: Number, enums: String, bytes: String, defaults: false } as const
  const message = type.toObject(type.decode(body), options)
  all.push(JSON.stringify(message))
  rows.push(...rowsOf(message))
}

function valuesOf(pairs: any[] = []): Record<string, string | number | boolean> {
  return Object.fromEntries(
    pairs.map(({ key, value }) => [key, Object.values(value ?? {})[0] as any]),
  )
}

const hex = (base64: string | undefined) => Buffer.from(base64 ?? '', 'base64').toString('hex')

function spansOf(message: any): CollectedSpan[] {
  return (message.resourceSpans ?? []).flatMap(({ resource, scopeSpans }: any) =>
    scopeSpans.flatMap(({ spans = [] }: any) =>
      spans.map((span: any) => ({
        service: String(valuesOf(resource.attributes)['service.name']),
        traceId: hex(span.traceId),
        spanId: hex(span.spanId),
        parentSpanId: hex(span.parentSpanId),
        name: span.name,
        kind: span.kind,
        attributes: valuesOf(span.attributes),
        links: (span.links ?? []).map((link: any) => hex(link.traceId)),
        isError: span.status?.code === 2,
      })),
    ),
  )
}

function metricsOf(message: any): CollectedMetric[] {
  return (message.resourceMetrics ?? []).flatMap(({ resource, scopeMetrics }: any) =>
    scopeMetrics.flatMap(({ metrics = [] }: any) =>
      metrics.map(({ name, unit = '', gauge, sum, histogram }: any) => ({
        service: String(valuesOf(resource.attributes)['service.name']),
        name,
        unit,
        kind: gauge === undefined ? (sum === undefined ? 'histogram' : 'sum') : 'gauge',
        points: (gauge ?? sum ?? histogram).dataPoints ?? [],
      })),
    ),
  )
}
