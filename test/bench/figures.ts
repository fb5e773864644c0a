/** Numbers of benches and how they are said. */

/** The value below which this share of the values lies; NaN of nothing. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** Mulberry32: small, seeded, good enough to scatter kills and failures. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
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
