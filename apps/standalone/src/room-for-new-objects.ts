/**
 * How much room V8 takes for new objects. Left to itself it takes 64 MB twice while the sources are loaded, when nearly
 * every object stays, and holds on to it. `--max-semi-space-size` would bound it too, but only from the command line.
 */
import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Both halves. A load of lists in half of it needs a quarter more of the processor; in twice of it, no less. */
const MOST_BYTES = 32 * 1024 * 1024
/** When the requests that wait for the start have been answered. */
const COLLECT_AFTER_MS = 5000

/** While the process starts: as little as there is. */
export function startSmall(): void {
  growBy(1)
}

/**
 * From now on, as much as the load needs, up to the bound. What only the start needed is collected once: a process that
 * is left alone would come to it after minutes.
 */
export function growWithLoad(): void {
  growBy(2)
  let factor = 2
  new PerformanceObserver(() => {
    const wanted = bytesOfNewSpace() < MOST_BYTES ? 2 : 1
    if (wanted === factor) return
    factor = wanted
    growBy(factor)
  }).observe({ entryTypes: ['gc'] })
  setTimeout(collect, COLLECT_AFTER_MS).unref()
}

/** V8 reads it each time that it lets the room grow. */
function growBy(factor: number): void {
  setFlagsFromString(`--semi-space-growth-factor=${factor}`)
}

function bytesOfNewSpace(): number {
  return getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? 0
}

/** Only a context that is made after the flag has the function. */
function collect(): void {
  setFlagsFromString('--expose-gc')
  const gc: unknown = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  if (typeof gc === 'function') gc()
}
