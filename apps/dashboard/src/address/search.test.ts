import { expect, it } from 'vitest'
import { date, id, mark, oneOf, searchOf, someOf, text } from './search.ts'

const search = searchOf({
  day: date(),
  client: id(),
  new: mark(),
  view: oneOf('day', 'week'),
  status: someOf('PAID', 'PENDING'),
  q: text(5),
})

const NOTHING = {
  day: undefined,
  client: undefined,
  new: undefined,
  view: undefined,
  status: undefined,
  q: undefined,
}

it('what is not valid is undefined, so that the router does not keep it', () => {
  const found = search({
    day: '2026-02-31',
    client: 'abc',
    new: 2,
    view: 'year',
    status: 'X',
    q: '',
  })
  expect(found).toStrictEqual(NOTHING)
  expect(search({})).toStrictEqual(NOTHING)
  expect(search({ day: 7, client: -1, new: {}, view: null, status: [], q: {} })).toStrictEqual(
    NOTHING,
  )
})

it('what is valid is kept, bounded and typed', () => {
  const found = search({
    day: '2028-02-29',
    client: '7',
    new: '1',
    view: 'week',
    status: 'PAID',
    q: 123456,
  })
  expect(found).toStrictEqual({
    day: '2028-02-29',
    client: 7,
    new: 1,
    view: 'week',
    status: ['PAID'],
    q: '12345',
  })
})
