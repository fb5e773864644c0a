import { describe, expect, it } from 'vitest'
import { positionsOf, takesOneMore, type Desk, type Line, type LineEntry } from './line.ts'

const NOW = 1_000_000_000_000
const MINUTE_MS = 60_000

let nextId = 0

function entry(values: Partial<LineEntry> = {}): LineEntry {
  nextId += 1
  return {
    id: nextId,
    date: '2026-11-20',
    status: 'WAITING',
    professionalId: null,
    serviceId: 1,
    durationMinutes: 20,
    startedAt: null,
    ...values,
  }
}

function line(
  entries: readonly LineEntry[],
  performers: Readonly<Record<number, readonly number[]>> = { 1: [1] },
  desks: Readonly<Record<number, Partial<Desk>>> = { 1: {} },
): Line {
  return {
    entries,
    performers: new Map(Object.entries(performers).map(([id, who]) => [Number(id), who])),
    desks: new Map(
      Object.entries(desks).map(([id, desk]) => [
        Number(id),
        { isOpen: true, capacity: null, ...desk },
      ]),
    ),
  }
}

/** `[ahead, estimate]` of every waiting entry, in order. */
function positions(of: Line): (readonly [number, number])[] {
  const places = positionsOf(of, new Set(of.entries.map(({ id }) => id)), NOW)
  return of.entries.flatMap(({ id }) => {
    const place = places.get(id)
    return place === undefined ? [] : [[place.ahead, place.estimatedMinutes] as const]
  })
}

describe('positionsOf', () => {
  it('counts who waits before, and adds up their services', () => {
    expect(positions(line([entry(), entry({ durationMinutes: 7 }), entry()]))).toEqual([
      [0, 0],
      [1, 20],
      [2, 30],
    ])
  })

  it('adds what is left of services in progress, and all of one that is called', () => {
    const begun = (minutes: number) =>
      entry({ status: 'IN_SERVICE', professionalId: 1, startedAt: NOW - minutes * MINUTE_MS })
    expect(positions(line([begun(13), entry()]))).toEqual([[0, 10]])
    expect(positions(line([begun(45), entry()]))).toEqual([[0, 0]])
    expect(positions(line([entry(), begun(0)]))).toEqual([[0, 20]])
    const called = entry({ status: 'CALLED', professionalId: 1 })
    expect(positions(line([called, entry()]))).toEqual([[0, 20]])
  })

  it('leaves skipped entries and other days out', () => {
    const skipped = entry({ status: 'SKIPPED' })
    const yesterday = entry({ date: '2026-11-19' })
    expect(positions(line([skipped, yesterday, entry()]))).toEqual([
      [0, 0],
      [0, 0],
    ])
  })

  it('shares the wait among those who serve now', () => {
    const desks = { 1: {}, 2: {}, 3: { isOpen: false } }
    const three = line([entry(), entry(), entry(), entry()], { 1: [1, 2, 3] }, desks)
    expect(positions(three).map(([, minutes]) => minutes)).toEqual([0, 10, 20, 30])
    const closed = { 1: { isOpen: false }, 2: { isOpen: false } }
    const noOne = line([entry(), entry()], { 1: [1, 2] }, closed)
    expect(positions(noOne)).toEqual([
      [0, 0],
      [1, 20],
    ])
  })

  it('only who can be served by the same professional is ahead', () => {
    const performers = { 1: [1, 2], 2: [2, 3], 3: [4] }
    const desks = { 1: {}, 2: {}, 3: {}, 4: {} }
    const entries = [
      entry({ serviceId: 1 }),
      entry({ serviceId: 3 }),
      entry({ serviceId: 2 }),
      entry({ professionalId: 1 }),
      entry({ professionalId: 3, serviceId: 2 }),
    ]
    expect(positions(line(entries, performers, desks)).map(([ahead]) => ahead)).toEqual([
      0, 0, 1, 1, 1,
    ])
  })
})

describe('takesOneMore', () => {
  it('a closed queue takes no one, one without a limit takes everybody', () => {
    expect(takesOneMore(line([], {}, { 1: { isOpen: false } }), [1])).toBe(false)
    expect(takesOneMore(line([]), [])).toBe(false)
    expect(takesOneMore(line([]), [9])).toBe(false)
    const many = Array.from({ length: 500 }, () => entry())
    expect(takesOneMore(line(many), [1])).toBe(true)
    expect(takesOneMore(line([], {}, { 1: { capacity: 0 } }), [1])).toBe(false)
  })

  it('is right for every small line: as many find a place as possibly can', () => {
    let seed = 7
    const chance = (most: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((seed / 2_147_483_648) * most)
    }
    for (let round = 0; round < 2000; round += 1) {
      const desks = Object.fromEntries(
        [1, 2, 3].map((id) => [id, { isOpen: chance(4) > 0, capacity: chance(3) }]),
      )
      const performers = Object.fromEntries(
        [1, 2].map((id) => [id, [1, 2, 3].filter(() => chance(3) > 0)]),
      )
      const entries = Array.from({ length: chance(5) }, () =>
        entry({ serviceId: 1 + chance(2), professionalId: chance(2) === 0 ? null : 1 + chance(3) }),
      )
      const newcomer = [1, 2, 3].filter(() => chance(2) > 0)
      const of = line(entries, performers, desks)
      const choices = entries.map((one) =>
        one.professionalId === null ? (performers[one.serviceId] ?? []) : [one.professionalId],
      )
      const free = new Map(
        [1, 2, 3].map((id) => [id, desks[id]?.isOpen === true ? desks[id].capacity : 0]),
      )
      const isBetter = most([...choices, newcomer], free) > most(choices, free)
      expect(takesOneMore(of, newcomer)).toBe(isBetter)
    }
  })
})

/** How many of these can have a place, found by trying every combination. */
function most(choices: readonly (readonly number[])[], free: ReadonlyMap<number, number>): number {
  const [first, ...others] = choices
  if (first === undefined) return 0
  const without = most(others, free)
  const withPlace = first
    .filter((id) => (free.get(id) ?? 0) > 0)
    .map((id) => 1 + most(others, new Map([...free, [id, (free.get(id) ?? 0) - 1]])))
  return Math.max(without, ...withPlace)
}
