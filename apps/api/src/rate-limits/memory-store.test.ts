import { expect, test } from 'vitest'
import { allowances } from './allowances.ts'
import { createMemoryStore } from './memory-store.ts'

test('memory stays bounded for any number of callers', async () => {
  const limits = allowances(1)
  const store = createMemoryStore(limits, { now: () => 0, capacity: 100 })
  const count = (address: string) => store.countAttempts('invalid key', address, 1)
  const look = (address: string) => store.lookAtAttempts('invalid key', address)
  for (let times = 0; times < 19; times += 1) await count('busy')
  for (let times = 0; times < 99; times += 1) await count(`sprayed ${times}`)
  expect(await look('busy')).toMatchObject({ counted: 19 })
  for (let times = 0; times < 2; times += 1) await count(`more ${times}`)
  expect(await look('busy')).toMatchObject({ counted: 0 })
  expect(await look('sprayed 98')).toMatchObject({ counted: 1 })
})
