/** Faults in turn over the whole service under a mixed load, and a history that a checker reads afterwards. */
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  CAN_MOUNT,
  CLOCK_LIBRARY,
  POOLER,
  REDIS,
} from '@scheduling/test/arrangement/arrangement.ts'
import type { Bench } from '../bench.ts'
import { quantile, require, type Table } from '../figures.ts'
import { BACKLOG_GIVE_UP_SECONDS, GIVE_UP_SECONDS } from './recovery.ts'
import { runChaos, type Blow, type Report } from './run.ts'
import type { Anomaly, Operation } from './history.ts'

export const CHAOS_BENCH: Bench = {
  about:
    'Two APIs and two workers behind PgBouncer and Redis, under bookings, changes, the queue, deposits, copies, streams and webhooks, while faults happen one after the other. Recovery: seconds until every kind of work succeeded again, through each API and for each clinic, and until nothing waited to be delivered. Anomalies: what [the checker](chaos.md) found in the history of all operations.',
  async run(_server, { kills, seed, minutes, fault }) {
    tellMissing()
    const say = (line: string): void => console.log(`  ${line}`)
    const report = await runChaos({
      seed,
      faults: kills,
      ...(fault === null ? {} : { only: fault }),
      withinMs: minutes * 60_000,
      say,
      arrangement: {
        apis: 2,
        workers: 2,
        pooler: POOLER !== null,
        redis: REDIS !== null,
        clock: CLOCK_LIBRARY !== null,
        network: true,
        disk: CAN_MOUNT,
      },
    })
    const { anomalies } = report
    if (anomalies.length > 0) {
      const file = path.join(tmpdir(), `chaos-${seed}.json`)
      writeFileSync(file, JSON.stringify({ blows: report.blows, anomalies }, null, 1))
      console.log(`  The anomalies are in ${file}.`)
    }
    const table = tableOf(report)
    require(anomalies.length ===
      0, `${anomalies.length} anomalies:\n${anomalies.slice(0, 20).map(anomalyText).join('\n')}\n${table.rows.map((row) => row.join(' | ')).join('\n')}`)
    return [table]
  },
}

/** What this machine lacks is left out, and said. */
function tellMissing(): void {
  const needed = {
    pgbouncer: POOLER !== null,
    'redis-server or valkey-server': REDIS !== null,
    libfaketime: CLOCK_LIBRARY !== null,
    'the right to mount a file system': CAN_MOUNT,
  }
  for (const [what, isHere] of Object.entries(needed))
    if (!isHere) console.log(`  Without ${what}: its faults are left out.`)
}

export const anomalyText = ({ kind, what }: Anomaly): string => `${kind}: ${what}`

/** A row for each kind of fault, and one for all. */
export function tableOf({ blows, history, anomalies }: Report): Table {
  const rows = [...Map.groupBy(blows, ({ name }) => name)]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([name, all]) => rowOf(name, all, history.operations, anomalies))
  const total = rowOf('all', blows, history.operations, anomalies)
  const count = history.operations.length.toLocaleString('en')
  const events = history.events.length.toLocaleString('en')
  return {
    head: ['Fault', 'Times', 'Refused', 'Unknown', 'Works again', 'Backlog gone', 'Anomalies'],
    rows: [
      ...rows,
      ['all', ...total.slice(1, -1), String(anomalies.length)],
      [`${count} operations, ${events} events`, '', '', '', '', '', ''],
    ],
  }
}

function rowOf(
  name: string,
  blows: readonly Blow[],
  operations: readonly Operation[],
  anomalies: readonly Anomaly[],
): string[] {
  const during = (at: number | null): boolean =>
    at !== null && blows.some(({ from, to }) => at >= from && at <= to)
  const met = operations.filter(({ from }) => during(from))
  const refused = met.filter(
    ({ outcome }) => outcome.kind === 'refused' && (outcome.status === 0 || outcome.status >= 500),
  )
  const unknown = met.filter(({ outcome }) => outcome.kind === 'unknown')
  return [
    name,
    String(blows.length),
    String(refused.length),
    String(unknown.length),
    secondsText(
      blows.map(({ recovery }) => recovery.seconds),
      GIVE_UP_SECONDS,
    ),
    secondsText(
      blows.map(({ recovery }) => recovery.backlogSeconds),
      BACKLOG_GIVE_UP_SECONDS,
    ),
    String(anomalies.filter(({ at }) => during(at)).length),
  ]
}

function secondsText(values: readonly number[], most: number): string {
  const text = (value: number): string =>
    Number.isFinite(value) ? `${value.toFixed(1)} s` : `over ${most} s`
  return `${text(quantile(values, 0.5))}, worst ${text(Math.max(...values))}`
}
