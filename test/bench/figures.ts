/** Numbers of benches and how they are said. */

/** The value below which this share of the values lies; NaN of nothing. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

export function say(what: string, value: string): void {
  console.log(`  ${what.padEnd(44)} ${value}`)
}

/** A speed that is wished for: told, never failed, since machines differ. */
export function sayAim(what: string, value: number, aim: number, better: 'less' | 'more'): void {
  const isMet = better === 'less' ? value <= aim : value >= aim
  const sign = better === 'less' ? '≤' : '≥'
  say(what, `${value.toFixed(2)} (aim ${sign} ${aim}: ${isMet ? 'met' : 'missed'})`)
}

/** What must hold on every machine. @throws when it does not */
export function require(isTrue: boolean, fault: string): void {
  if (!isTrue) throw new Error(`Wrong: ${fault}`)
}
