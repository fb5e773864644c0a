import { DEFAULT_THEME } from '@mantine/core'
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { cssVariables, TEXT_SIZES } from './theme.ts'

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

/** By WCAG 2. @param hex such as `#a33a06` */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

it.each(['red', 'orange', 'yellow', 'teal', 'blue'])(
  'a text on a light ground of %s has a contrast of at least 4.5',
  (name) => {
    const shades = DEFAULT_THEME.colors[name]
    const written = cssVariables(DEFAULT_THEME).light[`--mantine-color-${name}-light-color`]
    const [text, ground] = [written ?? shades?.[9] ?? '', shades?.[1] ?? '']
    const contrast = (luminance(ground) + 0.05) / (luminance(text) + 0.05)
    expect(contrast).toBeGreaterThanOrEqual(4.5)
  },
)
