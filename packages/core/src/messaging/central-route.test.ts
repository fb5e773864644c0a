import { describe, expect, it } from 'vitest'
import { routeOf, type Known, type Route } from './central-route.ts'

const NOTHING: Known = { keptBy: null, answered: null, recent: [] }
const to = (organizationId: number): Route => ({ organizationId })

describe('a message to the central number is for', () => {
  it.each<[string, Parameters<typeof routeOf>[0], Partial<Known>, Route]>([
    [
      'the organization whose message it answers',
      'confirm',
      { answered: 1, recent: [1, 2] },
      to(1),
    ],
    ['the same where that one wrote long ago', 'confirm', { answered: 1, recent: [2] }, to(1)],
    ['the only one that wrote lately', 'confirm', { recent: [2] }, to(2)],
    ['the same for what people read', null, { recent: [2] }, to(2)],
    ['none of two that wrote lately', 'cancel', { recent: [1, 2] }, 'unclear'],
    ['none where none wrote lately', null, {}, 'unclear'],
    ['the one that STOP answers', 'stop', { answered: 1, recent: [1, 2] }, to(1)],
    ['all for STOP, though one alone wrote lately', 'stop', { recent: [2] }, 'all'],
    ['all for START', 'start', {}, 'all'],
    ['the one that has it, whatever was written since', null, { keptBy: 3, recent: [1] }, to(3)],
  ])('%s', (_, word, known, route) => {
    expect(routeOf(word, { ...NOTHING, ...known })).toEqual(route)
  })
})
