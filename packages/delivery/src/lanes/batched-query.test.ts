import { setImmediate as nextTick } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { batchedQuery } from './batched-query.ts'

/** Batches that wait to be released. */
function heldBatches(options: { maxBatchSize?: number; refused?: string } = {}) {
  const batches: string[][] = []
  const gates: PromiseWithResolvers<void>[] = []
  const ask = batchedQuery<string, string>({
    maxBatchSize: options.maxBatchSize ?? 100,
    keyOf: (request) => request.slice(0, 1),
    async runBatch(requests) {
      batches.push([...requests])
      const gate = Promise.withResolvers<void>()
      gates.push(gate)
      await gate.promise
      if (options.refused !== undefined && requests.includes(options.refused))
        throw new Error(`refused: ${options.refused}`)
      return requests.map((request) => request.toUpperCase())
    },
  })
  const release = async (): Promise<void> => {
    for (let tick = 0; tick < 3; tick += 1) await nextTick()
    gates.shift()?.resolve()
  }
  return { ask, batches, release }
}

describe('a batched query', () => {
  it('runs at once when a request comes alone, and takes along what comes in the same tick', async () => {
    const { ask, batches, release } = heldBatches()
    const [first, second] = [ask('a1'), ask('b1')]
    await release()
    expect(await Promise.all([first, second])).toEqual(['A1', 'B1'])
    expect(batches).toEqual([['a1', 'b1']])
  })

  it('lets requests wait while a batch is under way, and then takes them in one batch up to its size', async () => {
    const { ask, batches, release } = heldBatches({ maxBatchSize: 3 })
    const first = ask('a1')
    await nextTick()
    await nextTick()
    const later = ['b1', 'c1', 'd1', 'e1'].map((request) => ask(request))
    for (let batch = 0; batch < 3; batch += 1) await release()
    expect(await Promise.all([first, ...later])).toEqual(['A1', 'B1', 'C1', 'D1', 'E1'])
    expect(batches).toEqual([['a1'], ['b1', 'c1', 'd1'], ['e1']])
  })

  it('has no key twice in a batch, and keeps the order of each key', async () => {
    const { ask, batches, release } = heldBatches()
    const answers = ['a1', 'a2', 'b1', 'a3', 'b2'].map((request) => ask(request))
    for (let batch = 0; batch < 3; batch += 1) await release()
    expect(await Promise.all(answers)).toEqual(['A1', 'A2', 'B1', 'A3', 'B2'])
    expect(batches).toEqual([['a1', 'b1'], ['a2', 'b2'], ['a3']])
  })

  it('runs requests one by one after a batch that failed: only what is refused fails', async () => {
    const { ask, batches, release } = heldBatches({ refused: 'b1' })
    const answers = Promise.allSettled(['a1', 'b1', 'c1'].map((request) => ask(request)))
    for (let batch = 0; batch < 4; batch += 1) await release()
    expect((await answers).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    expect(batches).toEqual([['a1', 'b1', 'c1'], ['a1'], ['b1'], ['c1']])
    const after = ask('d1')
    await release()
    expect(await after).toBe('D1')
  })

  it('does not hold up the next batch for a result that comes later', async () => {
    const slow = Promise.withResolvers<string>()
    const ask = batchedQuery<string, string>({
      maxBatchSize: 1,
      runBatch: async ([request = '']) => [request === 'slow' ? slow.promise : request],
    })
    const [first, second] = [ask('slow'), ask('quick')]
    expect(await second).toBe('quick')
    slow.resolve('at last')
    expect(await first).toBe('at last')
  })
})
