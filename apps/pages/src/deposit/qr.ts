/** A payment code as a picture that a phone reads. */
import { encode } from 'uqr'

/** White around the code, in modules: readers need it to find the code, in dark pages too. */
const QUIET = 4

/** The drawing: one path whose lines are as wide as a module. `size`: modules from edge to edge. */
export type QrDrawing = { readonly size: number; readonly path: string }

/** @param code a text of at most 2,000 bytes or so */
export function qrOf(code: string): QrDrawing {
  const { size, data } = encode(code, { ecc: 'M', border: QUIET })
  const path = data.flatMap((row, y) => runsOf(row).map(([x, length]) => `M${x} ${y}.5h${length}`))
  return { size, path: path.join('') }
}

/** Where dark modules begin, and how many follow each other. */
function runsOf(row: readonly boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = []
  row.forEach((isDark, x) => {
    const last = runs.at(-1)
    if (!isDark) return
    if (last !== undefined && last[0] + last[1] === x) last[1] += 1
    else runs.push([x, 1])
  })
  return runs
}
