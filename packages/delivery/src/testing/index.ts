/** Parts of the engine that tests of the whole service drive by hand. */
export { createFanOut, fanOut } from '../fan-out/fan-out.ts'
export { createPauses, type Pauses } from '../health/pauses.ts'
export { createLaneQueries } from '../lanes/lane-queries.ts'
export { Turn } from '../lanes/turn.ts'
export { fakeTimers } from './fake-timers.ts'
