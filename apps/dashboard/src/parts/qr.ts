/** A QR code as one path of squares, black on white, with its quiet zone. */
import { encode } from 'uqr'

export type Qr = {
  /** Squares on each side, with the quiet zone. */
  readonly size: number
  /** Of SVG, one unit for each square. */
  readonly path: string
}

/** The quiet zone that the standard asks for, in squares. */
const BORDER = 4

export function qrOf(text: string): Qr {
  const { size, data } = encode(text, { ecc: 'M', border: BORDER })
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return { size, path: squares.join('') }
}

/** A file that prints well at any size. */
export function svgOf({ size, path }: Qr): string {
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">`
  return `${head}<rect width="${size}" height="${size}" fill="#fff"/><path d="${path}"/></svg>`
}
