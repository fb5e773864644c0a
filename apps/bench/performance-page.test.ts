import { expect, it } from 'vitest'
import { compared, verdict } from './figures.ts'
import { machineLine, sectionOf, withSection, withStatements } from './performance-page.ts'

const OPTIONS = { rounds: 3, clients: 16, seconds: 5, minutes: 60, kills: 1, seed: 1, fault: null }
const bench = { about: 'Asks who one is.', run: async () => [] }

function section(name: string, ours: readonly number[]): string {
  const rounds = { ours, reference: [1000, 1000, 1000] }
  const figure = compared('16 clients', rounds, { unit: '/s', aim: { sign: '≥', value: 0.6 } })
  return sectionOf(name, bench, [figure], machineLine('18.1', OPTIONS))
}

it('says the medians, their spread, and in how many rounds an aim was held', () => {
  expect(section('me', [500, 1250, 700])).toContain(
    '| 16 clients | 700/s (500–1,250) | 1,000/s (1,000–1,000) | 0.70 (0.50–1.25) | ≥ 0.60: met, in 2 of 3 rounds |',
  )
  expect(section('me', [500, 500, 500])).toContain('≥ 0.60: missed |')
})

it('holds an aim with a unit against ours, whatever the ratio is', () => {
  const rounds = { ours: [1, 1.1, 1.3], reference: [9, 9, 9] }
  const aim = { sign: '≤', value: 1.2, unit: ' s' } as const
  expect(verdict(compared('LCP', rounds, { unit: ' s', digits: 2, aim }))).toBe(
    '≤ 1.20 s: met, in 2 of 3 rounds',
  )
})

it('names cores and versions, and nothing of the machine beside', () => {
  expect(machineLine('18.1', OPTIONS)).toMatch(
    /^\d+ cores, \d+ GB, Node\.js [\d.]+, PostgreSQL 18\.1; 3 rounds of 5 seconds\.$/,
  )
})

it('replaces one section, keeps the others, and keeps them in order', () => {
  const list = section('list', [1, 1, 1])
  const page = withSection(withSection('', 'list', list), 'me', section('me', [1, 1, 1]))
  expect(page.indexOf('## `me`')).toBeLessThan(page.indexOf('## `list`'))
  const again = withSection(page, 'me', section('me', [900, 900, 900]))
  expect(again).toContain(list.trim())
  expect(again.match(/^## `me`$/gm)).toHaveLength(1)
  expect(again).toContain('900/s')
})

it('ends with what each route asks of the database', () => {
  const budgets = { 'GET /me': { statements: 0, roundTrips: 0 } }
  const page = withStatements(withSection('', 'me', section('me', [1, 1, 1])), budgets)
  expect(page.endsWith('| GET /me | 0 | 0 |\n')).toBe(true)
  expect(withSection(page, 'list', section('list', [1, 1, 1]))).toMatch(
    /\| GET \/me \| 0 \| 0 \|\n$/,
  )
})

it('leaves out a section of no bench', () => {
  const page = withSection('# Performance\n\n## `gone`\n\nOld.\n', 'me', section('me', [1, 1, 1]))
  expect(page).not.toContain('gone')
})
