/**
 * What the address of a page in a frame says of the site around it: the color of the ground that the frame stands on, as six
 * hexadecimal digits, or `1` where it is not known.
 */
import { colorIn, type Rgb } from '@scheduling/brand'

const UNKNOWN = '1'
const COLOR = /^[\da-f]{6}$/
const WHITE: Rgb = [255, 255, 255]

/** Null: the page stands in no frame. */
export function embedIn(value: string | null): string | null {
  return value === null || COLOR.test(value) ? value : UNKNOWN
}

/** White where it is not known, as most sites are. */
export function groundIn(embed: string): Rgb {
  return colorIn(`#${embed}`) ?? WHITE
}
