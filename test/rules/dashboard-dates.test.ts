/** The dashboard writes dates in one way per language: `time/` does it, by `useWritten` and `useWeekdays`. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const SOURCE = path.resolve('apps/dashboard/src')

const OWN_FORMAT = /\bDateTimeFormat\(|\.toLocale(Date|Time)?String\(|\bdateStyle\b|\btimeStyle\b/u

/** With what each needs a format of its own for. */
const OTHERWISE = {
  'rooms/agenda/bar.tsx': 'a range of days of one or two months, for which the language has a form',
  'rooms/agenda/board.tsx': 'YYYY-MM-DD, which is compared and not shown',
  'rooms/hours/week/weekdays.ts': 'names of weekdays in two lengths at once',
}

const hasOwnFormat = (source: string): boolean => OWN_FORMAT.test(source)

it('finds a format of its own', () => {
  expect(hasOwnFormat("new Intl.DateTimeFormat('pt').format(now)")).toBe(true)
  expect(hasOwnFormat('date.toLocaleDateString()')).toBe(true)
  expect(hasOwnFormat('written.date(at)')).toBe(false)
})

it('no date of the dashboard is written otherwise', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: SOURCE }).filter(
    (file) => !file.startsWith('time/') && !file.endsWith('.test.ts'),
  )
  expect(files.length).toBeGreaterThan(200)
  const found = files.filter((file) => hasOwnFormat(readFileSync(path.join(SOURCE, file), 'utf8')))
  expect(found.toSorted()).toEqual(Object.keys(OTHERWISE))
})
