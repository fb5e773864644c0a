import type { Options } from '../bench.ts'
import { compared, inTurn, type Figure } from '../figures.ts'
import { answersIn, rateOf, type LoadResult } from '../stage/load.ts'
import { SIDES, type Pair, type Side, type Spent } from '../stage/pair.ts'

/** Before rounds: code is compiled and statements are prepared. */
const WARM_UP_SECONDS = 3

/** Answers a second, divided by those of one reference, are at least so many. */
export type LeastRatio = { readonly to: Exclude<Side, 'ours'>; readonly value: number }

/** @param load sends to one side for so long */
export async function beside(
  pair: Pick<Pair, 'spent'>,
  { rounds, seconds, clients }: Options,
  aim: LeastRatio | null,
  load: (side: Side, seconds: number) => Promise<LoadResult>,
): Promise<Figure[]> {
  const costs: Record<Side, Spent[]> = { ours: [], reference: [], prepared: [] }
  const measured = (side: Side) => async (): Promise<number> => {
    const before = pair.spent(side)
    const result = await load(side, seconds)
    const after = pair.spent(side)
    const answers = answersIn(result)
    costs[side].push({
      process: (after.process - before.process) / answers,
      database: (after.database - before.database) / answers,
    })
    return rateOf(result)
  }
  for (const side of SIDES) await load(side, Math.min(WARM_UP_SECONDS, seconds))
  const { ours, reference, prepared } = await inTurn(rounds, {
    ours: measured('ours'),
    reference: measured('reference'),
    prepared: measured('prepared'),
  })
  const said = (to: LeastRatio['to']) => ({
    unit: '/s',
    digits: digitsOf(ours),
    ...(aim?.to === to && { aim: { sign: '≥', value: aim.value } as const }),
  })
  const cost = (what: string, of: keyof Spent): Figure => {
    const inMicroseconds = (side: Side) => costs[side].map((spent) => spent[of] * 1e6)
    const values = { ours: inMicroseconds('ours'), reference: inMicroseconds('prepared') }
    return compared(what, values, { unit: ' µs' })
  }
  return [
    compared(`${clients} clients`, { ours, reference }, said('reference')),
    compared(
      'the same, beside prepared statements',
      { ours, reference: prepared },
      said('prepared'),
    ),
    cost('processor time of the process, per answer', 'process'),
    cost('processor time of the database, per answer', 'database'),
  ]
}

/** Digits behind the point of a rate: one of a small rate. */
function digitsOf(rates: readonly number[]): number {
  return Math.max(...rates) < 50 ? 1 : 0
}
