/** Colors as WCAG 2.2 measures them, and the nearest one that can be read. */

/** Each channel 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number]

const HEX = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i

/** @param hex `#RRGGBB`; null: it is none */
export function colorIn(hex: string): Rgb | null {
  const match = HEX.exec(hex)
  if (match === null) return null
  const [, red = '', green = '', blue = ''] = match
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)]
}

/** `#rrggbb` */
export function hexOf(color: Rgb): string {
  return `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** Relative luminance, 0 for black to 1 for white. */
function luminance([red, green, blue]: Rgb): number {
  const linear = (channel: number) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** 1 for the same, to 21 for black and white. */
export function contrast(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** A turn of the color wheel, and two parts from 0 to 1. */
type Hsl = { readonly hue: number; readonly saturation: number; readonly lightness: number }

function hslOf(color: Rgb): Hsl {
  const [red, green, blue] = color.map((channel) => channel / 255) as [number, number, number]
  const most = Math.max(red, green, blue)
  const least = Math.min(red, green, blue)
  const spread = most - least
  const lightness = (most + least) / 2
  if (spread === 0) return { hue: 0, saturation: 0, lightness }
  const saturation = spread / (1 - Math.abs(2 * lightness - 1))
  if (most === red) return { hue: ((green - blue) / spread + 6) % 6, saturation, lightness }
  if (most === green) return { hue: (blue - red) / spread + 2, saturation, lightness }
  return { hue: (red - green) / spread + 4, saturation, lightness }
}

/** @param hsl its hue in sixths of a turn */
function rgbOf({ hue, saturation, lightness }: Hsl): Rgb {
  const spread = (1 - Math.abs(2 * lightness - 1)) * saturation
  const channel = (shift: number) => {
    const place = (hue + shift) % 6
    const part = Math.max(0, Math.min(1, Math.abs(place - 3) - 1))
    return Math.round((lightness - spread / 2 + spread * part) * 255)
  }
  return [channel(0), channel(4), channel(2)]
}

const STEPS = 12

/**
 * The color itself where it stands out enough from every ground; else the nearest in lightness that does, of the same hue.
 *
 * @param towards 0: made darker; 1: made lighter. Black and white stand out enough from the grounds of that kind
 */
export function readable(
  color: Rgb,
  grounds: readonly Rgb[],
  { least, towards }: { readonly least: number; readonly towards: 0 | 1 },
): Rgb {
  const standsOut = (one: Rgb) => grounds.every((ground) => contrast(one, ground) >= least)
  if (standsOut(color)) return color
  const hsl = hslOf(color)
  const at = (lightness: number) => rgbOf({ ...hsl, lightness })
  // With hue and saturation as they are, every channel grows with the lightness, and so does the luminance.
  let [near, far] = [hsl.lightness, towards as number]
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (near + far) / 2
    if (standsOut(at(middle))) far = middle
    else near = middle
  }
  return at(far)
}
