import { colorIn, contrast, type Rgb } from '@scheduling/brand'
import { expect, it } from 'vitest'
import { colorsOf } from './render-mail.ts'

const rgb = (hex: string): Rgb => {
  const color = colorIn(hex)
  if (color === null) throw new Error(`${hex} is no color.`)
  return color
}

it.each(['light', 'dark'] as const)(
  'in the %s everything can be read, whatever the brand',
  (scheme) => {
    for (const brand of [null, 'red', '#ffd400', '#0b4f9e', '#17171b', '#ffffff', '#e85d75']) {
      const colors = colorsOf(brand, scheme)
      const of = (one: keyof typeof colors, other: keyof typeof colors) =>
        contrast(rgb(colors[one]), rgb(colors[other]))
      for (const ground of ['ground', 'panel'] as const) {
        for (const words of ['text', 'soft', 'link'] as const) {
          expect(of(words, ground)).toBeGreaterThanOrEqual(4.5)
        }
        expect(of('edge', ground)).toBeGreaterThanOrEqual(3)
      }
      expect(of('on', 'deed')).toBeGreaterThanOrEqual(4.5)
    }
  },
)
