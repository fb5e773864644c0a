/** The color of an organization: whatever its owner chose, everything in it can be read. */
import { colorIn, contrast, hexOf, readable, type Rgb } from './color.ts'

/** WCAG 2.2: of text, and of what is no text. */
const TEXT = 4.5
const SHAPE = 3

const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]

/** What links and edges stand on, and whether they get darker (0) or lighter (1) until they can be read there. */
export type Scheme = { readonly grounds: readonly Rgb[]; readonly towards: 0 | 1 }

/** Colors as `#rrggbb`. */
export type Palette = {
  /** Of buttons: the color as it was chosen. */
  readonly deed: string
  /** Of the text on them: white, unless it cannot be read there. */
  readonly on: string
  /** Of their edges, where the button alone would be lost on the page. */
  readonly edge: string
  /** Of links, and of what has the focus or is chosen. */
  readonly link: string
}

/** Null: the text is no color. */
export function paletteOf(color: string, { grounds, towards }: Scheme): Palette | null {
  const deed = colorIn(color)
  if (deed === null) return null
  // Of black and white one has a contrast of 4.58 at least with any color.
  const on = contrast(deed, WHITE) >= TEXT ? WHITE : BLACK
  const edge = readable(deed, grounds, { least: SHAPE, towards })
  const link = readable(deed, grounds, { least: TEXT, towards })
  return { deed: hexOf(deed), on: hexOf(on), edge: hexOf(edge), link: hexOf(link) }
}
