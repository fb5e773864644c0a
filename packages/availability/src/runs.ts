/**
 * Candidate starts of one piece of open time: `count` instants, one step apart. The step is
 * the demand's, so it stands outside.
 */
export type Run = { first: number; count: number }

/** Every start of these runs once, in order. Runs may interleave, as those of several schedules do. */
export function distinctStarts(runs: readonly Run[], stepMs: number): Float64Array {
  let total = 0
  let inOrder = true
  let end = -Infinity
  for (const { first, count } of runs) {
    if (first <= end) inOrder = false
    end = first + (count - 1) * stepMs
    total += count
  }
  if (inOrder) return allStarts(runs, stepMs, total)
  return onLattice(runs, stepMs, total) ?? withoutRepeats(allStarts(runs, stepMs, total).sort())
}

function allStarts(runs: readonly Run[], stepMs: number, total: number): Float64Array {
  const starts = new Float64Array(total)
  let size = 0
  for (const { first, count } of runs) {
    for (let index = 0; index < count; index += 1, size += 1) {
      starts[size] = first + index * stepMs
    }
  }
  return starts
}

/**
 * The same without sorting: where all runs lie on one lattice (a quarter of an hour,
 * say), a bit is set for every start and the bits are read in order. Undefined when
 * the lattice is so fine that it would have more words than there are starts.
 */
function onLattice(runs: readonly Run[], stepMs: number, total: number): Float64Array | undefined {
  let base = Infinity
  let last = -Infinity
  for (const { first, count } of runs) {
    base = Math.min(base, first)
    last = Math.max(last, first + (count - 1) * stepMs)
  }
  let spacing = stepMs
  for (const { first } of runs) spacing = greatestDivisor(spacing, first - base)
  const words = Math.floor((last - base) / spacing / 32) + 1
  if (words > total) return undefined

  const bits = new Uint32Array(words)
  const stride = stepMs / spacing
  for (const { first, count } of runs) {
    let place = (first - base) / spacing
    for (let index = 0; index < count; index += 1, place += stride) {
      bits[place >>> 5] = wordOf(bits, place >>> 5) | (1 << (place & 31))
    }
  }
  const starts = new Float64Array(total)
  let size = 0
  for (let word = 0; word < words; word += 1) {
    for (let rest = wordOf(bits, word); rest !== 0; rest &= rest - 1) {
      starts[size] = base + (word * 32 + 31 - Math.clz32(rest & -rest)) * spacing
      size += 1
    }
  }
  return starts.subarray(0, size)
}

function greatestDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestDivisor(other, one % other)
}

function withoutRepeats(sorted: Float64Array): Float64Array {
  let size = 0
  for (let index = 0; index < sorted.length; index += 1) {
    const start = startOf(sorted, index)
    if (size > 0 && startOf(sorted, size - 1) === start) continue
    sorted[size] = start
    size += 1
  }
  return sorted.subarray(0, size)
}

/** A start whose index the caller has kept inside the array. */
function startOf(starts: Float64Array, index: number): number {
  return starts[index] as number
}

/** A word whose index the caller has kept inside the array. */
function wordOf(bits: Uint32Array, word: number): number {
  return bits[word] as number
}
