/** The colors of the pages by what they say, on a light and on a dark screen. */
import { colorIn, contrast, hexOf, paletteOf, readable, type Rgb } from '@scheduling/brand'

const LIGHT = {
  text: '#1b1b1f',
  back: '#f6f6f8',
  card: '#ffffff',
  soft: '#55555f',
  line: '#8a8a94',
  hair: '#dfdfe5',
  deed: '#0b4f9e',
  on: '#ffffff',
  edge: '#0b4f9e',
  link: '#0b4f9e',
  bad: '#b3151f',
  ok: '#17683b',
  wait: '#8a5300',
}

type Colors = { readonly [Name in keyof typeof LIGHT]: string }

const DARK: Colors = {
  text: '#f1f1f4',
  back: '#17171b',
  card: '#222227',
  soft: '#bdbdc7',
  line: '#84848f',
  hair: '#3a3a42',
  deed: '#9cc9ff',
  on: '#0b1c30',
  edge: '#9cc9ff',
  link: '#9cc9ff',
  bad: '#ff9d96',
  ok: '#7fd6a3',
  wait: '#f2bd6b',
}

/** `towards`: where a color moves that cannot be read, to black (0) or to white (1). */
export const SCHEMES = {
  light: { colors: LIGHT, towards: 0 },
  dark: { colors: DARK, towards: 1 },
} as const

/** What text, links and edges stand on, unless a page has another ground. */
export const groundsOf = ({ back, card }: Colors): Rgb[] => [rgbOf(back), rgbOf(card)]

/** Colors that are text on the ground of a page. */
const TEXTS = ['text', 'soft', 'bad', 'ok', 'wait'] as const
const [TEXT, SHAPE] = [4.5, 3]

/** CSS of every color, for a page that fills its window. */
export const USUAL_STYLE = `:root{color-scheme:light dark;${variables(LIGHT)}}@media(prefers-color-scheme:dark){:root{${variables(DARK)}}}`

/** CSS of the color of an organization. Null: the usual one stays. Nothing but numbers goes into it, whatever was stored. */
export function brandStyle(color: string | null): string | null {
  const [light, dark] = [SCHEMES.light, SCHEMES.dark].map(({ colors, towards }) =>
    color === null ? null : paletteOf(color, { grounds: groundsOf(colors), towards }),
  )
  if (light == null || dark == null) return null
  return `:root{${variables(light)}}@media(prefers-color-scheme:dark){:root{${variables(dark)}}}`
}

/** The scheme that is easier to read on a ground. */
export function schemeOn(ground: Rgb): keyof typeof SCHEMES {
  return contrast(ground, [0, 0, 0]) >= contrast(ground, [255, 255, 255]) ? 'light' : 'dark'
}

/** CSS of every color, for a page in a frame whose ground is that of the site around it. */
export function framedStyle(ground: Rgb, color: string | null): string {
  const colors = { ground: hexOf(ground), ...framedColors(ground, color) }
  return `:root{color-scheme:${schemeOn(ground)};${variables(colors)}}`
}

/** Those of the scheme, each moved until it can be read on the ground too. */
export function framedColors(ground: Rgb, color: string | null): Colors {
  const { colors, towards } = SCHEMES[schemeOn(ground)]
  const grounds = [ground, ...groundsOf(colors)]
  const moved = (name: keyof Colors, least: number) =>
    hexOf(readable(rgbOf(colors[name]), grounds, { least, towards }))
  const scheme = { grounds, towards }
  return {
    ...colors,
    ...Object.fromEntries(TEXTS.map((name) => [name, moved(name, TEXT)])),
    line: moved('line', SHAPE),
    ...(paletteOf(color ?? colors.deed, scheme) ?? paletteOf(colors.deed, scheme)),
  }
}

function rgbOf(hex: string): Rgb {
  const color = colorIn(hex)
  if (color === null) throw new Error(`${hex} is not a color.`)
  return color
}

function variables(colors: Readonly<Record<string, string>>): string {
  return Object.entries(colors)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')
}
