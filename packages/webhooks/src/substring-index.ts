import { randomInt } from 'node:crypto'

/** The state of the empty word, where every look-up begins. */
export const EMPTY_WORD = 0
/** Instead of a state: no such word stands in the text. */
export const ABSENT = -1
/** States and letters share a number of 32 bits. */
const MOST_UNITS = 0x7fff

// Odd, and unknown outside: no author can write a text whose edges all fall into one slot of the table.
const STATE_FACTOR = 2 * randomInt(2 ** 31) + 1
const UNIT_FACTOR = 2 * randomInt(2 ** 31) + 1

// An edge in the table is three numbers: state and letter, the state it leads to, the next edge of its state.
const EDGE = 3
const TARGET = 1
const NEXT = 2
const FREE = -1

/**
 * Every substring of a text, for words that are looked up letter by letter (a suffix automaton: Blumer and others,
 * 1985). It is built in one pass and has at most two states and three edges for each letter. A word is
 * given up at the first letter with which it stands nowhere in the text, so words may be many and long.
 *
 * Letters are UTF-16 units.
 */
export class SubstringIndex {
  readonly #lengths: Int32Array
  readonly #links: Int32Array
  // The first edge of each state, which is the only one of most and found without a search.
  readonly #units: Uint16Array
  readonly #targets: Int32Array
  /** The others by state and letter, in open addressing, and where those of a state begin. */
  readonly #table: Int32Array
  readonly #shift: number
  readonly #others: Int32Array
  /** The longest word that was marked in each state. */
  readonly #marked: Int32Array
  #isAnyMarked = false
  #states = 1
  /** The state of each beginning of the text, by its length. */
  readonly #beginnings: Int32Array
  readonly #endings: Uint8Array

  /** @throws RangeError for a text of more than 32,767 units */
  constructor(text: string) {
    if (text.length > MOST_UNITS)
      throw new RangeError(`A text of ${text.length} units is too long.`)
    const mostStates = 2 * text.length + 1
    // Fewer edges than letters come on top of one for each state: the table is at most half full.
    const tableBits = 33 - Math.clz32(text.length)
    this.#lengths = new Int32Array(mostStates)
    this.#links = new Int32Array(mostStates)
    this.#links[EMPTY_WORD] = ABSENT
    this.#units = new Uint16Array(mostStates)
    this.#targets = new Int32Array(mostStates).fill(ABSENT)
    this.#others = new Int32Array(mostStates).fill(FREE)
    this.#marked = new Int32Array(mostStates)
    this.#beginnings = new Int32Array(text.length + 1)
    this.#table = new Int32Array(EDGE << tableBits).fill(FREE)
    this.#shift = 32 - tableBits
    let whole = EMPTY_WORD
    for (let index = 0; index < text.length; index += 1) {
      whole = this.#append(whole, text.charCodeAt(index))
      this.#beginnings[index + 1] = whole
    }
    this.#endings = new Uint8Array(this.#states)
    for (let state = whole; state !== ABSENT; state = at(this.#links, state)) {
      this.#endings[state] = 1
    }
  }

  /** The state of a word that is one letter longer, or `ABSENT`. */
  step(state: number, unit: number): number {
    if (this.#units[state] === unit) return at(this.#targets, state)
    if (this.#others[state] === FREE) return ABSENT
    const edge = this.#find(state, unit)
    return this.#table[edge] === FREE ? ABSENT : at(this.#table, edge + TARGET)
  }

  /** Whether the text ends with the word of that state. */
  isEnding(state: number): boolean {
    return this.#endings[state] === 1
  }

  /** Remembers the word of that state and length for `longestMarked`. */
  mark(state: number, length: number): void {
    this.#isAnyMarked = true
    if (length > at(this.#marked, state)) this.#marked[state] = length
  }

  /** By place in the text: length of the longest marked word that ends there; null when none was marked. */
  longestMarked(): Int32Array | null {
    if (!this.#isAnyMarked) return null
    // Where a word ends, so do the shorter ones that its links lead to, and a link leads to a shorter one.
    this.#shortestFirst().forEach((state) => {
      const link = at(this.#links, state)
      if (link !== ABSENT) this.mark(state, at(this.#marked, link))
    })
    return this.#beginnings.map((state) => at(this.#marked, state))
  }

  #shortestFirst(): Int32Array {
    const places = new Int32Array(this.#beginnings.length + 1)
    for (let state = 0; state < this.#states; state += 1) {
      const next = at(this.#lengths, state) + 1
      places[next] = at(places, next) + 1
    }
    for (let length = 1; length < places.length; length += 1) {
      places[length] = at(places, length) + at(places, length - 1)
    }
    const sorted = new Int32Array(this.#states)
    for (let state = 0; state < this.#states; state += 1) {
      const length = at(this.#lengths, state)
      const place = at(places, length)
      sorted[place] = state
      places[length] = place + 1
    }
    return sorted
  }

  /** @param whole the state of the text so far  @returns that of the text with the letter */
  #append(whole: number, unit: number): number {
    const added = this.#newState(at(this.#lengths, whole) + 1)
    for (let state = whole; state !== ABSENT; state = at(this.#links, state)) {
      const target = this.step(state, unit)
      if (target !== ABSENT) {
        this.#links[added] = this.#stateOfOne(state, unit, target)
        break
      }
      this.#addEdge(state, unit, added)
    }
    return added
  }

  /** The state that an edge leads to, taken apart when longer words than that one share it. */
  #stateOfOne(source: number, unit: number, shared: number): number {
    const length = at(this.#lengths, source) + 1
    if (at(this.#lengths, shared) === length) return shared
    const own = this.#newState(length)
    this.#links[own] = at(this.#links, shared)
    this.#links[shared] = own
    this.#copyEdges(shared, own)
    for (let state = source; state !== ABSENT; state = at(this.#links, state)) {
      if (this.step(state, unit) !== shared) break
      if (this.#units[state] === unit) this.#targets[state] = own
      else this.#table[this.#find(state, unit) + TARGET] = own
    }
    return own
  }

  #newState(length: number): number {
    const state = this.#states
    this.#states += 1
    this.#lengths[state] = length
    return state
  }

  #copyEdges(from: number, to: number): void {
    if (this.#targets[from] === ABSENT) return
    this.#units[to] = this.#units[from] ?? 0
    this.#targets[to] = at(this.#targets, from)
    for (let edge = at(this.#others, from); edge !== FREE; edge = at(this.#table, edge + NEXT)) {
      this.#addEdge(to, at(this.#table, edge) & 0xffff, at(this.#table, edge + TARGET))
    }
  }

  #addEdge(source: number, unit: number, target: number): void {
    if (this.#targets[source] === ABSENT) {
      this.#units[source] = unit
      this.#targets[source] = target
      return
    }
    const edge = this.#find(source, unit)
    this.#table[edge] = (source << 16) | unit
    this.#table[edge + TARGET] = target
    this.#table[edge + NEXT] = at(this.#others, source)
    this.#others[source] = edge
  }

  /** Where in the table an edge is, or would be. */
  #find(state: number, unit: number): number {
    const key = (state << 16) | unit
    const hash = Math.imul(state + 1, STATE_FACTOR) + Math.imul(unit + 1, UNIT_FACTOR)
    let edge = (hash >>> this.#shift) * EDGE
    for (;;) {
      const found = this.#table[edge]
      if (found === key || found === FREE) return edge
      edge += EDGE
      if (edge === this.#table.length) edge = 0
    }
  }
}

/** Every index that is asked for is inside; the compiler can't know it. */
function at(values: Int32Array, index: number): number {
  return values[index] ?? 0
}
