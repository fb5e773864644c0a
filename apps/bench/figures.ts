/** Numbers of benches, and how they are said. */

/** A speed that is wished for: told, never failed, since machines differ. */
export type Aim = {
  readonly sign: '≥' | '≤'
  readonly value: number
  /** Of what is aimed at by itself. Left out: the ratio is aimed at. */
  readonly unit?: string
}

/** One line of a bench: a median with its spread, beside the reference of the same run. */
export type Figure = {
  readonly what: string
  readonly ours: string
  /** Empty where nothing stands beside it. */
  readonly reference: string
  /** Ours divided by the reference, one for each round. */
  readonly ratios: readonly number[]
  readonly aim: Aim | null
  /** What the aim is held against, one for each round. Left out: the ratios. */
  readonly aimed?: readonly number[]
}

/** Several columns, where a line of one value says too little. */
export type Table = {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** The value below which this share of the values lies; NaN of nothing. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** The median, then the least and the most: `281/s (270–290)`. */
export function spread(values: readonly number[], unit: string, digits = 0): string {
  const text = (value: number): string =>
    value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  const around =
    values.length < 2 ? '' : ` (${text(Math.min(...values))}–${text(Math.max(...values))})`
  return `${text(median(values))}${unit}${around}`
}

/** A figure from rounds that were measured in turn. */
export function compared(
  what: string,
  rounds: { readonly ours: readonly number[]; readonly reference: readonly number[] },
  said: { readonly unit: string; readonly digits?: number; readonly aim?: Aim },
): Figure {
  return {
    what,
    ours: spread(rounds.ours, said.unit, said.digits),
    reference: spread(rounds.reference, said.unit, said.digits),
    ratios: rounds.ours.map((value, round) => value / (rounds.reference[round] ?? Number.NaN)),
    aim: said.aim ?? null,
    ...(said.aim?.unit === undefined ? {} : { aimed: rounds.ours }),
  }
}

/** A figure that nothing stands beside. */
export function alone(what: string, ours: string): Figure {
  return { what, ours, reference: '', ratios: [], aim: null }
}

/** `≥ 0.70: missed`; how many rounds held it, where they disagree. */
export function verdict({ ratios, aim, aimed = ratios }: Figure): string {
  if (aim === null) return ''
  const holds = (value: number): boolean =>
    aim.sign === '≤' ? value <= aim.value : value >= aim.value
  const held = aimed.filter(holds).length
  const inRounds =
    held === 0 || held === aimed.length ? '' : `, in ${held} of ${aimed.length} rounds`
  const { unit = '' } = aim
  return `${aim.sign} ${aim.value.toFixed(2)}${unit}: ${holds(median(aimed)) ? 'met' : 'missed'}${inRounds}`
}

/** One figure as a line of the terminal. */
export function say(figure: Figure): void {
  const parts = [
    figure.ours,
    figure.reference === '' ? '' : `reference ${figure.reference}`,
    figure.ratios.length === 0 ? '' : `ratio ${spread(figure.ratios, '', 2)}`,
    verdict(figure),
  ]
  console.log(`  ${figure.what.padEnd(44)} ${parts.filter((part) => part !== '').join(', ')}`)
}

/** Measures the sides in turn, so that a busy moment of the machine is not on one of them alone. */
export async function inTurn<Side extends string>(
  rounds: number,
  sides: Readonly<Record<Side, () => Promise<number>>>,
): Promise<Readonly<Record<Side, readonly number[]>>> {
  const names = Object.keys(sides) as Side[]
  const measured = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<
    Side,
    number[]
  >
  for (let round = 0; round < rounds; round += 1)
    for (const name of names) measured[name].push(await sides[name]())
  return measured
}

/** What must hold on every machine. @throws when it does not */
export function require(isTrue: boolean, fault: string): void {
  if (!isTrue) throw new Error(`Wrong: ${fault}`)
}
