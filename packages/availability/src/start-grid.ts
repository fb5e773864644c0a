import { distinctStarts, type Run } from './runs.ts'

/**
 * All candidate starts of a question, each once, in order. A cell is a place in `starts`; sets
 * of cells are bit masks, one word per 32 cells.
 */
export type StartGrid = {
  starts: Float64Array
  words: number
  stepMs: number
  /** The first cell of each stretch of one step, counted from the first start. */
  buckets: Int32Array
}

export function startGrid(runs: readonly Run[], stepMs: number): StartGrid {
  const starts = distinctStarts(runs, stepMs)
  return {
    starts,
    words: (starts.length + 31) >>> 5,
    stepMs,
    buckets: bucketsOf(starts, stepMs),
  }
}

/** The grid of a single start, on which one proposed start is judged. */
export function singleStart(start: number, stepMs: number): StartGrid {
  return startGrid([{ first: start, count: 1 }], stepMs)
}

function bucketsOf(starts: Float64Array, stepMs: number): Int32Array {
  if (starts.length === 0) return new Int32Array(1)
  const first = startAt(starts, 0)
  const count = Math.floor((startAt(starts, starts.length - 1) - first) / stepMs) + 1
  const buckets = new Int32Array(count + 1)
  let cell = 0
  for (let bucket = 0; bucket < count; bucket += 1) {
    const from = first + bucket * stepMs
    while (startAt(starts, cell) < from) cell += 1
    buckets[bucket] = cell
  }
  buckets[count] = starts.length
  return buckets
}

/** The first cell that starts at `instant` or later; the number of cells when there is none. */
export function cellAtOrAfter(grid: StartGrid, instant: number): number {
  const { starts, buckets } = grid
  const size = starts.length
  if (size === 0 || instant <= startAt(starts, 0)) return 0
  if (instant > startAt(starts, size - 1)) return size
  const bucket = Math.floor((instant - startAt(starts, 0)) / grid.stepMs)
  let low = cellOf(buckets, bucket)
  let high = cellOf(buckets, bucket + 1)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (startAt(starts, middle) < instant) low = middle + 1
    else high = middle
  }
  return low
}

/** The cell that starts exactly then, or -1. */
export function cellAt(grid: StartGrid, instant: number): number {
  const cell = cellAtOrAfter(grid, instant)
  return cell < grid.starts.length && startAt(grid.starts, cell) === instant ? cell : -1
}

/** The cells of these runs, which must belong to the grid. */
export function maskOfRuns(grid: StartGrid, runs: readonly Run[]): Uint32Array {
  const mask = new Uint32Array(grid.words)
  for (const { first, count } of runs) {
    const from = cellAtOrAfter(grid, first)
    const last = first + (count - 1) * grid.stepMs
    if (startAt(grid.starts, from + count - 1) === last) setCells(mask, from, from + count)
    else {
      for (let index = 0; index < count; index += 1) {
        const cell = cellAtOrAfter(grid, first + index * grid.stepMs)
        setCells(mask, cell, cell + 1)
      }
    }
  }
  return mask
}

function setCells(mask: Uint32Array, from: number, to: number): void {
  for (let cell = from; cell < to;) {
    const word = cell >>> 5
    const end = Math.min(to, (word + 1) << 5)
    mask[word] = wordAt(mask, word) | bitsBetween(cell & 31, end - (word << 5))
    cell = end
  }
}

/** Takes cells `from` to before `to` out of the mask. */
export function clearCells(mask: Uint32Array, from: number, to: number): void {
  for (let cell = from; cell < to;) {
    const word = cell >>> 5
    const end = Math.min(to, (word + 1) << 5)
    mask[word] = wordAt(mask, word) & ~bitsBetween(cell & 31, end - (word << 5))
    cell = end
  }
}

/** Bits `from` to before `to` of one word, 0 <= from < to <= 32. */
function bitsBetween(from: number, to: number): number {
  return (-1 << from) & (-1 >>> (32 - to))
}

export function hasCell(mask: Uint32Array, cell: number): boolean {
  return ((wordAt(mask, cell >>> 5) >>> (cell & 31)) & 1) === 1
}

/** A start whose cell the caller has kept inside the grid. */
export function startAt(starts: Float64Array, cell: number): number {
  return starts[cell] as number
}

function cellOf(buckets: Int32Array, bucket: number): number {
  return buckets[bucket] as number
}

/** A word whose index the caller has kept inside the mask. */
export function wordAt(mask: Uint32Array, word: number): number {
  return mask[word] as number
}
