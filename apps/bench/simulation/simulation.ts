/** Ten thousand clinics in their busiest hour, driven in growing shares until something bends. */
import type { Bench } from '../bench.ts'
import type { Table } from '../figures.ts'
import { CLINICS } from './kinds.ts'
import { BUSIEST, ratesAt } from './rates.ts'
import { bookingTable, sizeTable } from './sizes.ts'
import { openSimulation, type Simulation, type Size } from './stage.ts'
import { BENDS, bendsOf, runStep, type Step } from './step.ts'
import { kindTable, modelTable, processTable, stepTable } from './tables.ts'

/** Shares of ten thousand clinics. Above 1, each clinic does more than the model says. */
export const SHARES = [0.05, 0.1, 0.2, 0.3, 0.4, 0.6, 0.8, 1, 1.5]
export const SIZE: Size = {
  width: { organizations: CLINICS, appointments: 30, clients: 25 },
  driven: CLINICS,
  apis: 2,
  workers: 2,
}
export const STEP_SECONDS = 20
/** After so many steps in a row that bend, it ends. */
const BENT_STEPS = 2

export const SIMULATION_BENCH: Bench = {
  about: `Ten thousand clinics in their busiest hour, Monday at 8:00, as [Beyond one PostgreSQL](scale.md) models them, driven in growing shares against two APIs, two workers, PostgreSQL, PgBouncer and Redis. All of them share two cores with the load itself. The tables hold 10,000 organizations and 975,000 appointments. Requests come when they come, answered or not, and waits count from the moment at which they were due. A step bends with a p99 above ${BENDS.p99Ms} ms, with a p99 of more than ${BENDS.lagP99Ms} ms from an event to an endpoint that answers at once, with answers that come more than ${BENDS.behindSeconds} s after the last request, or with an error. Each step lasts ${STEP_SECONDS} seconds.`,
  async run(server) {
    const simulation = await openSimulation(SIZE)
    server.beforeStop(() => simulation.close())
    try {
      return await measured(simulation, await driveUp(simulation, SHARES, STEP_SECONDS))
    } finally {
      await simulation.close()
    }
  },
}

export async function measured(simulation: Simulation, steps: readonly Step[]): Promise<Table[]> {
  const sound = steps.findLast((step) => bendsOf(step).length === 0) ?? steps[0]
  return [
    modelTable(),
    stepTable(steps),
    processTable(steps),
    ...(sound === undefined ? [] : [kindTable(sound)]),
    await bookingTable(simulation),
    await sizeTable(simulation.arrangement.databaseUrl),
  ]
}

/** Ends after two steps in a row that bend. */
export async function driveUp(
  simulation: Simulation,
  shares: readonly number[],
  seconds: number,
): Promise<Step[]> {
  const steps: Step[] = []
  for (const [place, share] of shares.entries()) {
    const count = Math.min(simulation.businesses.length, Math.round(share * CLINICS))
    const streams = await simulation.bringIn(count)
    const rates = ratesAt(BUSIEST, (share * CLINICS) / count)
    const asked = { share, streams, rates, seconds, seed: place + 1 }
    const step = await runStep(simulation, simulation.businesses.slice(0, count), asked)
    steps.push(step)
    const last = steps.slice(-BENT_STEPS)
    if (last.length === BENT_STEPS && last.every((one) => bendsOf(one).length > 0)) break
  }
  return steps
}
