/** What a bench is, and how much of it is run. */
import type { Figure, Table } from './figures.ts'
import type { Pair } from './stage/pair.ts'
import type { BenchServer } from './stage/server.ts'

export type Options = {
  readonly rounds: number
  /** Requests at once. */
  readonly clients: number
  /** Of load on one side in one round. */
  readonly seconds: number
  /** Of the bench of memory; the bench of chaos begins no fault later. */
  readonly minutes: number
  /** Faults of the bench of chaos, and what their order and the load are drawn from. */
  readonly kills: number
  readonly seed: number
  /** Only faults whose name contains this; null: all. */
  readonly fault: string | null
}

export type Bench = {
  /** What is measured, beside what: the text of its section. */
  readonly about: string
  /** @throws when something is not only slow but wrong */
  run(server: BenchServer, options: Options): Promise<readonly (Figure | Table)[]>
}

/** A bench of one route, beside the reference. */
export type RouteBench = {
  readonly about: string
  /** The clinic that it needs. */
  readonly clinic: 'open day and night' | 'a month'
  run(pair: Pair, options: Options): Promise<Figure[]>
}
