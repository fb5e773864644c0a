/** The color of an organization on its pages: whatever its owner chose, everything on them can be read. */
import { colorIn, contrast, hexOf, readable, type Rgb } from './color.ts'

/** WCAG 2.2: of text, and of what is no text. */
const TEXT = 4.5
const SHAPE = 3

const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]

/** As `style.css` has them: what links and edges stand on. */
export const SCHEMES = {
  light: { grounds: [[0xf6, 0xf6, 0xf8], WHITE], towards: 0 },
  dark: {
    grounds: [
      [0x17, 0x17, 0x1b],
      [0x22, 0x22, 0x27],
    ],
    towards: 1,
  },
} as const satisfies Record<string, { grounds: readonly Rgb[]; towards: 0 | 1 }>
export type Scheme = keyof typeof SCHEMES

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
export function paletteOf(color: string, scheme: Scheme): Palette | null {
  const deed = colorIn(color)
  if (deed === null) return null
  const { grounds, towards } = SCHEMES[scheme]
  // Of black and white one has a contrast of 4.58 at least with any color.
  const on = contrast(deed, WHITE) >= TEXT ? WHITE : BLACK
  const edge = readable(deed, grounds, { least: SHAPE, towards })
  const link = readable(deed, grounds, { least: TEXT, towards })
  return { deed: hexOf(deed), on: hexOf(on), edge: hexOf(edge), link: hexOf(link) }
}

/** CSS of the color. Null: the usual one stays. Nothing but numbers goes into it, whatever was stored. */
export function brandStyle(color: string | null): string | null {
  const light = color === null ? null : paletteOf(color, 'light')
  const dark = color === null ? null : paletteOf(color, 'dark')
  if (light === null || dark === null) return null
  const usual = `:root{${variables(light)}}`
  return `${usual}@media(prefers-color-scheme:dark){:root:not(.embedded){${variables(dark)}}}`
}

function variables(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')
}
