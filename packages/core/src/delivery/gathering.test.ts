import { setImmediate as nextTick } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { gathering } from './gathering.ts'

/** Rounds that wait to be let go. */
function heldRounds(options: { most?: number; refused?: string } = {}) {
  const rounds: string[][] = []
  const gates: PromiseWithResolvers<void>[] = []
  const ask = gathering<string, string>({
    most: options.most ?? 100,
    keyOf: (work) => work.slice(0, 1),
    async together(all) {
      rounds.push([...all])
      const gate = Promise.withResolvers<void>()
      gates.push(gate)
      await gate.promise
      if (options.refused !== undefined && all.includes(options.refused))
        throw new Error(`refused: ${options.refused}`)
      return all.map((work) => work.toUpperCase())
    },
  })
  const release = async (): Promise<void> => {
    for (let tick = 0; tick < 3; tick += 1) await nextTick()
    gates.shift()?.resolve()
  }
  return { ask, rounds, release }
}

describe('work that is gathered', () => {
  it('goes at once when it comes alone, and together with what comes in its tick', async () => {
    const { ask, rounds, release } = heldRounds()
    const [first, second] = [ask('a1'), ask('b1')]
    await release()
    expect(await Promise.all([first, second])).toEqual(['A1', 'B1'])
    expect(rounds).toEqual([['a1', 'b1']])
  })

  it('waits while a round is under way, and then goes in one round up to its most', async () => {
    const { ask, rounds, release } = heldRounds({ most: 3 })
    const first = ask('a1')
    await nextTick()
    await nextTick()
    const later = ['b1', 'c1', 'd1', 'e1'].map((work) => ask(work))
    for (let round = 0; round < 3; round += 1) await release()
    expect(await Promise.all([first, ...later])).toEqual(['A1', 'B1', 'C1', 'D1', 'E1'])
    expect(rounds).toEqual([['a1'], ['b1', 'c1', 'd1'], ['e1']])
  })

  it('has no key twice in a round, and keeps the order of each key', async () => {
    const { ask, rounds, release } = heldRounds()
    const answers = ['a1', 'a2', 'b1', 'a3', 'b2'].map((work) => ask(work))
    for (let round = 0; round < 3; round += 1) await release()
    expect(await Promise.all(answers)).toEqual(['A1', 'A2', 'B1', 'A3', 'B2'])
    expect(rounds).toEqual([['a1', 'b1'], ['a2', 'b2'], ['a3']])
  })

  it('is done one by one after a round that failed: only what is refused fails', async () => {
    const { ask, rounds, release } = heldRounds({ refused: 'b1' })
    const answers = Promise.allSettled(['a1', 'b1', 'c1'].map((work) => ask(work)))
    for (let round = 0; round < 4; round += 1) await release()
    expect((await answers).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    expect(rounds).toEqual([['a1', 'b1', 'c1'], ['a1'], ['b1'], ['c1']])
    const after = ask('d1')
    await release()
    expect(await after).toBe('D1')
  })

  it('whose result comes later does not hold up the next round', async () => {
    const slow = Promise.withResolvers<string>()
    const ask = gathering<string, string>({
      most: 1,
      together: async ([work = '']) => [work === 'slow' ? slow.promise : work],
    })
    const [first, second] = [ask('slow'), ask('quick')]
    expect(await second).toBe('quick')
    slow.resolve('at last')
    expect(await first).toBe('at last')
  })
})
