/** How high the bars of the attempts are. */
interface Attempts {
  readonly succeeded: number
  readonly failed: number
}

/** The figure at the top of the scale: the least twice 1, 2 or 5 times a power of ten that no bar is higher than. */
export function topOf(hours: readonly Attempts[]): number {
  const highest = Math.max(1, ...hours.map(({ succeeded, failed }) => succeeded + failed))
  const power = 10 ** Math.floor(Math.log10(Math.max(1, highest / 2)))
  const steps = [1, 2, 5, 10].map((step) => 2 * step * power)
  return steps.find((step) => step >= highest) ?? highest
}

/** The two parts of a bar, of the pixels that the top of the scale has. */
export function heightsOf(hour: Attempts, top: number, pixels: number): Attempts {
  return { succeeded: (hour.succeeded / top) * pixels, failed: (hour.failed / top) * pixels }
}
