import { expect, it } from 'vitest'
import { qrOf, svgOf } from './qr.ts'

const ADDRESS = 'https://agenda.example.com/clinica-aurora'

it('draws each dark square once, inside the quiet zone', () => {
  const { size, path } = qrOf(ADDRESS)
  const squares = path
    .split('M')
    .slice(1)
    .map((square) => square.split('h')[0] ?? '')
  expect(new Set(squares).size).toBe(squares.length)
  const at = squares.flatMap((square) => square.split(' ').map(Number))
  expect(Math.min(...at)).toBe(4)
  expect(Math.max(...at)).toBe(size - 5)
})

it('has the three corners that a camera looks for', () => {
  const { size, path } = qrOf(ADDRESS)
  for (const [x, y] of [
    [4, 4],
    [size - 5, 4],
    [4, size - 5],
  ]) {
    expect(path).toContain(`M${x} ${y}h`)
  }
  expect(path).not.toContain(`M${size - 5} ${size - 5}h1v1h-1zM${size - 4}`)
})

it('is another one for another address', () => {
  expect(qrOf(`${ADDRESS}2`).path).not.toBe(qrOf(ADDRESS).path)
})

it('is a file of its own, with a white ground', () => {
  const svg = svgOf(qrOf(ADDRESS))
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 \d+ \d+"/)
  expect(svg).toContain('fill="#fff"')
})
