/** What every process measures of itself, and of the database that all share. */
import { logLinesLost } from '@scheduling/core'
import type { Connection } from '@scheduling/database'
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import { databaseGauges } from './database-gauges.ts'

export type ProcessMetrics = {
  /** Where a process puts its own. Labels are bounded, and never name an organization, an address or a person. */
  readonly registry: Registry
  /** Everything, in Prometheus' text format. */
  text(): Promise<string>
  readonly contentType: string
}

export function createProcessMetrics(connection: Connection): ProcessMetrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  poolGauges(connection, registry)
  databaseGauges(connection, registry)
  lostLines(registry)
  return { registry, text: () => registry.metrics(), contentType: registry.contentType }
}

function lostLines(registry: Registry): void {
  new Counter({
    name: 'log_lines_lost_total',
    help: 'Lines of the log that standard output did not take: its disk is full, or its reader is gone.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(logLinesLost())
    },
  })
}

function poolGauges({ pool }: Connection, registry: Registry): void {
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections of this process by state; waiting = requests that wait for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'open' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
}
