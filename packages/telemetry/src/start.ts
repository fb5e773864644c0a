/** Starts OpenTelemetry's SDK. Loaded only where telemetry is on. */
import { context } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { setGlobalErrorHandler } from '@opentelemetry/core'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { ATTR_SERVICE_NAME } from '@opentelemetry/semantic-conventions'
import { producerOver } from './metric-producer.ts'
import { decidedAs, SamplerBySetting } from './sampling.ts'
import { traceWith } from './span.ts'
import type { Telemetry, TelemetryOptions, TelemetrySettings } from './telemetry.ts'

/** What waits to be sent is dropped beyond this many spans: some megabytes at most, however long the collector is away. */
const MOST_SPANS_WAITING = 4096
const SPANS_AT_ONCE = 512
const SEND_SPANS_EACH_MS = 2000
const SEND_METRICS_EACH_MS = 30_000
/** A collector that takes longer has lost what was sent. */
const ANSWER_WITHIN_MS = 5000
/** All that waits is sent at once when the process ends; a request that is one too many is lost. */
const REQUESTS_AT_ONCE = MOST_SPANS_WAITING / SPANS_AT_ONCE
/** For what is sent when the process ends. */
const STOP_WITHIN_MS = 3000
const LIMITS_OF_SPANS = {
  attributeValueLengthLimit: 256,
  attributeCountLimit: 32,
  linkCountLimit: 8,
  eventCountLimit: 0,
}

export function started(
  endpoint: string,
  settings: TelemetrySettings,
  { serviceName, registry, failed, random }: TelemetryOptions,
): Telemetry {
  setGlobalErrorHandler(failed)
  const resource = resourceFromAttributes({
    [ATTR_SERVICE_NAME]: serviceName,
    ...settings.OTEL_RESOURCE_ATTRIBUTES,
    ...(settings.OTEL_SERVICE_NAME === undefined
      ? {}
      : { [ATTR_SERVICE_NAME]: settings.OTEL_SERVICE_NAME }),
  })
  const to = (signal: string) => ({
    url: `${endpoint}/v1/${signal}`,
    headers: settings.OTEL_EXPORTER_OTLP_HEADERS,
    timeoutMillis: ANSWER_WITHIN_MS,
    concurrencyLimit: REQUESTS_AT_ONCE,
  })
  const spans = new TracerProvider({
    resource,
    spanLimits: LIMITS_OF_SPANS,
    sampler: new SamplerBySetting(
      settings.OTEL_TRACES_SAMPLER,
      settings.OTEL_TRACES_SAMPLER_ARG,
      random,
    ),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter(to('traces')),
        maxQueueSize: MOST_SPANS_WAITING,
        maxExportBatchSize: SPANS_AT_ONCE,
        scheduledDelayMillis: SEND_SPANS_EACH_MS,
        exportTimeoutMillis: ANSWER_WITHIN_MS,
      }),
    ],
  })
  const metrics = new MeterProvider({
    resource,
    readers: [
      new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter(to('metrics')),
        exportIntervalMillis: SEND_METRICS_EACH_MS,
        exportTimeoutMillis: ANSWER_WITHIN_MS,
        metricProducers: [producerOver(registry, resource)],
      }),
    ],
  })
  const contexts = new AsyncLocalStorageContextManager()
  context.setGlobalContextManager(contexts.enable())
  traceWith({ tracer: spans.getTracer('scheduling'), decidedAs })
  return {
    async stop() {
      traceWith(null)
      const sent = Promise.allSettled([spans.shutdown(), metrics.shutdown()])
      let timer: NodeJS.Timeout | undefined
      const patience = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, STOP_WITHIN_MS)
      })
      await Promise.race([sent, patience])
      clearTimeout(timer)
      context.disable()
      contexts.disable()
    },
  }
}
