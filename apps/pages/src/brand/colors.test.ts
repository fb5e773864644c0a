import { colorIn, contrast, hexOf, paletteOf, readable, type Rgb } from '@scheduling/brand'
import { assert, constantFrom, integer, property, tuple } from 'fast-check'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { brandStyle, framedColors, groundsOf, schemeOn, SCHEMES } from './colors.ts'

const channel = integer({ min: 0, max: 255 })
const color = tuple(channel, channel, channel)
const scheme = constantFrom<keyof typeof SCHEMES>('light', 'dark')

const measured = (name: keyof typeof SCHEMES) => {
  const { colors, towards } = SCHEMES[name]
  return { grounds: groundsOf(colors), towards }
}

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
        const palette = paletteOf(hexOf(chosen), measured(name))
        if (palette === null) throw new Error('It is a color.')
        expect(contrast(rgb(palette.deed), rgb(palette.on))).toBeGreaterThanOrEqual(4.5)
        for (const ground of measured(name).grounds) {
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
        const palette = paletteOf(hexOf(chosen), measured(name))
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
        const { grounds, towards } = measured(name)
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
    expect(paletteOf('#0B4F9E', measured('light'))).toEqual({
      deed: '#0b4f9e',
      on: '#ffffff',
      edge: '#0b4f9e',
      link: '#0b4f9e',
    })
    expect(paletteOf('#FFD400', measured('light'))).toMatchObject({
      deed: '#ffd400',
      on: '#000000',
    })
    expect(paletteOf('#FFD400', measured('dark'))).toMatchObject({
      edge: '#ffd400',
      link: '#ffd400',
    })
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
    for (const [, name = ''] of style.matchAll(/(--\w+):/g)) expect(frame).toContain(`(${name})`)
  })
})

describe('in a frame, the colors', () => {
  it('can be read on every ground, with every color of an organization', () => {
    assert(
      property(color, color, (ground, chosen) => {
        const colors = framedColors(ground, hexOf(chosen))
        for (const one of [ground, ...groundsOf(SCHEMES[schemeOn(ground)].colors)]) {
          for (const name of ['text', 'soft', 'bad', 'ok', 'wait', 'link'] as const) {
            expect(contrast(rgb(colors[name]), one)).toBeGreaterThanOrEqual(4.5)
          }
          for (const name of ['line', 'edge'] as const) {
            expect(contrast(rgb(colors[name]), one)).toBeGreaterThanOrEqual(3)
          }
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('are those of the pages on white, and on the ground of a dark page', () => {
    const { light, dark } = SCHEMES
    expect(framedColors([255, 255, 255], null)).toEqual(light.colors)
    const inDark = framedColors(rgb(dark.colors.back), null)
    expect({ ...inDark, on: dark.colors.on }).toEqual(dark.colors)
  })
})
