import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@scheduling/test/support/database.ts'
import type { Figure } from '../figures.ts'
import { seedClinic, seedMonth, type Size } from '../stage/clinic.ts'
import { answerOf, openPair, type Pair } from '../stage/pair.ts'
import { ROUTE_BENCHES } from './benches.ts'
import { GROWTH_READS } from './growth.ts'

const SIZE: Size = { clients: 100, appointments: 400, events: 150 }
const SHORT = { rounds: 1, clients: 2, seconds: 0.05, minutes: 1, kills: 1, seed: 1, fault: null }

const names = Object.keys(ROUTE_BENCHES) as (keyof typeof ROUTE_BENCHES)[]
const databases: TestDatabase[] = []

async function database(): Promise<string> {
  const made = await createTestDatabase()
  databases.push(made)
  return made.url
}

function expectMeasured(figures: readonly Figure[]): void {
  expect(figures.length).toBeGreaterThan(0)
  for (const { ratios, what } of figures) {
    expect(ratios, what).toHaveLength(SHORT.rounds)
    // Processor time is counted in hundredths of a second, and the load is shorter.
    if (what.startsWith('processor time')) continue
    for (const ratio of ratios) expect(ratio, what).toBeGreaterThan(0)
  }
}

afterAll(() => Promise.all(databases.map((one) => one.drop())))

/** A bench ends with an error when the reference answers, or writes, something else than the service. */
describe.each([
  ['open day and night', (url: string) => seedClinic(url, SIZE)],
  ['a month', seedMonth],
] as const)('in a clinic: %s', (clinic, seed) => {
  let pair: Pair
  beforeAll(async () => {
    const url = await database()
    pair = await openPair(url, await seed(url))
  })
  afterAll(() => pair?.close())

  if (clinic === 'open day and night')
    it.each(Object.keys(GROWTH_READS))('growth asks what the service answers: %s', async (name) => {
      const path = GROWTH_READS[name]?.(pair.clinic, 7) ?? ''
      const answer = await answerOf(pair, 'ours', { method: 'GET', path })
      expect(answer.data ?? answer.object).toBeTruthy()
    })

  it.each(names.filter((name) => ROUTE_BENCHES[name].clinic === clinic))(
    '%s measures the service and the reference',
    async (name) => expectMeasured(await ROUTE_BENCHES[name].run(pair, SHORT)),
  )
})
