import type { PromRegistry } from './metric-producer.ts'
import type { SamplerName } from './sampler-names.ts'

/** Named as OpenTelemetry names them. */
export type TelemetrySettings = {
  /** Without a slash at its end. Undefined: telemetry is off. */
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined
  readonly OTEL_EXPORTER_OTLP_HEADERS: Readonly<Record<string, string>>
  readonly OTEL_SERVICE_NAME?: string | undefined
  readonly OTEL_TRACES_SAMPLER: SamplerName
  /** 0 to 1. */
  readonly OTEL_TRACES_SAMPLER_ARG: number
  readonly OTEL_RESOURCE_ATTRIBUTES: Readonly<Record<string, string>>
}

export type TelemetryOptions = {
  /** Where no setting names the service. */
  readonly serviceName: string
  /** The instruments, which are declared once: the same numbers are scraped and sent. */
  readonly registry: PromRegistry
  /** Called when something could not be sent. It is lost. */
  readonly failed: (error: unknown) => void
  /** 0 ≤ n < 1. */
  readonly random: () => number
}

export type Telemetry = {
  /** Sends what is there, for three seconds at most. */
  stop(): Promise<void>
}

const OFF: Telemetry = { stop: async () => undefined }

/**
 * Starts traces and metrics over OTLP, where the settings name a collector. Without one, the SDK is not even loaded. A
 * collector that is away or slow holds up nothing: what waits for it is bounded, and the rest is dropped.
 */
export async function telemetryFrom(
  settings: TelemetrySettings,
  options: TelemetryOptions,
): Promise<Telemetry> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = settings
  if (endpoint === undefined) return OFF
  const { started } = await import('./start.ts')
  return started(endpoint, settings, options)
}
