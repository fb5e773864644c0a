import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { TEXT_SIZES } from './theme.ts'

const SIZES = Object.values(TEXT_SIZES)

/** A screen that is read from across the room, and paper. */
const READ_ELSEWHERE = /queue-screen|day-print/u

it('there are five sizes of text, and none is below 12 px', () => {
  expect(SIZES).toHaveLength(5)
  expect(Math.min(...SIZES.map((size) => Number.parseInt(size, 10)))).toBe(12)
})

it('all styles use one of the five', () => {
  const files = globSync('**/*.css', { cwd: import.meta.dirname })
  const styles = files.filter((file) => !READ_ELSEWHERE.test(file))
  const used = styles.flatMap((file) =>
    [
      ...readFileSync(`${import.meta.dirname}/${file}`, 'utf8').matchAll(/font-size: ([^;]+);/gu),
    ].map(([, size = '']) => ({ file, size })),
  )
  expect(used.length).toBeGreaterThan(10)
  const others = used.filter(
    ({ size }) => !SIZES.includes(size) && !size.startsWith('var(--mantine-font-size-'),
  )
  expect(others).toEqual([])
})
