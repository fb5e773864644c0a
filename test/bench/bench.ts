/** What a bench is, and how much of it is run. */
import type { Figure } from './figures.ts'
import type { Pair } from './stage/pair.ts'
import type { BenchServer } from './stage/server.ts'

export type Options = {
  readonly rounds: number
  /** Requests at once. */
  readonly clients: number
  /** Of load on one side in one round. */
  readonly seconds: number
  /** Of the bench of memory. */
  readonly minutes: number
}

export type Bench = {
  /** What is measured, beside what: the text of its section. */
  readonly about: string
  /** @throws when something is not only slow but wrong */
  run(server: BenchServer, options: Options): Promise<Figure[]>
}

/** A bench of one route, beside the reference. */
export type RouteBench = {
  readonly about: string
  /** The clinic that it needs. */
  readonly clinic: 'open day and night' | 'a month'
  run(pair: Pair, options: Options): Promise<Figure[]>
}
