import { expect, it } from 'vitest'
import { date, id, oneOf, searchOf, someOf, text } from './search.ts'

const read = searchOf({
  status: oneOf('PAID', 'PENDING'),
  purpose: someOf('a', 'b'),
  client: id(),
  from: date(),
  q: text(5),
})

it('keeps what is valid', () => {
  const search = {
    status: 'PAID',
    purpose: ['b', 'c'],
    client: 7,
    from: '2026-11-23',
    q: 'maria silva',
  }
  expect(read(search)).toEqual({ ...search, purpose: ['b'], q: 'maria' })
})

it('puts undefined over what is not, and says nothing of what is not there', () => {
  const search = { status: 'LOST', purpose: [], client: -1, from: 'yesterday' }
  const found = read(search)
  expect(Object.keys(found)).toEqual(Object.keys(search))
  expect(Object.values({ ...search, ...found })).toEqual(Array(4).fill(undefined))
})

it.each(['2026-02-30x', '2026-13-01', '0000-00-00', '', null, {}])('has no date in %j', (from) => {
  expect(read({ from }).from).toBeUndefined()
})
