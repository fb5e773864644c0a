import { colorIn, contrast } from '@scheduling/brand'
import { expect, it } from 'vitest'
import { fillOf, type Tint } from './fill.ts'

const rgb = (hex: string) => colorIn(hex) ?? [0, 0, 0]
const contrastOf = ({ ground, ink }: Tint): number => contrast(rgb(ground), rgb(ink))

it('the text can be read on every color, in the light and in the dark', () => {
  const steps = [0, 51, 102, 153, 204, 255]
  const colors = steps.flatMap((red) =>
    steps.flatMap((green) =>
      steps.map(
        (blue) =>
          `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`,
      ),
    ),
  )
  const worst = [...colors, null].flatMap((color) => {
    const { light, dark } = fillOf(color)
    return [contrastOf(light), contrastOf(dark)]
  })
  expect(Math.min(...worst)).toBeGreaterThanOrEqual(4.5)
})

it('two colors of services are two fills, and what is no color is the usual one', () => {
  expect(fillOf('#1971c2').light.ground).toBe('#c3daef')
  expect(fillOf('#c2255c').light.ground).not.toBe(fillOf('#1971c2').light.ground)
  expect(fillOf('red;}')).toEqual(fillOf(null))
})
