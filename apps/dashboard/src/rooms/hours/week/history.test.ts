import { expect, it } from 'vitest'
import { begin, redo, step, undo } from './history.ts'

it('goes back and forth, and forgets what was taken back once something else is done', () => {
  const two = step(step(begin('a'), 'b'), 'c')
  expect(undo(two).now).toBe('b')
  expect(undo(undo(undo(two))).now).toBe('a')
  expect(redo(undo(two))).toEqual(two)
  expect(redo(step(undo(two), 'd'))).toMatchObject({ now: 'd', past: ['a', 'b'], future: [] })
})

it('keeps a bounded number of steps', () => {
  let history = begin(0)
  for (let next = 1; next <= 500; next += 1) history = step(history, next)
  expect(history.past).toHaveLength(200)
  expect(history.past[0]).toBe(300)
})
