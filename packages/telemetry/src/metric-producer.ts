/** Prometheus' instruments as OTLP's metrics: they are declared once, and both read them. */
import { ValueType, type HrTime } from '@opentelemetry/api'
import { hrTime } from '@opentelemetry/core'
import type { Resource } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  DataPointType,
  type DataPoint,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics'

/** As much of a registry of `prom-client` as is read. */
export type PromRegistry = { getMetricsAsJSON(): Promise<readonly PromMetric[]> }

type Labels = Partial<Record<string, string | number>>
type PromValue = { readonly value: number; readonly labels: Labels; readonly metricName?: string }
type PromMetric = {
  readonly name: string
  readonly help: string
  /** `counter`, `gauge` or `histogram`. A summary is left out: ours has none. */
  readonly type: unknown
  readonly values?: readonly PromValue[]
}

type Times = Pick<DataPoint<number>, 'startTime' | 'endTime'>

export function producerOver(registry: PromRegistry, resource: Resource): MetricProducer {
  const startTime: HrTime = hrTime()
  return {
    async collect() {
      const times = { startTime, endTime: hrTime() }
      const metrics = (await registry.getMetricsAsJSON()).flatMap((metric) => {
        const read = READERS[String(metric.type)]
        return read === undefined ? [] : [read(metric, times)]
      })
      const scopeMetrics = [{ scope: { name: 'scheduling' }, metrics }]
      return { resourceMetrics: { resource, scopeMetrics }, errors: [] }
    },
  }
}

const READERS: Readonly<Record<string, (metric: PromMetric, times: Times) => MetricData>> = {
  counter: (metric, times) => ({
    ...basics(metric),
    dataPointType: DataPointType.SUM,
    isMonotonic: true,
    dataPoints: numbers(metric, times),
  }),
  gauge: (metric, times) => ({
    ...basics(metric),
    dataPointType: DataPointType.GAUGE,
    dataPoints: numbers(metric, times),
  }),
  histogram: (metric, times) => ({
    ...basics(metric),
    dataPointType: DataPointType.HISTOGRAM,
    dataPoints: histograms(metric, times),
  }),
}

function basics({ name, help }: PromMetric) {
  const descriptor = { name, description: help, unit: unitOf(name), valueType: ValueType.DOUBLE }
  return { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE }
}

/** Prometheus' names end with their unit. */
function unitOf(name: string): string {
  if (name.endsWith('_seconds') || name.endsWith('_seconds_total')) return 's'
  return name.endsWith('_bytes') ? 'By' : ''
}

function numbers({ values = [] }: PromMetric, times: Times): DataPoint<number>[] {
  return values.map(({ value, labels }) => ({ ...times, attributes: texts(labels), value }))
}

/** Of the rows of one histogram: `_bucket` counts all up to `le`, OTLP's buckets each for itself. */
function histograms({ name, values = [] }: PromMetric, times: Times): DataPoint<Histogram>[] {
  const series = Map.groupBy(values, ({ labels }) => JSON.stringify(withoutBound(labels)))
  return [...series.values()].map((rows) => {
    const upTo = rows.filter(({ metricName }) => metricName === `${name}_bucket`)
    const one = (suffix: string) =>
      rows.find(({ metricName }) => metricName === `${name}_${suffix}`)?.value ?? 0
    const counts = upTo.map(({ value }, at) => value - (upTo[at - 1]?.value ?? 0))
    const boundaries = upTo.map(({ labels }) => Number(labels['le'])).filter(Number.isFinite)
    return {
      ...times,
      attributes: texts(withoutBound(rows[0]?.labels ?? {})),
      value: { buckets: { boundaries, counts }, count: one('count'), sum: one('sum') },
    }
  })
}

function withoutBound(labels: Labels): Labels {
  const { le: bound, ...others } = labels
  return bound === undefined ? labels : others
}

function texts(labels: Labels): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, String(value)]))
}
