/**
 * How much of a large table of cases a run tries. `npm test` tries a sample that changes each day; `TEST_EXTENT=all`, as
 * `npm run test:all` sets it, tries every case. `TEST_SEED` repeats the sample of another run, which the run printed.
 */
import { createHash } from 'node:crypto'

export const triesAll = process.env['TEST_EXTENT'] === 'all'

/** The day in UTC unless `TEST_SEED` says otherwise. */
export const seed = process.env['TEST_SEED'] ?? new Date().toISOString().slice(0, 10)

/**
 * @param name of the table: two tables of one length get samples of their own
 * @returns `count` of the rows in their order, or all of them
 */
export function sample<Row>(name: string, rows: readonly Row[], count: number): readonly Row[] {
  if (triesAll || rows.length <= count) return rows
  const chosen = rows
    .map((_, index) => ({ index, rank: digest(`${seed} ${name} ${index}`) }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
    .slice(0, count)
  const indexes = new Set(chosen.map(({ index }) => index))
  return rows.filter((_, index) => indexes.has(index))
}

/** One of the options for each name, another one on another day; every option has its turn. */
export function oneOf<Option>(
  name: string,
  options: readonly [Option, ...(readonly Option[])],
): Option {
  const rank = Number.parseInt(digest(`${seed} ${name}`).slice(0, 8), 16)
  return options[rank % options.length] ?? options[0]
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** How often a race is run, or how many take part in it: `count` in a whole run, a sixth of it in `npm test`. */
export function rounds(count: number): number {
  return triesAll ? count : Math.min(count, Math.max(3, Math.ceil(count / 6)))
}
