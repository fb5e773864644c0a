import * as fc from 'fast-check'
import jsqr from 'jsqr'
import { expect, it } from 'vitest'
import { qrOf, type QrDrawing } from './qr.ts'

/** Pixels of a module's edge. */
const SCALE = 4

/** The picture as a camera sees it. */
function pictureOf({ size, path }: QrDrawing): { pixels: Uint8ClampedArray; edge: number } {
  const edge = size * SCALE
  const pixels = new Uint8ClampedArray(edge * edge * 4).fill(255)
  for (const [, x = '', y = '', length = ''] of path.matchAll(/M(\d+) (\d+)\.5h(\d+)/g)) {
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row += 1) {
      const from = (row * edge + Number(x) * SCALE) * 4
      for (let at = from; at < from + Number(length) * SCALE * 4; at += 4)
        pixels.fill(0, at, at + 3)
    }
  }
  return { pixels, edge }
}

/** By a reader that has nothing of ours in it. */
function readBack(drawing: QrDrawing): string | null {
  const { pixels, edge } = pictureOf(drawing)
  // Its types are those of a CommonJS module.
  const read = jsqr as unknown as typeof jsqr.default
  return read(pixels, edge, edge)?.data ?? null
}

const CODE =
  '00020101021226710014br.gov.bcb.pix2549pix.sandbox.example/v2/01m7w9syw0gek2xwc9c25262va520400005303986540550.005802BR5911Clinica Sol6009SAO PAULO62070503***63047C5B'

it('is read as the code that it was made of', () => {
  expect(readBack(qrOf(CODE))).toBe(CODE)
})

it('is read for codes of any length and content', () => {
  const text = fc.string({ unit: 'grapheme-ascii', minLength: 40, maxLength: 400 })
  fc.assert(
    fc.property(text, (code) => {
      expect(readBack(qrOf(code))).toBe(code)
    }),
    { numRuns: 40 },
  )
})

it('has four modules of white around it, and stays small', () => {
  const drawing = qrOf(CODE)
  const { pixels, edge } = pictureOf(drawing)
  const quiet = 4 * SCALE
  for (let y = 0; y < edge; y += 1) {
    for (let x = 0; x < edge; x += 1) {
      const isEdge = Math.min(x, y, edge - 1 - x, edge - 1 - y) < quiet
      if (isEdge && pixels[(y * edge + x) * 4] !== 255) expect([x, y]).toBe('white')
    }
  }
  expect(drawing.path.length).toBeLessThan(10_000)
})
