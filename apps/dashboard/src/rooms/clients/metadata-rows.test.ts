import { expect, it } from 'vitest'
import { changeOf, faultsOf, rowsOf } from './metadata-rows.ts'

const row = (key: string, value: string, id = key) => ({ id, key, value })

it('sends what was added, changed and removed, and nothing else', () => {
  const before = { crm: '7', plan: 'gold', old: 'x' }
  expect(changeOf(before, rowsOf(before))).toEqual({})
  const after = [row('crm', '8'), row('plan', 'gold'), row('new', ''), row('', '', 'empty')]
  expect(changeOf(before, after)).toEqual({ crm: '8', new: '', old: null })
})

it('finds keys that are none, and those that are there twice', () => {
  const rows = [
    row('a', '1'),
    row('a', '2', 'again'),
    row('é', '3'),
    row('', '4', 'no key'),
    row('', '', 'x'),
  ]
  expect([...faultsOf(rows)]).toEqual([
    ['again', 'twice'],
    ['é', 'key'],
    ['no key', 'key'],
  ])
})
