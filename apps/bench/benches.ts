/** Every bench by its name, in the order of the page. */
import { benchSlots } from '@scheduling/availability/bench'
import type { Bench } from './bench.ts'
import { CHAOS_BENCH } from './chaos/chaos.ts'
import { CRASH_BENCH } from './delivery/crash.ts'
import { FANOUT_BENCH } from './delivery/fanout.ts'
import { ISOLATION_BENCH } from './delivery/isolation.ts'
import { LATENCY_BENCH } from './delivery/latency.ts'
import { DASHBOARD_BENCH } from './dashboard/dashboard.ts'
import { alone } from './figures.ts'
import { PAGES_BENCH } from './pages/pages.ts'
import { ROUTE_BENCHES, withProcessesOfItsOwn } from './routes/benches.ts'
import { growthBench } from './routes/growth.ts'
import { MEMORY_BENCH } from './service/memory.ts'
import { POOLERS_BENCH } from './service/poolers.ts'
import { REQUEST_LOG_BENCH } from './service/request-log.ts'
import { SCALE_BENCH } from './service/scale.ts'
import { START_BENCH } from './service/start.ts'
import { TELEMETRY_BENCH } from './service/telemetry.ts'
import { SMALL } from './stage/clinic.ts'
import { SIMULATION_BENCH } from './simulation/simulation.ts'
import { TIMERS_BENCH } from './simulation/timers.ts'
import { STATEMENTS_BENCH } from './statements.ts'

const LARGE = { clients: 200_000, appointments: 1_000_000, events: 100_000 }

const ENGINE_BENCH: Bench = {
  about:
    'The engine of availability alone, without database and HTTP: 20 professionals, 31 days, 2,000 taken times. A brute force finds the same slots.',
  async run() {
    return (await benchSlots()).map(([what, taken]) => alone(what, taken))
  },
}

export const BENCHES: ReadonlyMap<string, Bench> = new Map([
  ...Object.entries(ROUTE_BENCHES).map(
    ([name, bench]) => [name, withProcessesOfItsOwn(bench)] as const,
  ),
  ['fanout', FANOUT_BENCH],
  ['isolation', ISOLATION_BENCH],
  ['latency', LATENCY_BENCH],
  ['growth', growthBench(SMALL, LARGE)],
  ['pages', PAGES_BENCH],
  ['dashboard', DASHBOARD_BENCH],
  ['start', START_BENCH],
  ['memory', MEMORY_BENCH],
  ['scale', SCALE_BENCH],
  ['simulation', SIMULATION_BENCH],
  ['timers', TIMERS_BENCH],
  ['poolers', POOLERS_BENCH],
  ['telemetry', TELEMETRY_BENCH],
  ['request-log', REQUEST_LOG_BENCH],
  ['engine', ENGINE_BENCH],
  ['statements', STATEMENTS_BENCH],
  ['crash', CRASH_BENCH],
  ['chaos', CHAOS_BENCH],
])
