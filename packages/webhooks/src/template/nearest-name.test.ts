import { expect, test } from 'vitest'

import { nearestName } from './nearest-name.ts'

test.each<[string, readonly string[], string | null]>([
  ['emial', ['id', 'email', 'metadata'], 'email'],
  ['abcd', ['abxy', 'abdc'], 'abdc'],
  ['abcd', ['abce', 'abcf'], 'abce'],
  ['start', ['stat', 'starts', 'end'], 'stat'],
  ['', ['long', 'id'], 'id'],
  ['name', [], null],
  ['x'.repeat(64), ['y'], 'y'],
  ['x'.repeat(65), ['x'], null],
])('of %s among %j it is %s', (name, names, nearest) => {
  expect(nearestName(name, names)).toBe(nearest)
})
