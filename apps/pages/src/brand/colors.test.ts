import { colorIn, contrast, hexOf, paletteOf, readable, type Rgb } from '@scheduling/brand'
import { assert, constantFrom, integer, property, tuple } from 'fast-check'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { brandStyle, SCHEMES } from './brand.ts'

const channel = integer({ min: 0, max: 255 })
const color = tuple(channel, channel, channel)
const scheme = constantFrom<keyof typeof SCHEMES>('light', 'dark')

function rgb(hex: string): Rgb {
  const found = colorIn(hex)
  if (found === null) throw new Error(`${hex} is no color.`)
  return found
}

/** In turns; null for grays. */
function hueOf([red, green, blue]: Rgb): number | null {
  const most = Math.max(red, green, blue)
  const spread = most - Math.min(red, green, blue)
  if (spread === 0) return null
  const sixths =
    most === red
      ? (green - blue) / spread
      : most === green
        ? 2 + (blue - red) / spread
        : 4 + (red - green) / spread
  return ((sixths + 6) % 6) / 6
}

describe('contrast', () => {
  // Of WCAG's own examples, and of the limits.
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#777777', '#ffffff', 4.48],
    ['#767676', '#ffffff', 4.54],
    ['#ff0000', '#ffffff', 4],
    ['#0000ff', '#ffffff', 8.59],
  ])('of %s and %s is %d', (one, other, expected) => {
    expect(contrast(rgb(one), rgb(other))).toBeCloseTo(expected, 1)
  })
})

describe('a palette', () => {
  it('can be read, whatever the color', () => {
    assert(
      property(color, scheme, (chosen, name) => {
        const palette = paletteOf(hexOf(chosen), SCHEMES[name])
        if (palette === null) throw new Error('It is a color.')
        expect(contrast(rgb(palette.deed), rgb(palette.on))).toBeGreaterThanOrEqual(4.5)
        for (const ground of SCHEMES[name].grounds) {
          expect(contrast(rgb(palette.link), ground)).toBeGreaterThanOrEqual(4.5)
          expect(contrast(rgb(palette.edge), ground)).toBeGreaterThanOrEqual(3)
        }
      }),
      { numRuns: 5000 },
    )
  })

  it('keeps the color of the button, and the hue of all else', () => {
    assert(
      property(color, scheme, (chosen, name) => {
        const palette = paletteOf(hexOf(chosen), SCHEMES[name])
        expect(palette?.deed).toBe(hexOf(chosen))
        const [before, after] = [hueOf(chosen), hueOf(rgb(palette?.link ?? ''))]
        if (before === null) expect(after).toBeNull()
        // Very dark and very light colors have few neighbours to choose from.
        if (before === null || after === null || nearlyGray(rgb(palette?.link ?? ''))) return
        const apart = Math.abs(before - after)
        expect(Math.min(apart, 1 - apart)).toBeLessThan(0.03)
      }),
      { numRuns: 5000 },
    )
  })

  it('moves the lightness no further than needed', () => {
    assert(
      property(color, scheme, (chosen, name) => {
        const { grounds, towards } = SCHEMES[name]
        const moved = readable(chosen, grounds, { least: 4.5, towards })
        const least = Math.min(...grounds.map((ground) => contrast(moved, ground)))
        if (hexOf(moved) === hexOf(chosen)) return
        // One step of a channel, for the darkest colors, is worth so much.
        expect(least).toBeLessThan(4.5 * 1.06)
      }),
      { numRuns: 5000 },
    )
  })

  it('of a color that can be read is that color', () => {
    expect(paletteOf('#0B4F9E', SCHEMES.light)).toEqual({
      deed: '#0b4f9e',
      on: '#ffffff',
      edge: '#0b4f9e',
      link: '#0b4f9e',
    })
    expect(paletteOf('#FFD400', SCHEMES.light)).toMatchObject({ deed: '#ffd400', on: '#000000' })
    expect(paletteOf('#FFD400', SCHEMES.dark)).toMatchObject({ edge: '#ffd400', link: '#ffd400' })
  })
})

function nearlyGray(one: Rgb): boolean {
  return Math.max(...one) - Math.min(...one) < 24
}

describe('the style', () => {
  it.each(['red', '#12345', '#1234567', '', '#123456}body{display:none', '</style>'])(
    'is none for %j',
    (text) => {
      expect(brandStyle(text)).toBeNull()
    },
  )

  it('is none without a color', () => {
    expect(brandStyle(null)).toBeNull()
  })

  it('has numbers alone, and names that the frame uses', () => {
    const style = brandStyle('#3A86FF') ?? ''
    expect(style).toMatch(/^[\w:#;{}().@-]+$/)
    const frame = readFileSync(path.join(import.meta.dirname, '../frame/style.css'), 'utf8')
    for (const [, name = ''] of style.matchAll(/(--\w+):/g)) expect(frame).toContain(`${name}:`)
  })

  it('measures on the grounds that the frame has', () => {
    const frame = readFileSync(path.join(import.meta.dirname, '../frame/style.css'), 'utf8')
    const [light = '', dark = ''] = frame.split('@media (prefers-color-scheme: dark)')
    const groundsOf = (css: string) =>
      ['back', 'card'].map((name) => new RegExp(`--${name}: (#\\w+);`).exec(css)?.[1])
    const long = (hex = '') => hex.replace(/^#(\w)(\w)(\w)$/, '#$1$1$2$2$3$3')
    expect(groundsOf(light).map(long)).toEqual(SCHEMES.light.grounds.map(hexOf))
    expect(groundsOf(dark).map(long)).toEqual(SCHEMES.dark.grounds.map(hexOf))
  })
})
