/** A stretch of time in epoch milliseconds, half open: `start` belongs to it, `end` does not. */
export type Interval = { start: number; end: number }
