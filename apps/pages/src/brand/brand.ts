/** The color of an organization on its pages: whatever its owner chose, everything on them can be read. */
import { paletteOf, type Palette, type Scheme } from '@scheduling/brand'

/** As `style.css` has them: what links and edges stand on. */
export const SCHEMES = {
  light: {
    grounds: [
      [0xf6, 0xf6, 0xf8],
      [0xff, 0xff, 0xff],
    ],
    towards: 0,
  },
  dark: {
    grounds: [
      [0x17, 0x17, 0x1b],
      [0x22, 0x22, 0x27],
    ],
    towards: 1,
  },
} as const satisfies Record<string, Scheme>

/** CSS of the color. Null: the usual one stays. Nothing but numbers goes into it, whatever was stored. */
export function brandStyle(color: string | null): string | null {
  const light = color === null ? null : paletteOf(color, SCHEMES.light)
  const dark = color === null ? null : paletteOf(color, SCHEMES.dark)
  if (light === null || dark === null) return null
  const usual = `:root{${variables(light)}}`
  return `${usual}@media(prefers-color-scheme:dark){:root:not(.embedded){${variables(dark)}}}`
}

function variables(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')
}
