/** Colors of services, laid on the agenda so that the text on them can be read. */
import type { CSSProperties } from 'react'
import { colorIn, hexOf, readable, type Rgb } from '@scheduling/brand'

/** `#rrggbb` each. */
export type Tint = { readonly ground: string; readonly ink: string }
export type Fill = { readonly light: Tint; readonly dark: Tint }

type Scheme = {
  readonly surface: Rgb
  readonly ink: Rgb
  /** How much of the color is in the ground. */
  readonly share: number
  readonly towards: 0 | 1
}

const LIGHT: Scheme = { surface: [255, 255, 255], ink: [27, 30, 33], share: 0.26, towards: 0 }
const DARK: Scheme = { surface: [30, 32, 35], ink: [241, 243, 245], share: 0.38, towards: 1 }
/** WCAG 2.2, of text. */
const LEAST = 4.5

/** Of services without a color: that of the dashboard. */
const PLAIN: Rgb = [8, 127, 91]

function tintOf(color: Rgb, { surface, ink, share, towards }: Scheme): Tint {
  const mixed = (at: 0 | 1 | 2): number => Math.round(color[at] * share + surface[at] * (1 - share))
  const ground: Rgb = [mixed(0), mixed(1), mixed(2)]
  return { ground: hexOf(ground), ink: hexOf(readable(ink, [ground], { least: LEAST, towards })) }
}

const known = new Map<string | null, Fill>()

/** @param color `#rrggbb`; null, or what is no color: the usual one */
export function fillOf(color: string | null): Fill {
  const found = known.get(color)
  if (found !== undefined) return found
  const rgb = (color === null ? null : colorIn(color)) ?? PLAIN
  const fill = { light: tintOf(rgb, LIGHT), dark: tintOf(rgb, DARK) }
  known.set(color, fill)
  return fill
}

/** As variables of an element: `--fill` is its ground, `--ink` its text. */
export function fillVariables(color: string | null): CSSProperties {
  const { light, dark } = fillOf(color)
  return {
    ['--fill' as string]: `light-dark(${light.ground}, ${dark.ground})`,
    ['--ink' as string]: `light-dark(${light.ink}, ${dark.ink})`,
  }
}
