import type { Options } from '../bench.ts'
import { compared, inTurn, type Aim, type Figure } from '../figures.ts'
import { SIDES, type Side } from '../stage/pair.ts'

/** Before rounds: code is compiled and statements are prepared. */
const WARM_UP_SECONDS = 3

/** @param load sends to one side for so long, and returns its answers a second */
export async function beside(
  { rounds, seconds, clients }: Options,
  aim: Aim | null,
  load: (side: Side, seconds: number) => Promise<number>,
): Promise<Figure[]> {
  for (const side of SIDES) await load(side, Math.min(WARM_UP_SECONDS, seconds))
  const { ours, reference, prepared } = await inTurn(rounds, {
    ours: () => load('ours', seconds),
    reference: () => load('reference', seconds),
    prepared: () => load('prepared', seconds),
  })
  const said = { unit: '/s', digits: digitsOf(ours) }
  return [
    compared(`${clients} clients`, { ours, reference }, { ...said, ...(aim && { aim }) }),
    compared('the same, beside prepared statements', { ours, reference: prepared }, said),
  ]
}

/** Digits behind the point of a rate: one of a small rate. */
function digitsOf(rates: readonly number[]): number {
  return Math.max(...rates) < 50 ? 1 : 0
}
